import { readFileSync } from 'node:fs';
import { type Api, asOwner, type Stored } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';
import { notice, photo, rates, UPLOAD_CALL } from './fixtures/papers';
import { DocumentsPO } from './pages/DocumentsPO';

test.describe('a contract’s documents', () => {
  let documents: DocumentsPO;
  let owner: Api;
  let contract: Stored;
  let path: string;

  test.beforeEach(async ({ page, request, signIn }) => {
    documents = new DocumentsPO(page);
    owner = await asOwner(request);
    contract = await owner.contract();
    path = `/contracts/${contract.id}/supporting-docs`;
    await signIn(accounts.owner);
  });

  const stored = (file: typeof notice, fields: Record<string, string> = {}) =>
    owner.document(file, { entityType: 'CONTRACT', entityId: contract.id, ...fields });

  // Spec: S2.supporting-docs.route S5.documents.none S8.documents.none-uploaded
  test('are chosen, described and uploaded', async ({ page }) => {
    test.slow();
    await documents.open(path);
    await expect(documents.heading).toHaveText('Supporting documents');
    await expect(page.getByRole('heading', { name: 'No files uploaded yet.' })).toBeVisible();
    await expect(documents.upload.getByText(/^Storage: .+ of .+ used$/)).toBeVisible();
    await documents.uploadButton.click();
    await expect(documents.upload.getByRole('alert')).toHaveText('Please select at least one file to upload.');
    await expectAccessible(page);

    await documents.choose(notice, photo);
    await expect(documents.upload.getByRole('alert')).toHaveCount(0);
    await expect(documents.file(notice.name)).toContainText('Ready');
    await documents.upload.getByRole('combobox', { name: 'Document type' }).fill('Tender notice');
    await documents.upload.getByRole('textbox', { name: 'Purpose' }).fill('Bid of the north lot');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await documents.uploadButton.click();
    await expect(page.getByText('2 files uploaded.')).toBeVisible();
    await expect(documents.files).toHaveCount(0);
    await expect(documents.rows).toHaveCount(2);
    for (const { name } of [notice, photo]) {
      await expect(documents.row(name)).toContainText('Bid of the north lot');
      await expect(documents.row(name)).toContainText('Tender notice');
      await expect(documents.row(name)).toContainText(accounts.owner.email);
    }
    const thumbnail = documents.row(photo.name).locator('img');
    await expect.poll(() => thumbnail.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
    await expectAccessible(page);
  });

  test('are dropped, or pasted as images', async ({ page }) => {
    await documents.open(path);
    await documents.bring('drop', rates);
    await expect(documents.file(rates.name)).toContainText('Ready');
    await documents
      .file(rates.name)
      .getByRole('button', { name: `Remove ${rates.name}` })
      .click();
    await expect(documents.files).toHaveCount(0);
    await expect(documents.upload).toBeFocused();
    await documents.bring('paste', { ...photo, name: 'image.png' });
    await expect(documents.file(/^Pasted image \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png/)).toContainText('Ready');
    await documents.uploadButton.click();
    await expect(documents.row('Pasted image')).toBeVisible();
    await expect(page.getByText('1 file uploaded.')).toBeVisible();
  });

  test('are not sent when they are of a wrong kind, empty or too large', async ({ page }) => {
    test.slow();
    let sent = 0;
    await page.route(UPLOAD_CALL, (route) => {
      sent += 1;
      return route.abort();
    });
    await documents.open(path);
    await documents.choose(
      { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
      { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(25 * 1024 * 1024 + 1) },
      { name: 'nothing.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    );
    await expect(documents.file('setup.exe').getByRole('alert')).toHaveText('This kind of file is not allowed.');
    await expect(documents.file('plan.pdf').getByRole('alert')).toHaveText('The file is larger than 25 MB.');
    await expect(documents.file('nothing.txt').getByRole('alert')).toHaveText('The file is empty.');
    await expectAccessible(page);
    await documents.uploadButton.click();
    await expect(documents.upload.getByText('Please select at least one file to upload.')).toBeVisible();
    expect(sent).toBe(0);
  });

  test('are cancelled one by one, and tried again', async ({ page, allowConsole }) => {
    allowConsole(/ERR_/);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(UPLOAD_CALL, async (route) => {
      if (!route.request().postDataBuffer()?.includes(rates.name)) return route.continue();
      await held;
      await route.abort().catch(() => {});
    });
    await documents.open(path);
    await documents.choose(rates, photo);
    await documents.uploadButton.click();
    await expect(documents.row(photo.name)).toBeVisible();
    await expect(documents.file(photo.name)).toContainText('Uploaded');
    await expect(documents.file(rates.name).getByRole('progressbar')).toBeAttached();
    await expectAccessible(page);
    const cancel = documents.file(rates.name).getByRole('button', { name: `Cancel ${rates.name}` });
    await cancel.click();
    await expect(documents.file(rates.name)).toContainText('Cancelled');
    await expect(documents.file(rates.name).getByRole('button', { name: `Remove ${rates.name}` })).toBeFocused();
    release();
    await expect(documents.rows).toHaveCount(1);
    await page.unroute(UPLOAD_CALL);
    await documents
      .file(rates.name)
      .getByRole('button', { name: `Retry ${rates.name}` })
      .click();
    await expect(documents.rows).toHaveCount(2);
  });

  // Spec: S8.documents.upload-failed
  test('say why they failed, and are tried again', async ({ page, allowConsole }) => {
    allowConsole(/ERR_|50\d/);
    await page.route(UPLOAD_CALL, (route) => route.abort());
    await documents.open(path);
    await documents.choose(rates);
    await documents.uploadButton.click();
    const alert = documents.upload.getByRole('alert').filter({ hasText: '1 file was not uploaded.' });
    await expect(alert).toContainText('Upload failed. Please try again.');
    await expect(documents.file(rates.name)).toContainText('Network error. Please try again.');
    await expectAccessible(page);
    await page.unroute(UPLOAD_CALL);
    await page.route(UPLOAD_CALL, (route) => route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }));
    await documents.uploadButton.click();
    await expect(documents.file(rates.name)).toContainText('Upload failed. Please try again.');
    await page.unroute(UPLOAD_CALL);
    await documents
      .file(rates.name)
      .getByRole('button', { name: `Retry ${rates.name}` })
      .click();
    await expect(documents.row(rates.name)).toBeVisible();
    await expect(alert).toHaveCount(0);
  });

  test('are refused by the server when their content is something else', async ({ page, allowConsole }) => {
    allowConsole(/400/);
    await documents.open(path);
    await documents.choose({ ...notice, buffer: Buffer.from('<html><script>alert(1)</script></html>') });
    const [answer] = await Promise.all([page.waitForResponse(UPLOAD_CALL), documents.uploadButton.click()]);
    const { message } = (await answer.json()) as { message: string };
    await expect(documents.file(notice.name).getByRole('alert')).toHaveText(message);
    await expect(page.getByRole('heading', { name: 'No files uploaded yet.' })).toBeVisible();
  });

  test('are not left half uploaded without a question', async ({ page, allowConsole }) => {
    allowConsole(/ERR_/);
    // Held until the page is left.
    await page.route(UPLOAD_CALL, () => {});
    await documents.open(path);
    await documents.choose(rates);
    await documents.uploadButton.click();
    await expect(documents.file(rates.name).getByRole('progressbar')).toBeAttached();
    await page.getByRole('link', { name: 'All contracts' }).click();
    const question = page.getByRole('dialog', { name: 'Stop the upload?' });
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(documents.file(rates.name)).toBeVisible();
    await page.getByRole('link', { name: 'All contracts' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/contracts/list');
  });

  test('are looked at: images and PDFs on the page, the rest as a download', async ({ page }) => {
    test.slow();
    for (const file of [notice, photo, rates]) await stored(file);
    await documents.open(path);
    await documents.name(photo.name).click();
    const image = documents.preview.getByRole('img', { name: photo.name });
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(documents.preview).toBeHidden();
    await expect(documents.name(photo.name)).toBeFocused();

    await documents.act(notice.name, 'Preview');
    const frame = documents.preview.locator('iframe');
    await expect(frame).toHaveAttribute('title', notice.name);
    const shown = await page.request.get((await frame.getAttribute('src')) ?? '');
    expect(shown.headers()['content-type']).toBe('application/pdf');
    expect(shown.headers()['content-disposition']).toMatch(/^inline/);
    await expect(documents.preview.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
      'href',
      (await frame.getAttribute('src')) ?? '',
    );
    await documents.preview.getByRole('button', { name: 'Close' }).click();

    const download = page.waitForEvent('download');
    await documents.name(rates.name).click();
    expect((await download).suggestedFilename()).toBe(rates.name);
  });

  test('are downloaded by a fresh link, and say when they can’t be', async ({ page, allowConsole }) => {
    const { id } = await stored(rates);
    await documents.open(path);
    const download = page.waitForEvent('download');
    await documents.act(rates.name, 'Download');
    expect(readFileSync(await (await download).path())).toEqual(rates.buffer);

    await owner.delete(`/documents/${id}`);
    allowConsole(/404/);
    await documents.act(rates.name, 'Download');
    const problem = page.getByRole('dialog', { name: `Download ${rates.name}` });
    await expect(problem.getByRole('alert')).not.toBeEmpty();
    await expectAccessible(page);
    await problem.getByRole('button', { name: 'Close' }).last().click();
    await expect(problem).toBeHidden();
  });

  test('are deleted after a question, whose failure stays in the dialog', async ({ page }) => {
    const { id } = await stored(rates);
    await stored(photo);
    await documents.open(path);
    await documents.act(photo.name, 'Delete');
    const question = page.getByRole('dialog', { name: `Delete ${photo.name}?` });
    await expect(question).toContainText('Are you sure you want to delete this document?');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(documents.menu(photo.name)).toBeFocused();
    await documents.act(photo.name, 'Delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Document deleted successfully!')).toBeVisible();
    await expect(documents.rows).toHaveCount(1);

    await owner.delete(`/documents/${id}`);
    await documents.act(rates.name, 'Delete');
    const failing = page.getByRole('dialog', { name: `Delete ${rates.name}?` });
    await failing.getByRole('button', { name: 'Delete' }).click();
    await expect(failing.getByRole('alert')).not.toBeEmpty();
  });

  // Spec: S8.documents.missing
  test('belong to a contract and a tenant, without which nothing is asked', async ({ page }) => {
    await page.goto('/contracts/supporting-docs');
    await expect(page.getByRole('heading', { name: 'Missing required parameters' })).toBeVisible();
    await expectAccessible(page);
    await page.evaluate(() => {
      const user: unknown = JSON.parse(localStorage.getItem('user') ?? '{}');
      localStorage.setItem('user', JSON.stringify(Object.assign({}, user, { tenantId: '' })));
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Missing required parameters' })).toBeVisible();
    await expect(documents.upload).toHaveCount(0);
  });

  // Spec: S2.contracts.documents-action
  test('are reached from the list of contracts and from the record, which shows the newest', async ({ page }) => {
    await stored(photo);
    await documents.open(`/contracts/list?bidId=${contract.bidId}`);
    await documents.act(String(contract.bidId), 'Add Supporting Docs');
    await expect(page).toHaveURL(path);
    await expect(documents.row(photo.name)).toBeVisible();
    await page.goto(`/contracts/${contract.id}`);
    const panel = page.getByRole('region', { name: 'Supporting documents' });
    await panel.getByRole('button', { name: photo.name, exact: true }).click();
    await expect(documents.preview.getByRole('img', { name: photo.name })).toBeVisible();
    await page.keyboard.press('Escape');
    await panel.getByRole('link', { name: 'All documents (1)' }).click();
    await expect(page).toHaveURL(path);
  });

  test('fit a phone, in the dark too', async ({ page }) => {
    await stored({ ...photo, name: 'पुल-निर्माण-के-लिए-विस्तृत-नक्शा-और-दूसरे-बहुत-लंबे-नाम-का-चित्र.png' });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 390, height: 844 });
    await documents.open(path);
    await page.getByRole('button', { name: /^पुल/ }).click();
    await expect(documents.preview.getByRole('img', { name: /^पुल/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(documents.preview).toHaveCount(0);
    await documents.choose(notice, { name: 'setup.exe', mimeType: '', buffer: Buffer.from('MZ') });
    await expect(documents.file(notice.name)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});

test('an upload outlives its access token', async ({ page, request, signInAnew, allowConsole }) => {
  allowConsole(/401/);
  const documents = new DocumentsPO(page);
  const { id } = await (await asOwner(request)).contract();
  await signInAnew(accounts.owner);
  await documents.open(`/contracts/${id}/supporting-docs`);
  await page.evaluate(() => localStorage.setItem('accessToken', 'spent'));
  await documents.choose(notice, photo);
  await documents.uploadButton.click();
  await expect(page.getByText('2 files uploaded.')).toBeVisible();
  await expect(documents.rows).toHaveCount(2);
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBe('spent');
});

// Spec: S6.documents.module
test('a contract’s documents are read, and not written, by whoever may only view it', async ({
  page,
  request,
  signIn,
}) => {
  const documents = new DocumentsPO(page);
  const owner = await asOwner(request);
  const { id } = await owner.contract();
  await owner.document(rates, { entityType: 'CONTRACT', entityId: id });
  await signIn(accounts.viewer);
  await documents.open(`/contracts/${id}/supporting-docs`);
  await expect(documents.upload.getByText('You need the Create permission for Contracts.')).toBeVisible();
  await expect(documents.upload.getByRole('button', { name: 'Choose files' })).toBeDisabled();
  await expect(documents.uploadButton).toHaveAttribute('aria-disabled', 'true');
  await documents.menu(rates.name).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toContainText(
    'You need the Delete permission for Contracts.',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await documents.act(rates.name, 'Download');
  expect((await download).suggestedFilename()).toBe(rates.name);
});
