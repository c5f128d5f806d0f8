import { asAdmin } from './api';
import { accounts, expect, expectAccessible, test } from './fixtures';
import { notice, photo, rates, UPLOAD_CALL } from './fixtures/papers';
import { DocumentsPO } from './pages/DocumentsPO';

test.describe('papers of the organisation', () => {
  let documents: DocumentsPO;

  // A firm of its own: the lists of the demo's firms are never empty.
  test.beforeEach(async ({ page, request, signInAnew }) => {
    test.slow();
    documents = new DocumentsPO(page);
    const admin = await asAdmin(request);
    const { id: tenantId, name } = await admin.tenant();
    const clerk = await admin.user({ tenantId });
    const all = ['canView', 'canCreate', 'canDelete'] as const;
    await admin.map(clerk, await admin.role({ Vehicles: all, 'Vehicle Insurance': all, Payments: ['canView'] }));
    await signInAnew({ ...clerk, tenantName: name });
  });

  // Spec: S2.vehicles.list S8.documents.none-found
  test('of vehicles are listed, filtered and paged', async ({ page }) => {
    await documents.open('/vehicles');
    await expect(page.getByRole('heading', { name: 'No documents found.' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Upload documents' }).first().click();
    await expect(documents.upload).toBeFocused();
    await documents.choose(notice, photo, rates);
    await documents.upload.getByRole('combobox', { name: 'Document type' }).fill('Permit');
    await page.keyboard.press('Escape');
    await documents.uploadButton.click();
    await expect(page.getByText('3 files uploaded.')).toBeVisible();

    await documents.open('/vehicles?size=2');
    await expect(documents.rows).toHaveCount(2);
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(documents.rows).toHaveCount(1);
    await documents.open('/vehicles');
    await documents.sortButton('File name').click();
    await expect(documents.rows.getByRole('rowheader')).toContainText([photo.name, rates.name, notice.name]);
    await documents.filter('File name').fill('NORTH');
    await expect(documents.rows).toHaveCount(1);
    await documents.filter('Document type').fill('no such type');
    await expect(page.getByRole('heading', { name: 'No documents match these filters' })).toBeVisible();
  });

  // Spec: S2.vehicle-insurance.upload S2.vehicle-insurance.list S5.documents.choose S8.documents.upload-failed-console
  test('of insurance are uploaded and listed', async ({ page, allowConsole }) => {
    await documents.open('/vehicle-insurance');
    await expect(page.getByRole('heading', { name: 'No documents found.' })).toBeVisible();
    await documents.uploadButton.click();
    await expect(documents.upload.getByRole('alert')).toHaveText('Please choose a file.');
    await expectAccessible(page);

    allowConsole(/502|failed_precondition/);
    await page.route(UPLOAD_CALL, (route) => route.fulfill({ status: 502, body: '' }));
    await documents.choose(notice);
    const logged = page.waitForEvent('console', (message) => /failed_precondition/.test(message.text()));
    await documents.uploadButton.click();
    await logged;
    await expect(documents.file(notice.name)).toContainText('Upload failed. See console for details.');
    await page.unroute(UPLOAD_CALL);
    await documents.uploadButton.click();
    await expect(documents.row(notice.name)).toBeVisible();
    await expectAccessible(page);
  });

  test('of payments need the right to create them', async ({ page }) => {
    await documents.open('/payments');
    await expect(documents.upload.getByText('You need the Create permission for Payments.')).toBeVisible();
    await expect(documents.upload.getByRole('button', { name: 'Choose files' })).toBeDisabled();
    await expectAccessible(page);
  });
});

// Spec: S2.payments.upload S5.documents.choose-several
test('payments take several files at once', async ({ page, signIn }) => {
  const documents = new DocumentsPO(page);
  await signIn(accounts.owner);
  await documents.open('/payments');
  await documents.uploadButton.click();
  await expect(documents.upload.getByRole('alert')).toHaveText('Please select one or more files.');
  const before = await documents.total();
  await documents.choose(notice, photo, rates);
  await documents.uploadButton.click();
  await expect(page.getByText('3 files uploaded.')).toBeVisible();
  await expect.poll(() => documents.total()).toBe(before + 3);
  await expectAccessible(page);
});

// Spec: S6.documents.module
test('documents of a module are for those who may view it', async ({ page, signIn }) => {
  await signIn(accounts.viewer);
  for (const path of ['/vehicles', '/vehicle-insurance', '/payments']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unauthorized');
    await expectAccessible(page);
  }
});
