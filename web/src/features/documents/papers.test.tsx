import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { answerDocuments, documents, notice, photo, rates } from '@/testing/documents';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';
import { uploads } from '@/testing/uploads';

const { filterDocuments } = DocumentService.method;
const asked = async () => (await server.calls(filterDocuments)).at(-1)?.request;
const none = page.getByRole('heading', { name: 'No documents found.' });

describe('papers of the organisation', () => {
  let keep: ReturnType<typeof answerDocuments>['keep'];

  beforeEach(() => {
    signIn();
    ({ keep } = answerDocuments());
    uploads.answer(keep);
  });

  // Spec: S2.vehicles.list S2.vehicle-insurance.list S8.documents.none-found
  test.each([
    { path: '/vehicles', title: 'Vehicles', entityType: 'VEHICLE' },
    { path: '/vehicle-insurance', title: 'Vehicle Insurance', entityType: 'VEHICLE_INSURANCE' },
    { path: '/payments', title: 'Payments', entityType: 'PAYMENT' },
  ])('are listed at $path, where there may be none', async ({ path, title, entityType }) => {
    await list.open(path);
    await expect.element(list.heading).toHaveTextContent(title);
    await expect.element(none).toBeVisible();
    expect(await asked()).toMatchObject({ entityType: [entityType], entityId: 'tenant-1' });
    await expectAccessible();
    answerDocuments(notice, photo);
    await list.open(path);
    await expect.element(documents.rows).toHaveLength(2);
    await expect.element(documents.row(notice.name)).toBeVisible();
  });

  test('of vehicles are uploaded when somebody asks for it', async () => {
    await list.open('/vehicles');
    await expect.element(documents.upload).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Upload documents' }).first().click();
    await expect.element(documents.upload).toHaveFocus();
    await documents.button.click();
    await expect.element(documents.problem).toHaveTextContent('Please select at least one file to upload.');
    await documents.choose(notice);
    await documents.button.click();
    await form.expectToast('1 file uploaded.');
    await expect.element(documents.row(notice.name)).toBeVisible();
    expect((await uploads.made()).at(-1)?.fields).toMatchObject({ entityType: 'VEHICLE', entityId: 'tenant-1' });
  });

  // Spec: S2.vehicle-insurance.upload S5.documents.choose S8.documents.upload-failed-console
  test('of insurance are uploaded, and fail with a word on the console', async () => {
    await list.open('/vehicle-insurance');
    await documents.button.click();
    await expect.element(documents.problem).toHaveTextContent('Please choose a file.');
    expect(await uploads.made()).toEqual([]);
    await expectAccessible();
    uploads.answer({ status: 502, body: '' });
    await documents.choose(notice);
    await documents.button.click();
    await expect.element(documents.file(notice.name)).toHaveTextContent('Upload failed. See console for details.');
    const logged = vi.spyOn(globalThis.console, 'error');
    expect(String(logged.mock.lastCall?.[0])).toMatch(/failed_precondition/);
    expect(logged).toHaveBeenCalledTimes(1);
    // It was asked for.
    logged.mockClear();
    uploads.answer(keep);
    await documents.button.click();
    await expect.element(documents.row(notice.name)).toBeVisible();
    expect((await uploads.made()).at(-1)?.fields).toMatchObject({
      entityType: 'VEHICLE_INSURANCE',
      entityId: 'tenant-1',
    });
  });

  // Spec: S2.payments.upload S5.documents.choose-several
  test('of payments are uploaded several at once', async () => {
    await list.open('/payments');
    await documents.button.click();
    await expect.element(documents.problem).toHaveTextContent('Please select one or more files.');
    await documents.choose(notice, photo, rates);
    await documents.button.click();
    await form.expectToast('3 files uploaded.');
    await expect.element(documents.rows).toHaveLength(3);
    expect((await uploads.made()).map(({ file, fields }) => [file.name, fields.entityType]).toSorted()).toEqual([
      [photo.name, 'PAYMENT'],
      [rates.name, 'PAYMENT'],
      [notice.name, 'PAYMENT'],
    ]);
  });

  // Spec: S6.documents.module
  test.each([
    ['/vehicles', 'Vehicles'],
    ['/vehicle-insurance', 'Vehicle Insurance'],
    ['/payments', 'Payments'],
  ])('at %s ask for the rights of the module %s', async (path, module) => {
    signIn(person({ [module]: ['view'] }));
    await list.open(path);
    const missing = `You need the Create permission for ${module}.`;
    if (path === '/vehicles') {
      await page.getByRole('button', { name: 'Upload documents' }).first().hover();
      await expect.element(page.getByRole('tooltip')).toHaveTextContent(missing);
    } else {
      await expect.element(documents.upload).toHaveTextContent(missing);
      await expect.element(documents.upload.getByRole('button', { name: 'Choose files' })).not.toBeInTheDocument();
    }
    server.fail(filterDocuments, Code.PermissionDenied);
    await open(path);
    await expect.element(list.heading).toHaveTextContent('Unauthorized');
    await expect.element(documents.upload).not.toBeInTheDocument();
    await expectAccessible();
  });
});
