import { readFileSync } from 'node:fs';
import { type Api, asOwner, type Stored } from './api';
import { accounts, expect, test } from './fixtures';
import { notice, photo, rates, UPLOAD_CALL } from './fixtures/papers';
import { DocumentsPO } from './pages/DocumentsPO';

test.describe('a contract’s documents', () => {
  let documents: DocumentsPO;
  let owner: Api;
  let contract: Stored;
  let path: string;

  test.beforeEach(async ({ page, request }) => {
    documents = new DocumentsPO(page);
    owner = await asOwner(request);
    contract = await owner.contract();
    path = `/contracts/${contract.id}/supporting-docs`;
  });

  const stored = (file: typeof notice) => owner.document(file, { entityType: 'CONTRACT', entityId: contract.id });

  // Spec: S2.supporting-docs.route S8.documents.none-uploaded
  test('are uploaded unless their content is something else, and listed with their pictures', async ({
    page,
    signIn,
    allowConsole,
  }) => {
    allowConsole(/400/);
    await signIn(accounts.owner);
    await documents.open(path);
    await documents.choose({ ...notice, buffer: Buffer.from('<html><script>alert(1)</script></html>') });
    const [answer] = await Promise.all([page.waitForResponse(UPLOAD_CALL), documents.uploadButton.click()]);
    const { message } = (await answer.json()) as { message: string };
    await expect(documents.file(notice.name).getByRole('alert')).toHaveText(message);
    await expect(page.getByRole('heading', { name: 'No files uploaded yet.' })).toBeVisible();

    await documents.open(path);
    await documents.choose(notice, photo);
    await documents.upload.getByRole('combobox', { name: 'Document type' }).fill('Tender notice');
    await page.keyboard.press('Escape');
    await documents.upload.getByRole('textbox', { name: 'Purpose' }).fill('Bid of the north lot');
    await documents.uploadButton.click();
    await expect(page.getByText('2 files uploaded.')).toBeVisible();
    await expect(documents.rows).toHaveCount(2);
    for (const { name } of [notice, photo]) {
      await expect(documents.row(name)).toContainText('Bid of the north lot');
      await expect(documents.row(name)).toContainText('Tender notice');
      await expect(documents.row(name)).toContainText(accounts.owner.email);
    }
    const thumbnail = documents.row(photo.name).locator('img');
    await expect.poll(() => thumbnail.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
  });

  test('are looked at: images and PDFs on the page, the rest as a download', async ({ page, signIn }) => {
    for (const file of [notice, photo, rates]) await stored(file);
    await signIn(accounts.owner);
    await documents.open(path);
    await documents.name(photo.name).click();
    const image = documents.preview.getByRole('img', { name: photo.name });
    await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1);
    await page.keyboard.press('Escape');

    await documents.act(notice.name, 'Preview');
    const frame = documents.preview.locator('iframe');
    await expect(frame).toHaveAttribute('title', notice.name);
    const shown = await page.request.get((await frame.getAttribute('src')) ?? '');
    expect(shown.headers()['content-type']).toBe('application/pdf');
    expect(shown.headers()['content-disposition']).toMatch(/^inline/);
    await documents.preview.getByRole('button', { name: 'Close' }).click();

    const download = page.waitForEvent('download');
    await documents.name(rates.name).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe(rates.name);
    expect(readFileSync(await saved.path())).toEqual(rates.buffer);

    await documents.act(photo.name, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(documents.rows).toHaveCount(2);
  });

  // Spec: S6.documents.module
  test('are read, and not written, by whoever may only view contracts', async ({ page, signIn }) => {
    await stored(rates);
    await signIn(accounts.viewer);
    await documents.open(path);
    await expect(documents.upload.getByText('You need the Create permission for Contracts.')).toBeVisible();
    const download = page.waitForEvent('download');
    await documents.act(rates.name, 'Download');
    expect((await download).suggestedFilename()).toBe(rates.name);
  });
});
