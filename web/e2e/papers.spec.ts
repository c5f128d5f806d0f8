import { EVERY_FLAG, newFirmWith } from './api';
import { accounts, expect, test } from './fixtures';
import { notice, photo, rates } from './fixtures/papers';
import { DocumentsPO } from './pages/DocumentsPO';

// Spec: S2.vehicles.list S2.vehicle-insurance.upload S2.vehicle-insurance.list S2.payments.upload
test('papers of vehicles, of their insurance and of payments are kept apart', async ({ page, request, signIn }) => {
  test.slow();
  // A firm of its own: the lists of the demo's firms are never empty.
  const grants = { Vehicles: EVERY_FLAG, 'Vehicle Insurance': EVERY_FLAG, Payments: EVERY_FLAG };
  const { account } = await newFirmWith(request, grants);
  await signIn(account);
  const documents = new DocumentsPO(page);
  const names = documents.rows.getByRole('rowheader');

  await documents.open('/vehicles');
  await page.getByRole('button', { name: 'Upload documents' }).first().click();
  await documents.choose(notice, photo, rates);
  await documents.upload.getByRole('combobox', { name: 'Document type' }).fill('Permit');
  await page.keyboard.press('Escape');
  await documents.uploadButton.click();
  await expect(page.getByText('3 files uploaded.')).toBeVisible();
  await documents.sortButton('File name').click();
  await expect(names).toContainText([photo.name, rates.name, notice.name]);
  await documents.filter('File name').fill('NORTH');
  await expect(names).toContainText([photo.name]);
  await documents.filter('Document type').fill('permit');
  await expect(names).toContainText([photo.name]);
  await documents.filter('Document type').fill('no such type');
  await expect(page.getByRole('heading', { name: 'No documents match these filters' })).toBeVisible();
  await documents.open('/vehicles?size=2&page=2');
  await expect(documents.rows).toHaveCount(1);

  await documents.open('/vehicle-insurance');
  await expect(page.getByRole('heading', { name: 'No documents found.' })).toBeVisible();
  await documents.choose(notice);
  await documents.uploadButton.click();
  await expect(names).toContainText([notice.name]);

  await documents.open('/payments');
  await expect(page.getByRole('heading', { name: 'No documents found.' })).toBeVisible();
  await documents.choose(photo, rates);
  await documents.uploadButton.click();
  await expect(page.getByText('2 files uploaded.')).toBeVisible();
  await expect(documents.rows).toHaveCount(2);
});

// Spec: S6.documents.module
test('documents of a module are for those who may view it', async ({ page, signInAnew }) => {
  // A page that is refused renews the session, to see what was granted or taken meanwhile.
  await signInAnew(accounts.viewer);
  for (const path of ['/vehicles', '/vehicle-insurance', '/payments']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized');
  }
});
