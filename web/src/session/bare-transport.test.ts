import { hasOption } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { file } from '@/gen/nirmaan/access/v1/access_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ContractImportService } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { services } from '@/testing/services';
import { deadlineOf } from './bare-transport';

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
