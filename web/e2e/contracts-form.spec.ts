import type { Page } from '@playwright/test';
import { Api } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, PASSWORD, test } from './fixtures';
import { FormPO } from './pages/FormPO';
import { ListPO } from './pages/ListPO';

const LIST = '/contracts/list';
const CREATE = '/contracts/create';
const CREATE_CALL = '/nirmaan.contracts.v1.ContractService/CreateContract';
const UPDATE_CALL = '/nirmaan.contracts.v1.ContractService/UpdateContract';
const HINDI = 'राष्ट्रीय राजमार्ग-४४ के किलोमीटर १२ से ४८ तक चौड़ीकरण एवं सुदृढ़ीकरण कार्य (पैकेज-III) तथा सेवा मार्ग निर्माण';

/** A bid id that no other test and no other run has. */
const freshBid = () => `E2E/${Date.now().toString(36)}/${Math.random().toString(36).slice(2, 8)}`;

/** Creates a contract through the form and returns to the list of it. */
async function createContract(page: Page, bidId: string, name = 'Boundary wall'): Promise<void> {
  const form = new FormPO(page);
  await page.goto(CREATE);
  await form.fill({ 'Bid ID': bidId, 'Contract name': name });
  await form.create.click();
  await form.expectToast('Contract created successfully!');
  await expect(page).not.toHaveURL(/create/);
}

/** Opens the edit form of the contract with this bid id. */
async function openEdit(page: Page, bidId: string): Promise<void> {
  const list = new ListPO(page);
  await list.open(`${LIST}?bidId=${encodeURIComponent(bidId)}`);
  await list.act(bidId, 'Edit');
  await expect(page.getByRole('button', { name: 'Update' })).toBeVisible();
}

test.describe('the contract form', () => {
  let form: FormPO;

  test.beforeEach(async ({ page, signIn }) => {
    form = new FormPO(page);
    await signIn(accounts.deccan);
  });

  // Spec: S5.bid.value S5.bid.percentage S5.bid.not-a-number
  test('links bid value and percentage, exact to the paisa', async ({ page }) => {
    await page.goto(CREATE);
    await form.fill({ 'Tender actual value': '1234567.89', 'Tender bid percentage': '10' });
    await expect(form.field('Tender actual value')).toHaveValue('12,34,567.89');
    await expect(form.field('Tender bid value')).toHaveValue('13,58,024.68');
    await form.fill({ 'Tender bid value': '12,34,567.89' });
    await expect(form.field('Tender bid percentage')).toHaveValue('0');
    await form.fill({ 'Tender bid value': 'a lot' });
    await expect(form.field('Tender bid value')).toHaveValue('0');
    await form.fill({ 'Tender bid percentage': 'ten' });
    await expect(form.field('Tender bid percentage')).toHaveValue('0');
    await expect(form.field('Tender bid value')).toHaveValue('12,34,567.89');
  });

  test('names what is missing, and leads to it', async ({ page }) => {
    await page.goto(CREATE);
    await form.create.click();
    await expect(form.summary).toBeFocused();
    await expect(form.summary).toContainText('2 fields need your attention');
    await form.summary.getByRole('link', { name: 'Contract name is required.' }).click();
    await expect(form.field('Contract name')).toBeFocused();
    await expect(form.field('Contract name')).toHaveAttribute('aria-invalid', 'true');
  });

  test('sends one create for three clicks, and the same key again after a failure', async ({ page, allowConsole }) => {
    allowConsole(/ERR_FAILED|Failed to load/);
    const keys: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(CREATE_CALL)) keys.push(request.headers()['idempotency-key'] ?? '');
    });
    await page.route(`**${CREATE_CALL}`, (route) => route.abort(), { times: 1 });
    await page.goto(CREATE);
    await form.fill({ 'Bid ID': freshBid(), 'Contract name': 'Overhead tank 120 KL' });
    await form.create.click();
    await expect(form.summary).toBeFocused();
    await form.create.click({ clickCount: 3 });
    await form.expectToast('Contract created successfully!');
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  test('shows the server’s reason at the field', async ({ page }) => {
    const bidId = freshBid();
    await createContract(page, bidId);
    await page.goto(CREATE);
    await form.fill({ 'Bid ID': bidId, 'Contract name': 'The same again' });
    await form.create.click();
    await expect(form.summary).toBeFocused();
    await form.summary.getByRole('link').click();
    await expect(form.field('Bid ID')).toBeFocused();
    await expect(form.field('Bid ID')).toHaveAttribute('aria-invalid', 'true');
    await expect(form.field('Contract name')).toHaveValue('The same again');
  });

  // Spec: S2.contracts.create S3.contract
  test('keeps every field of a contract', async ({ page }) => {
    const bidId = freshBid();
    const values = {
      'Bid ID': bidId,
      'Contract name': HINDI,
      'Reference no.': 'ROC No.252-B/2026',
      Description: 'Work period 120 days',
      'Tender actual value': '45,77,47,127.35',
      'Tender bid percentage': '-11.25',
      'Paper cost': '12.5 lakh',
      'Opening date': '05/05/2026',
      'Closing date': '19/05/2026',
      'Result date': '01/06/2026',
      'Drafting date': '05/06/2026',
      'Awarded date': '10/06/2026',
      'Agreement date': '15/06/2026',
      'Submitted payment date': '20/06/2026',
      'Given start date': '01/07/2026',
      'Given end date': '30/06/2027',
      'Extension count': '2',
      'Actual start date': '05/07/2026',
      'Actual end date': '05/07/2027',
      'Termination reason': 'None',
      'Licence holder name': 'Deccan Builders',
      'Licence no.': 'LIC/42',
      'Licence ID': 'L-42',
      Comments: 'Two covers',
      'Contract metadata': '{"zone": "West"}',
    };
    await page.goto(CREATE);
    await form.fill(values);
    await page.getByRole('combobox', { name: 'Contract type' }).fill('EPC');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Awarded' }).click();
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    await openEdit(page, bidId);
    for (const [label, value] of Object.entries(values)) {
      const field = form.field(label);
      if (label === 'Paper cost') await expect(field).toHaveValue('12,50,000');
      else if (label === 'Contract metadata') await expect(field).toHaveValue(/"zone":\s*"West"/);
      else await expect(field).toHaveValue(value);
    }
    await expect(page.getByRole('combobox', { name: 'Contract type' })).toHaveValue('EPC');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('Awarded');
    await expect(form.field('Tender bid value')).toHaveValue('40,62,50,575.52');
  });

  // Spec: S2.contracts.edit
  test('changes a contract at its own address, and leaves the rest of it', async ({ page, request }) => {
    const api = await Api.as(request, accounts.deccan);
    const bidId = freshBid();
    const stored = await api.post('/contracts', {
      bidId,
      contractName: 'Culvert at km 7',
      referenceNo: 'CE/7',
      tenderActualValue: 2500000.5,
      openingDate: '2026-05-05',
    });
    await page.goto(`/contracts/${stored.id}/edit`);
    await expect(form.field('Bid ID')).toHaveValue(bidId);
    await expect(form.field('Contract name')).toHaveValue('Culvert at km 7');
    await expect(form.field('Reference no.')).toHaveValue('CE/7');
    await expect(form.field('Tender actual value')).toHaveValue('25,00,000.50');
    await expect(form.field('Opening date')).toHaveValue('05/05/2026');
    await expect(form.create).toHaveCount(0);
    await form.fill({ 'Contract name': 'Culvert at km 9' });
    await form.update.click();
    await form.expectToast('Contract updated successfully!');
    await expect(page).not.toHaveURL(/edit$/);
    const changed = { contractName: 'Culvert at km 9', version: 2, updatedAt: expect.any(String) };
    expect(await api.get(`/contracts/${stored.id}`)).toEqual({ ...stored, ...changed });
  });

  // Spec: S8.contracts.save-failed
  test('says that nothing was saved, and keeps what was typed', async ({ page, request, allowConsole }) => {
    allowConsole(/500/);
    const api = await Api.as(request, accounts.deccan);
    const { id } = await api.post('/contracts', { bidId: freshBid(), contractName: 'Retaining wall' });
    for (const [address, call, save, done] of [
      [CREATE, CREATE_CALL, form.create, 'Contract created successfully!'],
      [`/contracts/${id}/edit`, UPDATE_CALL, form.update, 'Contract updated successfully!'],
    ] as const) {
      await page.route(`**${call}`, (route) => route.fulfill({ status: 500 }));
      await page.goto(address);
      await form.fill({ 'Bid ID': freshBid(), 'Contract name': 'Breast wall' });
      await save.click();
      await expect(form.summary).toContainText('Failed to save contract. Please try again.');
      await expect(form.summary).toBeFocused();
      await expect(form.field('Contract name')).toHaveValue('Breast wall');
      await expect(page).toHaveURL(address);
      await expectAccessible(page);
      await page.unroute(`**${call}`);
      await save.click();
      await form.expectToast(done);
    }
  });

  test('refuses metadata that is no JSON object', async ({ page }) => {
    await page.goto(CREATE);
    await form.fill({ 'Bid ID': freshBid(), 'Contract name': 'x', 'Contract metadata': '[1]' });
    await form.create.click();
    await expect(form.summary).toContainText('Contract metadata must be a JSON object');
  });

  // Spec: S8.contracts.created
  test('asks before unsaved changes are left, and not after a save', async ({ page, shell }) => {
    const bidId = freshBid();
    await page.goto(LIST);
    await page.getByRole('link', { name: 'Create Contract' }).click();
    await form.fill({ 'Bid ID': bidId });
    await expect(form.unsaved).toBeVisible();
    await shell.menu.getByRole('link', { name: 'Projects' }).click();
    await expect(form.dialog('Leave without saving?')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(form.field('Bid ID')).toHaveValue(bidId);
    await page.goBack();
    await expect(form.dialog('Leave without saving?')).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await form.fill({ 'Contract name': 'PHC building' });
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    await expect(page).toHaveURL(new RegExp(LIST));
    await shell.menu.getByRole('link', { name: 'Projects' }).click();
    await expect(page).toHaveURL(/\/projects$/);
  });

  test('asks before the tab is closed, and offers the draft afterwards', async ({ page }) => {
    await page.goto(CREATE);
    await form.fill({ 'Bid ID': 'DRAFT/1', 'Tender actual value': '1,25,00,000.50' });
    // The draft is written at a pause in typing, which may come between the two fields.
    await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain('1250000050');
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    await (await asked).accept();
    await reloaded;
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(form.field('Bid ID')).toHaveValue('DRAFT/1');
    await expect(form.field('Tender actual value')).toHaveValue('1,25,00,000.50');
    await expect(form.unsaved).toBeVisible();
  });

  // Spec: S2.contracts.actions S8.contracts.updated
  test('asks when somebody else changed the contract first', async ({ page, browser }) => {
    const bidId = freshBid();
    await createContract(page, bidId);
    await openEdit(page, bidId);
    const storageState = await page.context().storageState();
    const other = await (await browser.newContext({ storageState })).newPage();
    await openEdit(other, bidId);
    const theirs = new FormPO(other);
    await theirs.fill({ Comments: 'Theirs' });
    await theirs.update.click();
    await theirs.expectToast('Contract updated successfully!');
    await other.context().close();

    await form.fill({ Comments: 'Mine' });
    await form.update.click();
    const dialog = form.dialog('Changed by somebody else');
    await expect(dialog).toContainText('Changed by you in another window at');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Reload theirs' }).click();
    await expect(form.field('Comments')).toHaveValue('Theirs');
    await form.fill({ Comments: 'Ours' });
    await form.update.click();
    await form.expectToast('Contract updated successfully!');
  });

  // Spec: S2.contracts.actions S2.contracts.delete-question
  test('deletes after asking, in the words of the specification', async ({ page, allowConsole }) => {
    allowConsole(/500/);
    const bidId = freshBid();
    await createContract(page, bidId);
    const list = new ListPO(page);
    await list.open(`${LIST}?bidId=${encodeURIComponent(bidId)}`);
    await list.act(bidId, 'Delete');
    await expect(page.getByText('Are you sure you want to delete this contract?')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list.menu(bidId)).toBeFocused();

    await page.route(
      '**/nirmaan.contracts.v1.ContractService/DeleteContract',
      (route) => route.fulfill({ status: 500 }),
      {
        times: 1,
      },
    );
    await list.act(bidId, 'Delete');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
      'Failed to delete contract. Please try again.',
    );
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('No contracts match these filters')).toBeVisible();
    await expect(list.heading).toBeFocused();
  });

  test('keeps the focus clear of its bars', async ({ page }) => {
    await page.setViewportSize({ width: 683, height: 500 });
    await page.goto(CREATE);
    await form.field('Bid ID').focus();
    for (let stop = 0; stop < 30; stop += 1) {
      await page.keyboard.press('Tab');
      const covered = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body) return 'nothing has the focus';
        const { left, top, width, height } = focused.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + Math.min(height, 40) / 2);
        const clear = hit && (focused.contains(hit) || hit.contains(focused));
        return clear ? '' : `${focused.outerHTML.slice(0, 80)} is covered by ${hit?.outerHTML.slice(0, 80)}`;
      });
      expect(covered, `stop ${stop}`).toBe('');
    }
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible, ${colorScheme}`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(CREATE);
      await form.create.click();
      await expect(form.summary).toBeFocused();
      await expectAccessible(page);
      await form.fill({ 'Bid ID': 'A', 'Opening date': '05/05/2026', 'Tender actual value': '12 lakh' });
      await expectAccessible(page);
      await page.getByRole('combobox', { name: 'Status' }).click();
      await expect(page.getByRole('option', { name: 'Awarded' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 390, height: 844 });
      await expectAccessible(page);
    });
  }
});

test.describe('a session that ends', () => {
  test('saves what was typed when the session ends in between', async ({ page, signInAnew }) => {
    const form = new FormPO(page);
    await signInAnew(accounts.deccan);
    await page.goto(CREATE);
    const bidId = freshBid();
    await form.fill({ 'Bid ID': bidId, 'Contract name': 'Sewerage ward 12' });
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'spent');
      localStorage.setItem('refreshToken', 'spent');
    });
    await form.create.click();
    const dialog = form.dialog('Your session has ended');
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in and continue' }).click();
    await form.expectToast('Contract created successfully!');
    const list = new ListPO(page);
    await list.open(`${LIST}?bidId=${encodeURIComponent(bidId)}`);
    await expect(list.rows).toHaveCount(1);
  });
});

test.describe('a contract to read', () => {
  test.beforeEach(async ({ signIn }) => signIn(accounts.deccan));

  // Spec: S2.contracts.view
  test('shows a long Hindi name whole, in grid, card and title', async ({ page }) => {
    const bidId = freshBid();
    await createContract(page, bidId, HINDI);
    const list = new ListPO(page);
    await list.open(`${LIST}?bidId=${encodeURIComponent(bidId)}`);
    await expect(list.grid.getByText(HINDI)).toBeVisible();
    const clipped = await list.grid.getByText(HINDI).evaluate((cell) => cell.scrollWidth > cell.clientWidth);
    expect(clipped).toBe(false);
    await list.rows.getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HINDI);
    await expect(page.getByRole('button', { name: 'Copy Bid ID' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
    await page.goBack();
    await expect(page.getByRole('listitem').getByText(HINDI)).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  // Spec: S2.contracts.view S8.contracts.fetch-failed
  test('says when there is none', async ({ page }) => {
    await page.goto('/contracts/018f0000-0000-7000-8000-000000000000');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to fetch contract');
    await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible();
    await expectAccessible(page);
  });

  test('never scrolls sideways, nor does its form', async ({ page }) => {
    for (const width of [683, 390, 320]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(CREATE);
      await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  });
});
