import { beforeEach, describe, expect, test } from 'vitest';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { SearchGroup_Kind, SearchService } from '@/gen/nirmaan/common/v1/search_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { ENDLESS, withPace } from '@/testing/pace';
import { signIn } from '@/testing/people';
import { aUser } from '@/testing/platform';
import { address, close, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const { search } = SearchService.method;

const USERS = {
  kind: SearchGroup_Kind.USER,
  hits: [
    { id: 'user-7', title: 'ravi@bharat.example', detail: 'Site engineer' },
    { id: 'user-8', title: 'ravina@bharat.example', detail: 'Clerk' },
  ],
};
const GROUPS = [
  {
    kind: SearchGroup_Kind.CONTRACT,
    hits: [{ id: 'contract-1', title: 'Ravi bridge', detail: 'BID/1', status: 'WORK_IN_PROGRESS' }],
    more: true,
  },
  { kind: SearchGroup_Kind.DEPOSIT, hits: [{ id: 'd-1', title: 'DD 913471', ownerId: 'contract-1' }] },
  { kind: SearchGroup_Kind.PROJECT, hits: [{ id: 'p-1', title: 'Ravi bridge works' }] },
  { kind: SearchGroup_Kind.TASK, hits: [{ id: 't-1', title: 'Piers in the Ravi' }] },
  {
    kind: SearchGroup_Kind.DOCUMENT,
    hits: [{ id: 'f-1', title: 'ravi.pdf', ownerId: 'contract-1', ownerType: 'CONTRACT' }],
  },
  USERS,
];

const button = page.getByRole('banner').getByRole('button', { name: 'Search' });
const dialog = form.dialog('Search');
const input = dialog.getByRole('combobox');
const options = dialog.getByRole('option');
const group = (name: string) => dialog.getByRole('group', { name });

/** The option that Enter would open. */
const chosen = () => document.querySelector('[data-combobox-selected]')?.textContent;

const queries = async () => (await server.calls(search)).map(({ request }) => request.query);

async function openSearch(): Promise<void> {
  await button.click();
  await expect.element(input).toHaveFocus();
}

describe('the search over everything', () => {
  beforeEach(() => {
    signIn();
    server.answer(search, { groups: [USERS] });
    server.answer(UserService.method.getUser, ({ id }) => aUser({ id, email: `${id}@bharat.example` }));
  });

  test('shows what it found by kind, and opens it', async () => {
    server.answer(search, { groups: GROUPS });
    await open('/payroll');
    await openSearch();
    await expectAccessible();
    await input.fill(' ravi ');
    await expect.element(options).toHaveLength(7);
    expect(await queries()).toEqual(['ravi']);
    for (const [kind, text] of [
      ['Contracts', 'Ravi bridgeBID/1Work in progress'],
      ['Security deposits', 'DD 913471'],
      ['Projects', 'Ravi bridge works'],
      ['Tasks', 'Piers in the Ravi'],
      ['Documents', 'ravi.pdf'],
      ['Users', 'ravi@bharat.exampleSite engineer'],
    ] as const) {
      await expect.element(group(kind).getByRole('option').first()).toHaveTextContent(text);
    }
    await expect.element(group('Contracts')).toHaveTextContent('There are more.');
    await expect.element(dialog.getByRole('status')).toHaveTextContent('7 results');
    await expectAccessible();
    await page.viewport(320, 700);
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
    await expectAccessible();
    await group('Users').getByRole('option').nth(1).click();
    await expect.poll(address).toBe('/admin/users/user-8');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('asks at a pause in typing', async () => {
    withPace({ search: ENDLESS });
    await open('/payroll');
    await openSearch();
    await userEvent.keyboard('rav');
    expect(await queries()).toEqual([]);
    withPace({ search: 0 });
    await userEvent.keyboard('i');
    await expect.element(options).toHaveLength(2);
    expect(await queries()).toEqual(['ravi']);
  });

  test('is worked with the keyboard alone', async () => {
    await open('/payroll');
    await expect.element(list.heading).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(input).toHaveFocus();
    await userEvent.keyboard('r');
    await expect.element(dialog.getByText('Type at least two characters.')).toBeVisible();
    await userEvent.keyboard('avi');
    await expect.element(options).toHaveLength(2);
    expect((await queries()).at(-1)).toBe('ravi');
    expect(await queries()).not.toContain('r');
    await expect.poll(chosen).toContain('ravi@');
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(chosen).toContain('ravina@');
    await userEvent.keyboard('{ArrowUp}{Enter}');
    await expect.poll(address).toBe('/admin/users/user-7');
    await openSearch();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  });

  test('remembers what was opened until Logout', async () => {
    server.answer(AuthService.method.logout, {});
    const recent = group('Recently opened').getByRole('option');
    await open('/payroll');
    await openSearch();
    await expect.element(recent).not.toBeInTheDocument();
    await input.fill('ravi');
    await options.first().click();
    await expect.poll(address).toBe('/admin/users/user-7');
    await open('/payroll');
    await openSearch();
    await expect.element(recent).toHaveLength(1);
    await expect.element(recent).toHaveTextContent('ravi@bharat.example');
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await expect.element(page.getByText('Guest')).toBeVisible();
    // The page that was signed out of would not know the next session from the one that it has just ended.
    await close();
    signIn();
    await open('/payroll');
    await openSearch();
    await expect.element(recent).not.toBeInTheDocument();
  });

  test('forgets what was opened on request', async () => {
    await open('/payroll');
    await openSearch();
    await input.fill('ravi');
    await options.first().click();
    await expect.poll(address).toBe('/admin/users/user-7');
    await openSearch();
    await dialog.getByRole('button', { name: 'Forget these' }).click();
    await expect.element(options).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await open('/payroll');
    await openSearch();
    await expect.element(dialog.getByText('Recently opened')).not.toBeInTheDocument();
  });

  test('says what it did not find', async () => {
    server.answer(search, {});
    await open('/payroll');
    await openSearch();
    await input.fill('nothing of the kind');
    await expect.element(dialog.getByRole('status')).toHaveTextContent('Nothing found for “nothing of the kind”');
    await expect.element(dialog.getByText('You find only what your role lets you view.')).toBeVisible();
    await expectAccessible();
  });

  test('says when it fails, and tries again', async () => {
    const mend = server.fail(search);
    await open('/payroll');
    await openSearch();
    await input.fill('road');
    await expect.element(dialog.getByRole('heading', { name: 'The search failed.' })).toBeVisible();
    await expectAccessible();
    mend();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.element(options).toHaveLength(2);
    await expect.element(input).toHaveValue('road');
  });
});
