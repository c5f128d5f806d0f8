import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ContractTimelineService } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { expectUndo } from '@/testing/deletions';
import { answerDocuments, documents, notice, photo, rates, stored } from '@/testing/documents';
import { catchFiles, PIXEL_URL } from '@/testing/files';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const PAGE = '/contracts/contract-1/supporting-docs';
const { getContract } = ContractService.method;
const { filterDocuments, getDownloadLink, deleteDocument, getStorageUsage } = DocumentService.method;

const preview = page.getByRole('dialog');
const asked = async () => (await server.calls(filterDocuments)).at(-1)?.request;
const missing = page.getByRole('heading', { name: 'Missing required parameters' });

describe('the documents that a contract has', () => {
  beforeEach(() => {
    signIn();
    server.answer(getContract, { id: 'contract-1', bidId: 'ROAD/1', contractName: 'Ring road' });
    answerDocuments(notice, photo, rates);
  });

  test('are listed the newest first, sorted and narrowed by the server', async () => {
    await list.open(PAGE);
    await expect.element(documents.rows).toHaveLength(3);
    expect((await asked())?.sort).toMatchObject({ field: 'createdAt', direction: 'desc' });
    for (const [header, field] of [
      ['File name', 'fileName'],
      ['Document type', 'docType'],
      ['Size', 'size'],
    ] as const) {
      await list.sortButton(header).click();
      expect((await asked())?.sort).toMatchObject({ field, direction: 'asc' });
    }
    await list.filter('File name').fill('north');
    expect((await asked())?.fileName).toBe('north');
    await list.filter('Document type').fill('permit');
    expect(await asked()).toMatchObject({ fileName: 'north', docType: 'permit', entityType: ['CONTRACT'] });
  });

  test('are looked at, images and PDFs on the page', async () => {
    await list.open(PAGE);
    await documents.name(photo.name).click();
    const image = preview.getByRole('img', { name: photo.name });
    await expect.element(image).toHaveAttribute('src', PIXEL_URL);
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(preview).not.toBeInTheDocument();
    await expect.element(documents.name(photo.name)).toHaveFocus();

    await list.act(notice.name, 'Preview');
    await expect.element(preview.getByTitle(notice.name)).toHaveAttribute('src', `about:blank#${notice.name}`);
    await expect
      .element(preview.getByRole('link', { name: 'Open in a new tab' }))
      .toHaveAttribute('href', `about:blank#${notice.name}`);
  });

  test('say when their picture is gone', async () => {
    const gone = { ...stored(photo), previewUrl: 'data:image/png;base64,', thumbnailUrl: 'data:image/png;base64,' };
    server.answer(filterDocuments, (request) => pageOf([gone], request));
    await list.open(PAGE);
    await documents.name(photo.name).click();
    await expect.element(preview.getByRole('alert')).toHaveTextContent('The preview could not be shown.');
    await expect.element(documents.row(photo.name).getByRole('img')).not.toBeInTheDocument();
  });

  test('are downloaded by a fresh link, and say when they can’t be', async () => {
    const files = catchFiles();
    const downloads = () => files.map(({ address, name }) => [address, name]);
    server.answer(getDownloadLink, ({ key }) => ({ url: `/files/${key}?fresh` }));
    await list.open(PAGE);
    // What no browser shows is downloaded by its name.
    await documents.name(rates.name).click();
    await expect.poll(downloads).toEqual([[`/files/tenant-1/${rates.name}?fresh`, rates.name]]);
    await list.act(photo.name, 'Download');
    await expect.poll(() => downloads().at(-1)).toEqual([`/files/tenant-1/${photo.name}?fresh`, photo.name]);
    expect((await server.calls(getDownloadLink)).at(-1)?.request.bucketName).toBe('default-docs-bucket');

    const mend = server.fail(getDownloadLink);
    await list.act(rates.name, 'Download');
    const problem = form.dialog(`Download ${rates.name}`);
    await expect
      .element(problem.getByRole('alert'))
      .toHaveTextContent('The file could not be downloaded. Please try again.');
    await expectAccessible();
    mend();
    await problem.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(downloads).toHaveLength(3);
    await expect.element(problem).not.toBeInTheDocument();
  });

  test('are deleted after a question, whose failure stays in the dialog', async () => {
    await list.open(PAGE);
    await list.act(photo.name, 'Delete');
    const question = form.dialog(`Delete ${photo.name}?`);
    await expect.element(question).toHaveTextContent('Are you sure you want to delete this document?');
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(list.menu(photo.name)).toHaveFocus();
    expect(await server.calls(deleteDocument)).toEqual([]);

    server.fail(deleteDocument);
    await list.act(photo.name, 'Delete');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.element(question.getByRole('alert')).toHaveTextContent('Failed to delete document. Please try again.');
    await expectAccessible();
    server.answer(deleteDocument, () => {
      answerDocuments(notice, rates);
      return {};
    });
    await question.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('Document deleted successfully!');
    await expect.element(documents.rows).toHaveLength(2);
    await expect.element(list.heading).toHaveFocus();
    expect((await server.calls(deleteDocument)).at(-1)?.request.id).toBe(`document-${photo.name}`);
    await expectUndo('DOCUMENT', `document-${photo.name}`);
    // Nothing goes along with a document.
    expect(await server.calls(DeletedService.method.describeDeletion)).toEqual([]);
  });

  // Spec: S8.documents.missing
  test('need a contract and a tenant, without which nothing is asked', async () => {
    await open('/contracts/supporting-docs');
    await expect.element(missing).toBeVisible();
    await expectAccessible();
    signIn({ ...person(), tenantId: '' });
    await open(PAGE);
    await expect.element(missing).toBeVisible();
    await expect.element(documents.upload).not.toBeInTheDocument();
    expect(await server.calls(getContract)).toEqual([]);
    expect(await server.calls(filterDocuments)).toEqual([]);
    expect(await server.calls(getStorageUsage)).toEqual([]);
  });

  test('say when they or their contract can’t be loaded', async () => {
    const mend = server.fail(filterDocuments);
    await open(PAGE);
    await expect.element(page.getByText('Failed to fetch documents')).toBeVisible();
    await expectAccessible();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(documents.rows).toHaveLength(3);
    server.fail(getContract, Code.NotFound);
    await open(PAGE);
    await expect.element(list.heading).toHaveTextContent('Failed to fetch contract');
    await expect.element(documents.upload).not.toBeInTheDocument();
  });

  test('stand on the contract’s own page, the newest five of them', async () => {
    server.answer(ContractTimelineService.method.getContractTimeline, {});
    server.answer(filterDocuments, (request) => ({
      ...pageOf(
        [photo, notice].map((file) => stored(file)),
        request,
      ),
      totalElements: 12n,
    }));
    await open('/contracts/contract-1');
    const panel = page.getByRole('region', { name: 'Supporting documents' });
    await panel.getByRole('button', { name: photo.name, exact: true }).click();
    await expect.element(preview.getByRole('img', { name: photo.name })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel.getByRole('link', { name: 'All documents (12)' })).toHaveAttribute('href', PAGE);
    expect(await asked()).toMatchObject({
      entityType: ['CONTRACT'],
      entityId: 'contract-1',
      pagination: { page: 0, size: 5 },
      sort: { field: 'createdAt', direction: 'desc' },
    });
  });

  test('are read, and not deleted, by whoever may only view contracts', async () => {
    signIn(person({ Contracts: ['view'] }));
    await list.open(PAGE);
    await list.menu(rates.name).click();
    const remove = page.getByRole('menuitem', { name: /^Delete/ });
    await expect.element(remove).toHaveTextContent('You need the Delete permission for Contracts.');
    await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByRole('menuitem', { name: 'Download' })).not.toHaveAttribute('aria-disabled');
    await expectAccessible();
  });
});
