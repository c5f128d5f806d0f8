import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { SavedViewSchema, SettingsService } from '@/gen/nirmaan/common/v1/settings_service_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { taken } from '@/testing/refusals';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const LIST = '/contracts/list';
const QUERY = 'status=SUBMITTED&sort=bidId&size=25';
const { listSavedViews, createSavedView, updateSavedView, deleteSavedView } = SettingsService.method;

const aView = (fields: MessageInitShape<typeof SavedViewSchema> = {}) =>
  create(SavedViewSchema, {
    id: 'view-1',
    list: 'contracts',
    name: 'Sent bids',
    query: QUERY,
    isOwn: true,
    version: 3n,
    ...fields,
  });

const dialog = form.dialog('Views of this list');
const name = dialog.getByRole('textbox', { name: 'Save what is shown now' });
const save = dialog.getByRole('button', { name: 'Save view' });
const link = (view: string) => dialog.getByRole('link', { name: view });

async function openViews(path: string): Promise<void> {
  await open(path);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await expect.element(dialog).toBeVisible();
}

describe('the views of a list', () => {
  beforeEach(() => {
    signIn();
    server.answer(ContractService.method.filterContracts, {});
    server.answer(listSavedViews, { views: [aView()] });
  });

  test('are saved under a name: filters, order and size, but not the page', async () => {
    server.answer(listSavedViews, {});
    server.answer(createSavedView, ({ view }) => {
      server.answer(listSavedViews, { views: [aView({ name: view?.name ?? '' })] });
      return aView();
    });
    await openViews(`${LIST}?${QUERY}&page=2`);
    await expect.element(dialog.getByText('No view is saved yet.')).toBeVisible();
    await save.click();
    await expect.element(dialog.getByText('Name is required.')).toBeVisible();
    await expect.element(name).toHaveFocus();
    await expectAccessible();
    await name.fill(' Sent bids ');
    await save.click();
    await expect.element(link('Sent bids')).toBeVisible();
    await expect.element(dialog.getByText('Only you see it')).toBeVisible();
    await expect.element(name).toHaveValue('');
    const [created] = await server.calls(createSavedView);
    expect(created?.request.view).toMatchObject({
      list: 'contracts',
      name: 'Sent bids',
      query: QUERY,
      isShared: false,
    });

    server.answer(createSavedView, () => {
      throw taken('view.name', 'You have a view of this name already.');
    });
    await name.fill('Sent bids');
    await dialog.getByRole('checkbox', { name: 'Share with the organisation' }).click();
    await save.click();
    await expect.element(name).toHaveAttribute('aria-invalid', 'true');
    await expect.element(name).toHaveAccessibleDescription('You have a view of this name already.');
    await expect.element(name).toHaveValue('Sent bids');
    await expectAccessible();
    const [first, second] = await server.calls(createSavedView);
    expect(second?.request.view?.isShared).toBe(true);
    // Another view, and not the first one again.
    const keyOf = (call: typeof first) => call?.headers.get('idempotency-key');
    expect(keyOf(second)).not.toBe(keyOf(first));
  });

  test('are opened by their links', async () => {
    await openViews(LIST);
    await expect.element(link('Sent bids')).not.toHaveAttribute('aria-current');
    await expectAccessible();
    await link('Sent bids').click();
    await expect.poll(address).toBe(`${LIST}?${QUERY}`);
    await expect.element(dialog).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await expect.element(dialog.getByText('Shown now · Only you see it')).toBeVisible();
    await expect.element(link('Sent bids')).toHaveAttribute('aria-current', 'true');
  });

  test('are renamed, replaced and shared', async () => {
    server.answer(updateSavedView, ({ id, view }) => {
      const { name = '', query = '', isShared = false } = view ?? {};
      const changed = aView({ id, name, query, isShared });
      server.answer(listSavedViews, { views: [changed] });
      return changed;
    });
    await openViews(`${LIST}?status=DRAFT`);
    await list.act('Sent bids', 'Rename');
    const rename = dialog.getByRole('textbox', { name: 'Name', exact: true });
    await expect.element(rename).toHaveFocus();
    await expect.element(rename).toHaveValue('Sent bids');
    await expectAccessible();
    await rename.fill('Offers');
    await userEvent.keyboard('{Enter}');
    await expect.element(link('Offers')).toBeVisible();
    await list.act('Offers', 'Share with the organisation');
    await expect.element(dialog.getByText('Shared with your organisation')).toBeVisible();
    await list.act('Offers', 'Replace by what is shown now');
    await expect.element(dialog.getByText('Shown now · Shared with your organisation')).toBeVisible();
    expect((await server.calls(updateSavedView)).map(({ request }) => request)).toMatchObject([
      { id: 'view-1', view: { name: 'Offers', query: QUERY, isShared: false, version: 3n } },
      { id: 'view-1', view: { name: 'Offers', query: QUERY, isShared: true } },
      { id: 'view-1', view: { name: 'Offers', query: 'status=DRAFT&size=10', isShared: true } },
    ]);
  });

  test('are deleted after a question', async () => {
    server.fail(deleteSavedView);
    await openViews(LIST);
    await list.act('Sent bids', 'Delete');
    const question = form.dialog('Delete Sent bids?');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect
      .element(question.getByRole('alert'))
      .toHaveTextContent('The view could not be deleted. Please try again.');
    await expectAccessible();
    server.answer(deleteSavedView, {});
    server.answer(listSavedViews, {});
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByText('No view is saved yet.')).toBeVisible();
    expect((await server.calls(deleteSavedView)).map(({ request }) => request.id)).toEqual(['view-1', 'view-1']);
  });

  test('of others stay theirs, unless one may tidy up', async () => {
    const theirs = aView({ name: 'Drafts of all', isOwn: false, isShared: true, ownerEmail: 'asha@bharat.example' });
    server.answer(listSavedViews, { views: [theirs] });
    signIn(person({ Contracts: ['view'] }));
    await openViews(LIST);
    await expect.element(dialog.getByText('Shared by asha@bharat.example')).toBeVisible();
    await expect.element(list.menu('Drafts of all')).not.toBeInTheDocument();
    signIn(person({ Contracts: ['view'], User: ['edit'] }));
    await openViews(LIST);
    await list.menu('Drafts of all').click();
    const entries = page.getByRole('menuitem');
    await expect.element(entries).toHaveLength(1);
    await expect.element(entries).toHaveTextContent('Delete');
  });

  test('that can’t be loaded can be asked for again', async () => {
    const mend = server.fail(listSavedViews, Code.Internal);
    await openViews(LIST);
    await expect.element(dialog.getByText('The saved views could not be loaded.')).toBeVisible();
    await expectAccessible();
    mend();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.element(link('Sent bids')).toBeVisible();
  });
});
