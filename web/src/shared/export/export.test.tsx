import type { DescMessage, DescMethodServerStreaming, DescMethodUnary, MessageInitShape } from '@bufbuild/protobuf';
import { create } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, test } from 'vitest';
import { ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import {
  ContractService,
  type ExportContractsRequest,
  type ExportContractsResponseSchema,
} from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { ModuleService } from '@/gen/nirmaan/platform/v1/module_service_pb';
import { RoleService } from '@/gen/nirmaan/platform/v1/role_service_pb';
import { TenantService } from '@/gen/nirmaan/platform/v1/tenant_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { FilePart_Format } from '@/gen/nirmaan/type/v1/file_pb';
import { expectAccessible } from '@/testing/accessible';
import { catchFiles } from '@/testing/files';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { person, signIn } from '@/testing/people';
import { aModule, aRole, aTenant, aUser } from '@/testing/platform';
import { page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const LIST = '/contracts/list';
const { filterContracts, exportContracts } = ContractService.method;

type Part = MessageInitShape<typeof ExportContractsResponseSchema>;
const start = (fileName: string): Part => ({
  part: { part: { case: 'fileStart', value: { fileName, contentType: 'text/csv' } } },
});
const chunk = (text: string): Part => ({ part: { part: { case: 'chunk', value: new TextEncoder().encode(text) } } });

const CONTRACTS = [1, 2, 3].map((place) => create(ContractSchema, { id: `contract-${place}`, bidId: `A/${place}` }));

const button = page.getByRole('button', { name: 'Export', exact: true });
const entry = (format: string) => page.getByRole('menuitem', { name: format });

/** Opens the menu and chooses. */
async function choose(format: 'CSV (.csv)' | 'Excel (.xlsx)'): Promise<void> {
  await button.click();
  await entry(format).click();
}

describe('the list of contracts as a file', () => {
  beforeEach(() => {
    signIn();
    server.answer(filterContracts, (request) => pageOf(CONTRACTS, request));
  });

  test('is asked for as the list is filtered and sorted, and saved from its parts', async () => {
    const asked: ExportContractsRequest[] = [];
    server.stream(exportContracts, (request) => {
      asked.push(request);
      return [start('contracts.csv'), chunk('Bid ID\r\n'), chunk('A/3\r\n')];
    });
    const files = catchFiles();
    await list.open(`${LIST}?contractName=culv&sort=bidId&dir=desc&size=1&page=2`);
    await button.click();
    await expect.element(page.getByRole('menu')).toHaveTextContent('3 contracts');
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
    expect(asked).toEqual([]);

    await choose('CSV (.csv)');
    await form.expectToast('contracts.csv is saved.');
    await choose('Excel (.xlsx)');
    await expect.poll(() => files).toHaveLength(2);
    expect(files[0]?.name).toBe('contracts.csv');
    expect(await files[0]?.text()).toBe('Bid ID\r\nA/3\r\n');
    const filter = { contractName: 'culv', sort: { field: 'bidId', direction: 'desc' } };
    expect(asked).toMatchObject([
      { format: FilePart_Format.CSV, filter },
      { format: FilePart_Format.XLSX, filter },
    ]);
  });

  test('shows that it is on its way, and can be cancelled', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let cancelled = false;
    server.stream(exportContracts, async function* (_, { signal }) {
      signal.addEventListener('abort', () => {
        cancelled = true;
      });
      yield start('contracts.csv');
      yield chunk('x'.repeat(2048));
      await held;
    });
    const files = catchFiles();
    await list.open(LIST);
    await choose('CSV (.csv)');
    const running = page.getByRole('button', { name: 'Exporting… 2 KB' });
    await expect.element(running).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible();
    await page.getByRole('button', { name: 'Cancel export' }).click();
    await expect.element(page.getByRole('status').filter({ hasText: 'Export cancelled.' })).toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    expect(cancelled).toBe(true);
    release();
    expect(files).toEqual([]);
  });

  test('says what failed, and can be asked for again', async () => {
    const mend = server.fail(exportContracts);
    const files = catchFiles();
    await list.open(LIST);
    await choose('CSV (.csv)');
    await expect.element(page.getByRole('alert')).toHaveTextContent('The file could not be made. Please try again.');
    await expectAccessible();
    mend();
    server.stream(exportContracts, [start('contracts.csv'), chunk('Bid ID\r\n')]);
    await choose('CSV (.csv)');
    await form.expectToast('contracts.csv is saved.');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(files).toHaveLength(1);
  });

  test('is for those who may report', async () => {
    signIn(person({ Contracts: ['create', 'view', 'edit', 'delete'] }));
    await list.open(LIST);
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    // By the key: only who moves by keys is told on focus.
    page.getByRole('link', { name: 'Create Contract' }).element().focus();
    await userEvent.tab();
    await expect.element(button).toHaveFocus();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('You need the Report permission for Contracts.');
  });

  test('is asked for on a phone too', async () => {
    await page.viewport(320, 800);
    await list.open(LIST);
    await button.click();
    await expect.element(page.getByRole('menuitem')).toHaveLength(2);
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
    await expectAccessible();
  });
});

describe('other lists as files', () => {
  beforeEach(() => signIn());

  /** Opens a list, exports it, and expects the file to be asked for once as the list shows it. */
  async function expectExport<In extends DescMessage, Out extends DescMessage, EI extends DescMessage>(
    path: string,
    rows: readonly [DescMethodUnary<In, Out>, MessageInitShape<Out>],
    method: DescMethodServerStreaming<EI, DescMessage>,
    request: Record<string, unknown>,
  ) {
    const asked: unknown[] = [];
    server.answer(...rows);
    server.stream(method, (got) => {
      asked.push(got);
      // All exports answer parts of the same kind.
      return [start('a.xlsx')] as never;
    });
    const files = catchFiles();
    await list.open(path);
    await choose('Excel (.xlsx)');
    await form.expectToast('a.xlsx is saved.');
    expect(files).toHaveLength(1);
    expect(asked).toMatchObject([{ format: FilePart_Format.XLSX, ...request }]);
  }

  test('tenants', () =>
    expectExport(
      '/admin/tenants?name=konkan&status=ACTIVE',
      [TenantService.method.filterTenants, pageOf([aTenant()], {})],
      TenantService.method.exportTenants,
      { filter: { name: 'konkan', status: [1], sort: { field: 'createdAt', direction: 'desc' } } },
    ));

  test('users', () =>
    expectExport(
      '/admin/users?isActive=true&from=2026-04-01',
      [UserService.method.filterUsers, pageOf([aUser()], {})],
      UserService.method.exportUsers,
      { filter: { isActive: true, dateRange: { from: '2026-04-01T00:00:00Z' } } },
    ));

  test('modules', () =>
    expectExport(
      '/admin/modules',
      [ModuleService.method.listModules, { modules: [aModule()] }],
      ModuleService.method.exportModules,
      {},
    ));

  test('roles', () =>
    expectExport(
      '/admin/roles',
      [RoleService.method.listRoles, { roles: [aRole()] }],
      RoleService.method.exportRoles,
      {},
    ));

  test('contracts with their deposits', () =>
    expectExport(
      '/contracts/contract-deposit?accountHolderName=Rao',
      [SecurityDepositService.method.searchContractDeposits, pageOf(CONTRACTS, {})],
      SecurityDepositService.method.exportContractDeposits,
      { filter: { accountHolderName: 'Rao' } },
    ));
});
