import { createConnectQueryKey } from '@connectrpc/connect-query';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ALL, EVERYTHING, keysOf, readAnew } from './stale';

test('what is read for the first time while something is written is read once more', async () => {
  const queries = new QueryClient();
  const schema = ContractService.method.getContract;
  const queryKey = createConnectQueryKey({ schema, cardinality: 'finite' });
  let answers: ((told: string) => void)[] = [];
  const queryFn = () => new Promise<string>((answer) => answers.push(answer));
  const stop = new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {});
  const read = readAnew(queries, keysOf([ContractService]));
  expect(answers).toHaveLength(1);
  answers[0]?.('before');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('after');
  await read;
  expect(queries.getQueryData(queryKey)).toBe('after');
  answers = [];
  // What was read before is read once.
  const again = readAnew(queries, keysOf([ContractService]));
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.('later');
  await again;
  expect(answers).toHaveLength(1);
  stop();
});

test('all there is needs no other key', () => {
  expect(keysOf([ContractService, ALL])).toEqual([EVERYTHING]);
});
