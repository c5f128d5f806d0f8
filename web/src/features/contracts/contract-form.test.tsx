import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '@/app/query-client';
import { Contract_Status } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { answerContractPanels, culvert } from '@/testing/contracts';
import { form, leave } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { ENDLESS, withPace } from '@/testing/pace';
import { signIn } from '@/testing/people';
import { taken } from '@/testing/refusals';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const LIST = '/contracts/list';
const CREATE = '/contracts/create';
const { filterContracts, getContract, createContract, updateContract } = ContractService.method;

const STORED = culvert();
const EDIT = `/contracts/${STORED.id}/edit`;

const NAMED = { 'Bid ID': 'BID/8', 'Contract name': 'Overhead tank 120 KL' };

/** What was to be created last. */
const created = async () => (await server.calls(createContract)).at(-1)?.request.contract;
/** The change that was asked for last. */
const updated = async () => (await server.calls(updateContract)).at(-1)?.request;
const changed = async () => (await updated())?.contract;

const summaryLink = (name: string) => form.summary.getByRole('link', { name });
const leaving = form.dialog('Leave without saving?');

describe('the contract form', () => {
  beforeEach(() => {
    signIn();
    server.answer(filterContracts, (request) => pageOf([STORED], request));
    server.answer(getContract, STORED);
    server.answer(createContract, STORED);
    server.answer(updateContract, STORED);
    answerContractPanels();
  });

  // Spec: S2.contracts.create S4.contract.default
  test('begins as an empty draft', async () => {
    await open(CREATE);
    await expect.element(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Draft');
    await expect.element(form.field('Bid ID')).toHaveValue('');
    await form.fill(NAMED);
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    expect(await created()).toMatchObject({
      bidId: 'BID/8',
      contractName: 'Overhead tank 120 KL',
      status: Contract_Status.DRAFT,
      version: 0n,
    });
    expect((await created())?.tenderActualValue).toBeUndefined();
  });

  test('warns of no day that is only on its way to be one', async () => {
    withPace({ warning: ENDLESS });
    await open(CREATE);
    await form.fill({ ...NAMED, 'Opening date': '01/03/2999' });
    // On its way it is the eleventh of March 2020.
    await form.field('Closing date').click();
    await userEvent.keyboard('11/03/20');
    await expect.element(form.field('Closing date')).toHaveAccessibleDescription('The last day for bids');
    await userEvent.keyboard('99');
    leave(form.field('Closing date'));
    await expect.element(form.field('Closing date')).toHaveValue('11/03/2099');
  });

  test('warns of what is unusual beside its field, and saves it', async () => {
    await open(CREATE);
    await form.fill({ ...NAMED, 'Opening date': '12/03/2199', 'Closing date': '11/03/2199' });
    const closing = form.field('Closing date');
    const before = 'Closing date is before the opening date, 12 Mar 2199.';
    await expect.element(closing).toHaveAccessibleDescription(`${before} The last day for bids`);
    await expect.element(closing).not.toHaveAttribute('aria-invalid');
    await form.fill({ 'Opening date': '' });
    await expect.element(closing).toHaveAccessibleDescription('The last day for bids');
    await form.fill({ 'Closing date': '25/11/2025', 'Paper cost': '1001 cr' });
    await expect.element(closing).toHaveAccessibleDescription(/^Closing date has passed\./);
    await expect.element(form.field('Paper cost')).toHaveAccessibleDescription(/^Paper cost is above ₹1,000 crore\./);
    await expectAccessible();
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    expect(await created()).toMatchObject({
      closingDate: { year: 2025, month: 11, day: 25 },
      paperCost: { paise: 10_010_000_000_00n },
    });
  });

  test('names what is missing, and leads to it', async () => {
    await open(CREATE);
    await form.create.click();
    await expect.element(form.summary).toHaveFocus();
    await expect.element(form.summary).toHaveTextContent('2 fields need your attention');
    await expect.element(summaryLink('Bid ID is required.')).toBeVisible();
    await summaryLink('Contract name is required.').click();
    await expect.element(form.field('Contract name')).toHaveFocus();
    await expect.element(form.field('Contract name')).toHaveAttribute('aria-invalid', 'true');
    expect(await server.calls(createContract)).toEqual([]);
  });

  test('refuses metadata that is no JSON object', async () => {
    await open(CREATE);
    await form.fill({ ...NAMED, 'Contract metadata': '[1]' });
    await form.create.click();
    await expect.element(form.summary).toHaveTextContent('Contract metadata must be a JSON object');
    expect(await server.calls(createContract)).toEqual([]);
  });

  test('sends one create for three clicks, and the same key again after a failure', async () => {
    const mend = server.fail(createContract, Code.Unavailable);
    await open(CREATE);
    await form.fill(NAMED);
    await form.create.click();
    await expect.element(form.summary).toHaveFocus();
    mend();
    const release = server.hold(createContract);
    await form.create.tripleClick();
    release();
    await form.expectToast('Contract created successfully!');
    const keys = (await server.calls(createContract)).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  test('shows the server’s reason at the field', async () => {
    const reason = 'Bid ID is already used by another contract.';
    server.answer(createContract, () => {
      throw taken('contract.bid_id', reason);
    });
    await open(CREATE);
    await form.fill(NAMED);
    await form.create.click();
    await expect.element(form.summary).toHaveFocus();
    await summaryLink(reason).click();
    await expect.element(form.field('Bid ID')).toHaveFocus();
    await expect.element(form.field('Bid ID')).toHaveAccessibleDescription(expect.stringContaining(reason));
    await expect.element(form.field('Contract name')).toHaveValue(NAMED['Contract name']);
    await expectAccessible();
  });

  // Spec: S8.contracts.save-failed S8.contracts.updated
  test.each([
    { path: CREATE, method: createContract, save: form.create, done: 'Contract created successfully!', sent: created },
    { path: EDIT, method: updateContract, save: form.update, done: 'Contract updated successfully!', sent: changed },
  ])('says that nothing was saved at $path, and keeps what was typed', async ({ path, method, save, done, sent }) => {
    await open(path);
    const failed = 'Failed to save contract. Please try again.';
    await form.expectKept({ ...NAMED, Comments: 'Two covers' }, { method, save, failed, done });
    expect(await sent()).toMatchObject({ bidId: 'BID/8', comments: 'Two covers' });
  });

  // Spec: S2.contracts.create S8.contracts.created
  test('asks before unsaved changes are left, and goes back after a save', async () => {
    server.answer(ProjectService.method.filterProjects, {});
    await list.open(`${LIST}?size=25`);
    await page.getByRole('link', { name: 'Create Contract' }).click();
    await form.fill({ 'Bid ID': 'BID/8' });
    await expect.element(form.unsaved).toBeVisible();
    const projects = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' });
    await projects.click();
    await expect.element(leaving).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect.element(leaving).not.toBeInTheDocument();
    await expect.element(form.field('Bid ID')).toHaveValue('BID/8');
    window.history.back();
    await expect.element(leaving).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect.element(leaving).not.toBeInTheDocument();
    expect(address()).toBe(CREATE);
    await form.fill({ 'Contract name': 'PHC building' });
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    await expect.poll(address).toBe(`${LIST}?size=25`);
    await projects.click();
    await expect.poll(address).toBe('/projects');
  });

  test('asks before the tab is closed, and offers the draft afterwards', async () => {
    await open(CREATE);
    const closing = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await expect.element(form.field('Bid ID')).toBeVisible();
    expect(closing(), 'with nothing typed').toBe(true);
    await form.fill({ 'Bid ID': 'DRAFT/1', 'Tender actual value': '1,25,00,000.50' });
    await expect.element(form.unsaved).toBeVisible();
    expect(closing(), 'with something typed').toBe(false);
    // The draft is written at a pause in typing, which may come between the two fields.
    await expect.poll(() => Object.values(sessionStorage).join()).toContain('1250000050');
    await open(CREATE);
    await expect.element(form.field('Bid ID')).toHaveValue('');
    await expectAccessible();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect.element(form.field('Bid ID')).toHaveValue('DRAFT/1');
    await expect.element(form.field('Tender actual value')).toHaveValue('1,25,00,000.50');
    await expect.element(form.unsaved).toBeVisible();
  });

  test('keeps a draft though the page is drawn anew all the while', async () => {
    let version = STORED.version;
    // Each answer is a new one, and none of them touches the form.
    server.answer(getContract, () => ({ ...STORED, version: version++ }));
    await open(EDIT);
    await expect.element(form.field('Comments')).toHaveValue('As it was');
    withPace({ draft: 300 });
    await form.fill({ Comments: 'Mine' });
    await expect
      .poll(async () => {
        await queryClient.invalidateQueries();
        return Object.values(sessionStorage).join();
      })
      .toContain('Mine');
  });

  test('forgets the draft of what was saved', async () => {
    await open(CREATE);
    await form.fill(NAMED);
    await expect.poll(() => Object.values(sessionStorage).join()).toContain('Overhead tank');
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    expect(Object.values(sessionStorage).join()).not.toContain('Overhead tank');
  });

  test('sends only what was changed', async () => {
    await open(EDIT);
    await form.fill({ 'Contract metadata': '{"zone": "West"}', 'Opening date': '05/05/2026' });
    await form.update.click();
    await form.expectToast('Contract updated successfully!');
    expect((await updated())?.updateMask?.paths).toEqual(['opening_date', 'contract_metadata']);
  });

  test('keeps the focus clear of its bars', async () => {
    await page.viewport(683, 500);
    await open(CREATE);
    await expect.element(form.field('Bid ID')).toBeVisible();
    form.field('Bid ID').element().focus();
    for (let stop = 0; stop < 30; stop += 1) {
      await userEvent.tab();
      // What takes the focus may still be coming into view.
      await expect.poll(covered, { message: `stop ${stop}` }).toBe('');
    }
  });

  test('is accessible while it is filled, on a phone too', async () => {
    await open(CREATE);
    await form.fill({ 'Bid ID': 'A', 'Opening date': '05/05/2026', 'Tender actual value': '12 lakh' });
    await expectAccessible();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await expect.element(page.getByRole('option', { name: 'Awarded' })).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await page.viewport(390, 844);
    await expectAccessible();
  });
});

/** What lies over the element that has the focus; empty when it is clear. */
function covered(): string {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return 'nothing has the focus';
  const { left, top, width, height } = focused.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2);
  const clear = hit && (focused.contains(hit) || hit.contains(focused));
  return clear ? '' : `${focused.outerHTML.slice(0, 80)} is covered by ${hit?.outerHTML.slice(0, 80)}`;
}
