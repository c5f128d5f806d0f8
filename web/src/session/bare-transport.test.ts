import { hasOption } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { expect, test, vi } from 'vitest';
import { file } from '@/gen/nirmaan/access/v1/access_pb';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ContractImportService } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { services } from '@/testing/services';
import { bareTransport, deadlineOf, keepaliveTransport } from './bare-transport';

test('a call has the time that the protocol gives it, a read less than a write', () => {
  expect(deadlineOf(ContractService.method.filterContracts)).toBe(15_000);
  expect(deadlineOf(TaskService.method.streamTaskTree)).toBe(60_000);
  expect(deadlineOf(ContractService.method.createContract)).toBe(60_000);
  expect(deadlineOf(ContractService.method.exportContracts)).toBe(120_000);
  expect(deadlineOf(ContractImportService.method.undoContractImport)).toBe(120_000);
});

test('a call that answers a file or in parts has a minute at least', () => {
  const long = services
    .flatMap(({ methods }) => methods)
    .filter((method) => method.methodKind !== 'unary' || hasOption(method, file));
  expect(long.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['ExportContracts', 'ExportAuditEvents', 'GetBulkUploadTemplate', 'StreamTaskTree']),
  );
  const hurried = long.filter((method) => deadlineOf(method) < 60_000);
  expect(hurried.map(({ name }) => name)).toEqual([]);
});

test('only what has to reach the server is sent on when the tab is closed', async () => {
  const fetch = vi.fn(async (_input: RequestInfo | URL, _init?: RequestInit) => new Response(null, { status: 503 }));
  vi.stubGlobal('fetch', fetch);
  for (const transport of [bareTransport, keepaliveTransport])
    await expect(createClient(AuthService, transport).logout({ refreshToken: 'spent' })).rejects.toThrow();
  expect(fetch.mock.calls.map(([, init]) => init?.keepalive ?? false)).toEqual([false, true]);
});
