import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { ContractDashboardService } from '@/gen/nirmaan/contracts/v1/dashboard_service_pb';
import { RoleRequestService } from '@/gen/nirmaan/platform/v1/role_request_service_pb';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import { frame } from '@/testing/frame';
import { withPace } from '@/testing/pace';
import { person, session, signIn } from '@/testing/people';
import { open, page, visit } from '@/testing/screen';
import { server } from '@/testing/server';

const { getRoleRequest, requestRole } = RoleRequestService.method;
const { refresh } = AuthService.method;
const { getKpis, listStatusSummary, listStatusCategorySummary } = ContractDashboardService.method;

const ADMINISTRATORS = ['accounts@bharat.example', 'owner@bharat.example'];
const FREE = { administrators: ADMINISTRATORS, byMail: true };
const ASKED = {
  ...FREE,
  requestedAt: timestampFromDate(new Date('2026-11-29T04:42:00Z')),
  nextRequestAt: timestampFromDate(new Date('2026-11-30T04:42:00Z')),
};

const main = page.getByRole('main');
const ask = main.getByRole('button', { name: 'Ask for a role' });
const stands = main.getByRole('status').filter({ hasText: /asked|again/ });

const given = page.getByText('You have a role now. The menu shows what you can open.');

beforeEach(() => {
  signIn(person({}));
  server.answer(getRoleRequest, FREE);
});

describe('whoever has no role', () => {
  test('is told so at home, with whom to ask and an empty menu that says why', async () => {
    await open('/');
    await expect.element(frame.heading).toHaveTextContent('You have no role yet');
    await expect.element(main).toHaveTextContent('Signed in to Bharat Infra as owner@bharat.example');
    await expect.element(main).toHaveTextContent('If you ask, your administrators get a mail.');
    for (const email of ADMINISTRATORS) {
      await expect.element(main.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
    }
    await expect.element(frame.menuItems).toHaveLength(0);
    await expect.element(frame.menu).toHaveTextContent('There is nothing here until you have a role.');
    expect(document.title).toContain('You have no role yet');
    await expectAccessible();
    await expectToFit(1440, 390, 320);
  });

  test('asks once, and is told when they can ask again', async () => {
    await open('/');
    await expect.element(stands).not.toBeInTheDocument();
    server.answer(requestRole, ASKED);
    const release = server.hold(requestRole);
    await ask.click();
    await expect.element(ask).toHaveAttribute('data-loading', 'true');
    server.answer(getRoleRequest, ASKED);
    release();
    await expect.element(stands).toHaveTextContent('You asked for a role on 29 Nov 2026, 10:12 am.');
    await expect.element(stands).toHaveTextContent('Your administrators were told by mail.');
    await expect.element(stands).toHaveTextContent('You can ask again from 30 Nov 2026, 10:12 am.');
    await expect.element(ask).not.toBeInTheDocument();
    expect(await server.calls(requestRole)).toHaveLength(1);
    await expect.element(stands).toHaveFocus();
    await expectAccessible();
    // So it is for whoever comes back.
    await open('/');
    await expect.element(stands).toHaveTextContent('You asked for a role on 29 Nov 2026, 10:12 am.');
  });

  test('can try again when asking fails', async () => {
    await open('/');
    server.fail(requestRole, Code.Unavailable);
    await ask.click();
    await expect.element(main.getByRole('alert')).toHaveTextContent('Network error. Please try again.');
    server.answer(requestRole, ASKED);
    server.answer(getRoleRequest, ASKED);
    await ask.click();
    await expect.element(stands).toBeVisible();
    await expect.element(main.getByRole('alert')).not.toBeInTheDocument();
  });

  test('goes on when somebody has given them one just before they ask', async () => {
    await open('/');
    await expect.element(ask).toBeVisible();
    server.fail(requestRole, Code.FailedPrecondition, 'You have a role already.');
    server.answer(refresh, () => session(person({ Contracts: ['view'] })));
    server.answer(getRoleRequest, { ...FREE, hasRights: true });
    await ask.click();
    await expect.element(frame.menuItems).toHaveLength(1);
    await expect.element(given).toBeVisible();
  });

  test('is told where the server sends no mail that the list of users shows it', async () => {
    server.answer(getRoleRequest, { ...FREE, byMail: false });
    await open('/');
    await expect.element(main).toHaveTextContent('This server sends no mail, so tell them as well.');
    await expect.element(ask).toBeEnabled();
  });

  test('is led to us where nobody can give them one', async () => {
    server.answer(getRoleRequest, { byMail: true });
    await open('/');
    await expect.element(main).toHaveTextContent('Bharat Infra has no administrator who could give you a role.');
    await expect.element(main.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact');
    await expect.element(ask).not.toBeInTheDocument();
  });

  test('can try again when the administrators can’t be looked up', async () => {
    const mend = server.fail(getRoleRequest, Code.Internal);
    await open('/');
    await expect.element(main.getByRole('alert')).toHaveTextContent('Failed to look up your administrators');
    mend();
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(ask).toBeVisible();
  });

  test('sees the menu fill as soon as somebody gives them one', async () => {
    withPace({ role: 50 });
    await open('/');
    await expect.element(ask).toBeVisible();
    // What can't be read at first is read with the next look.
    server.fail(refresh, Code.Unavailable);
    server.answer(getRoleRequest, { ...FREE, hasRights: true });
    await expect.poll(async () => (await server.calls(refresh)).length).toBeGreaterThan(0);
    await expect.element(given).not.toBeInTheDocument();
    server.answer(refresh, () => session(person({ Contracts: ['view'] })));
    await expect.element(frame.menuItems).toHaveLength(1);
    await expect.element(frame.heading).toHaveTextContent('Every tender');
    await expect.element(given).toBeVisible();
  });

  test('is led there from every page that refuses them', async () => {
    for (const method of [getKpis, listStatusSummary, listStatusCategorySummary]) {
      server.fail(method, Code.PermissionDenied);
    }
    await open('/contracts');
    await expect.element(frame.heading).toHaveTextContent('Unauthorized');
    await main.getByRole('link', { name: 'Ask for a role' }).click();
    await expect.element(frame.heading).toHaveTextContent('You have no role yet');
    await visit('/about');
    await expect.element(frame.heading).not.toHaveTextContent('You have no role yet');
  });
});

test('a role that grants anything leaves the home page as it is', async () => {
  signIn(person({ Contracts: ['create'] }));
  await open('/');
  await expect.element(frame.heading).toHaveTextContent('Every tender');
  await expect.element(frame.menu).not.toHaveTextContent('There is nothing here');
  expect(await server.calls(getRoleRequest)).toHaveLength(0);
});
