import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect';
import { describe, expect, test } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { FilePart_Format } from '@/gen/nirmaan/type/v1/file_pb';
import { listExport } from './list-export';

const { exportContracts, filterContracts } = ContractService.method;
const filter = create(filterContracts.input, { bidId: '20', sort: { field: 'bidId' } });

const { fetchFile } = listExport(exportContracts);

const start = { part: { part: { case: 'fileStart' as const, value: { fileName: 'a.csv', contentType: 'text/csv' } } } };
const chunk = (text: string) => ({ part: { part: { case: 'chunk' as const, value: new TextEncoder().encode(text) } } });

/** A server that sends these answers and then, perhaps, fails. */
const serving = (answers: readonly (typeof start | ReturnType<typeof chunk>)[], failure?: ConnectError) =>
  createRouterTransport(({ service }) => {
    service(ContractService, {
      async *exportContracts({ filter, format }) {
        if (filter?.bidId !== '20' || format !== FilePart_Format.CSV) throw new ConnectError('', Code.InvalidArgument);
        yield* answers;
        if (failure) throw failure;
      },
    });
  });

describe('a list’s file', () => {
  test('is put together from its parts, and tells how much has arrived', async () => {
    const received: number[] = [];
    const file = await fetchFile(serving([start, chunk('a,b\r\n'), chunk('1,2\r\n')]), filter, {
      format: 'CSV',
      signal: new AbortController().signal,
      onReceived: (bytes) => received.push(bytes),
    });
    expect(file.name).toBe('a.csv');
    expect(file.content.type).toBe('text/csv');
    expect(await file.content.text()).toBe('a,b\r\n1,2\r\n');
    expect(received).toEqual([5, 10]);
  });

  test('that breaks off is none', async () => {
    const broken = serving(
      [start, chunk('a,b\r\n')],
      new ConnectError('The list has too many rows.', Code.FailedPrecondition),
    );
    const options = { format: 'CSV', signal: new AbortController().signal, onReceived: () => undefined } as const;
    await expect(fetchFile(broken, filter, options)).rejects.toThrow('too many rows');
  });

  test('is not fetched on once it is cancelled', async () => {
    const controller = new AbortController();
    const onReceived = () => controller.abort();
    const fetching = fetchFile(serving([start, chunk('a'), chunk('b')]), filter, {
      format: 'CSV',
      signal: controller.signal,
      onReceived,
    });
    await expect(fetching).rejects.toMatchObject({ code: Code.Canceled });
  });
});
