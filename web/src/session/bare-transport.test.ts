import { expect, test } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ContractImportService } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { deadlineOf } from './bare-transport';

test('a call has the time that the protocol gives it, a read less than a write', () => {
  expect(deadlineOf(ContractService.method.filterContracts)).toBe(15_000);
  expect(deadlineOf(TaskService.method.streamTaskTree)).toBe(15_000);
  expect(deadlineOf(ContractService.method.createContract)).toBe(60_000);
  expect(deadlineOf(ContractService.method.exportContracts)).toBe(120_000);
  expect(deadlineOf(ContractImportService.method.undoContractImport)).toBe(120_000);
});
