import { beforeEach, describe, expect, test } from 'vitest';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { ageBanner, readAgainAfter } from '@/testing/age';
import { answerDocuments, documents, notice, photo, rates } from '@/testing/documents';
import { bringFiles } from '@/testing/files';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { person, session, signIn } from '@/testing/people';
import { deleted } from '@/testing/refusals';
import { address, page, userEvent, visit } from '@/testing/screen';
import { server } from '@/testing/server';
import { uploads } from '@/testing/uploads';

const PAGE = '/contracts/contract-1/supporting-docs';
const { getContract, filterContracts } = ContractService.method;
const { filterDocuments } = DocumentService.method;

const none = page.getByRole('heading', { name: 'No files uploaded yet.' });
const sentNames = async () => (await uploads.made()).map(({ file }) => file.name);
const button = (name: string) => documents.upload.getByRole('button', { name, exact: true });

describe('the documents of a contract', () => {
  let keep: ReturnType<typeof answerDocuments>['keep'];

  beforeEach(() => {
    signIn();
    server.answer(getContract, { id: 'contract-1', bidId: 'ROAD/1' });
    ({ keep } = answerDocuments());
    uploads.answer(keep);
  });

  test('are still chosen when the list is filtered, which needs no leave', async () => {
    await list.open(PAGE);
    await documents.choose(notice);
    await expect.element(documents.file(notice.name)).toHaveTextContent('Ready');
    await visit(`${PAGE}?fileName=rates`);
    await expect.poll(address).toBe(`${PAGE}?fileName=rates`);
    expect((await server.calls(filterDocuments)).at(-1)?.request).toMatchObject({ fileName: 'rates' });
    await expect.element(documents.file(notice.name)).toHaveTextContent('Ready');
  });

  // Spec: S2.supporting-docs.route S5.documents.none S8.documents.none-uploaded S9.documents.entity-type
  test('are chosen, described and uploaded', async () => {
    await list.open(PAGE);
    await expect.element(list.heading).toHaveTextContent('Supporting documents');
    await expect.element(none).toBeVisible();
    expect((await server.calls(filterDocuments)).at(-1)?.request).toMatchObject({
      entityType: ['CONTRACT'],
      entityId: 'contract-1',
    });
    await expect.element(documents.upload).toHaveTextContent('Storage: 3 GB of 10 GB used');
    await documents.button.click();
    await expect.element(documents.problem).toHaveTextContent('Please select at least one file to upload.');
    expect(await uploads.made()).toEqual([]);
    await documents.choose(notice, photo);
    await expect.element(documents.problem).not.toBeInTheDocument();
    await expect.element(documents.file(notice.name)).toHaveTextContent('Ready');
    await documents.upload.getByRole('combobox', { name: 'Document type' }).fill('Tender notice');
    await userEvent.keyboard('{Escape}');
    await documents.upload.getByRole('textbox', { name: 'Purpose' }).fill('Bid of the north lot');
    await documents.button.click();
    await form.expectToast('2 files uploaded.');
    await expect.element(documents.files).not.toBeInTheDocument();
    await expect.element(documents.rows).toHaveLength(2);
    for (const { name } of [notice, photo]) {
      await expect.element(documents.row(name)).toHaveTextContent('Bid of the north lot');
      await expect.element(documents.row(name)).toHaveTextContent('Tender notice');
      await expect.element(documents.row(name)).toHaveTextContent('owner@bharat.example');
    }
    expect((await sentNames()).toSorted()).toEqual([photo.name, notice.name]);
    for (const { url, field, fields, headers } of await uploads.made()) {
      expect(url).toBe('/api/documents/upload');
      expect(field).toBe('file');
      expect(fields).toEqual({
        tenantId: 'tenant-1',
        entityType: 'CONTRACT',
        entityId: 'contract-1',
        docType: 'Tender notice',
        purpose: 'Bid of the north lot',
      });
      expect(headers.get('authorization')).toBe('Bearer fresh');
    }
  });

  test('are described on a page that is accessible, on a phone too', async () => {
    await page.viewport(390, 844);
    await list.open(PAGE);
    await documents.choose(notice, new File(['MZ'], 'setup.exe'));
    await expect.element(documents.file(notice.name)).toBeVisible();
    await documents.upload.getByRole('combobox', { name: 'Document type' }).click();
    await expect.element(page.getByRole('option', { name: 'EMD receipt' })).toBeVisible();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
  });

  test('are dropped, or pasted as images', async () => {
    await list.open(PAGE);
    await documents.bring('drop', rates);
    await expect.element(documents.file(rates.name)).toHaveTextContent('Ready');
    await button(`Remove ${rates.name}`).click();
    await expect.element(documents.files).not.toBeInTheDocument();
    await expect.element(documents.upload).toHaveFocus();
    await documents.bring('paste', new File([photo], 'image.png', { type: photo.type }));
    const pasted = /^Pasted image \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png/;
    await expect.element(documents.file(pasted)).toHaveTextContent('Ready');
    await documents.button.click();
    await form.expectToast('1 file uploaded.');
    expect(await sentNames()).toEqual([expect.stringMatching(pasted)]);
  });

  test('stay chosen when the contract turns out to be deleted, which the page says once they are gone', async () => {
    await list.open(PAGE);
    await documents.choose(notice);
    await expect.element(documents.file(notice.name)).toHaveTextContent('Ready');
    const gone = () => {
      throw deleted({ kind: 'CONTRACT', id: 'contract-1', name: 'ROAD/1' });
    };
    server.answer(getContract, gone);
    server.answer(filterDocuments, gone);
    await readAgainAfter(60_000);
    await expect.element(ageBanner).toBeVisible();
    // Nor do they go with a filter that can't be had.
    await list.filter('File name').fill('notice');
    await expect.element(list.failure).toBeVisible();
    await expect.element(documents.file(notice.name)).toHaveTextContent('Ready');
    await button(`Remove ${notice.name}`).click();
    await readAgainAfter(60_000);
    await expect.element(list.heading).toHaveTextContent('This record was deleted');
  });

  test('are not sent when they are of a wrong kind, empty or too large', async () => {
    await list.open(PAGE);
    await documents.choose(
      new File(['MZ'], 'setup.exe'),
      new File([new Uint8Array(25 * 1024 * 1024 + 1)], 'plan.pdf'),
      new File([], 'nothing.txt'),
    );
    for (const [name, reason] of [
      ['setup.exe', 'This kind of file is not allowed.'],
      ['plan.pdf', 'The file is larger than 25 MB.'],
      ['nothing.txt', 'The file is empty.'],
    ] as const) {
      await expect.element(documents.file(name).getByRole('alert')).toHaveTextContent(reason);
    }
    await expectAccessible();
    await documents.button.click();
    await expect.element(documents.upload.getByText('Please select at least one file to upload.')).toBeVisible();
    expect(await uploads.made()).toEqual([]);
  });

  test('are cancelled one by one, and tried again', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    uploads.answer(async (upload) => {
      if (upload.file.name === rates.name) await held;
      return keep(upload);
    });
    await list.open(PAGE);
    await documents.choose(rates, photo);
    await documents.button.click();
    await expect.element(documents.row(photo.name)).toBeVisible();
    await expect.element(documents.file(photo.name)).toHaveTextContent('Uploaded');
    const bar = documents.file(rates.name).getByRole('progressbar');
    await expect.element(bar).toHaveAttribute('aria-valuenow', '0');
    const made = await uploads.made();
    made.find(({ file }) => file.name === rates.name)?.arrived(0.42);
    await expect.element(bar).toHaveAttribute('aria-valuenow', '42');
    await expect.element(documents.file(rates.name)).toHaveTextContent('42%');
    await expectAccessible();
    await button(`Cancel ${rates.name}`).click();
    await expect.element(documents.file(rates.name)).toHaveTextContent('Cancelled');
    await expect.element(button(`Remove ${rates.name}`)).toHaveFocus();
    await expect.element(documents.rows).toHaveLength(1);
    uploads.answer(keep);
    await button(`Retry ${rates.name}`).click();
    await expect.element(documents.rows).toHaveLength(2);
    expect(await sentNames()).toEqual([rates.name, photo.name, rates.name]);
    release();
  });

  // Spec: S8.documents.upload-failed
  test('say why they failed, and are tried again', async () => {
    uploads.fail();
    await list.open(PAGE);
    await documents.choose(rates);
    await documents.button.click();
    const whole = documents.problem.filter({ hasText: '1 file was not uploaded.' });
    await expect.element(whole).toHaveTextContent('Upload failed. Please try again.');
    await expect.element(documents.file(rates.name)).toHaveTextContent('Network error. Please try again.');
    await expectAccessible();
    uploads.answer({ status: 502, body: '<html>Bad gateway</html>' });
    await documents.button.click();
    await expect.element(documents.file(rates.name)).toHaveTextContent('Upload failed. Please try again.');
    uploads.answer({ status: 400, body: { message: 'The content of the file is not that of a .csv.' } });
    await button(`Retry ${rates.name}`).click();
    await expect
      .element(documents.file(rates.name).getByRole('alert'))
      .toHaveTextContent('The content of the file is not that of a .csv.');
    await expect.element(none).toBeVisible();
    uploads.answer(keep);
    await button(`Retry ${rates.name}`).click();
    await expect.element(documents.row(rates.name)).toBeVisible();
    await expect.element(documents.problem).not.toBeInTheDocument();
  });

  test('outlive their access token', async () => {
    server.answer(AuthService.method.refresh, { ...session(), accessToken: 'renewed', refreshToken: 'next' });
    uploads.answer((upload) =>
      upload.headers.get('authorization') === 'Bearer fresh' ? { status: 401, body: {} } : keep(upload),
    );
    await list.open(PAGE);
    await documents.choose(notice, photo);
    await documents.button.click();
    await form.expectToast('2 files uploaded.');
    await expect.element(documents.rows).toHaveLength(2);
    expect(await server.calls(AuthService.method.refresh)).toHaveLength(1);
    expect((await uploads.made()).at(-1)?.headers.get('authorization')).toBe('Bearer renewed');
  });

  test('are not left half uploaded without a question', async () => {
    server.answer(filterContracts, {});
    uploads.hold();
    await list.open(PAGE);
    await documents.choose(rates);
    await documents.button.click();
    await expect.element(documents.file(rates.name).getByRole('progressbar')).toBeInTheDocument();
    const away = page.getByRole('link', { name: 'All contracts' });
    await away.click();
    const question = form.dialog('Stop the upload?');
    await expect.element(question).toBeVisible();
    await expectAccessible();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(documents.file(rates.name)).toBeVisible();
    await away.click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect.poll(address).toBe('/contracts/list');
  });

  test('need the right to create contracts', async () => {
    signIn(person({ Contracts: ['view'] }));
    await list.open(PAGE);
    await expect.element(documents.upload).toHaveTextContent('You need the Create permission for Contracts.');
    await expect.element(button('Choose files')).not.toBeInTheDocument();
    await expect.element(documents.button).not.toBeInTheDocument();
    bringFiles(documents.upload, 'paste', photo);
    await expect.element(documents.files).not.toBeInTheDocument();
  });
});
