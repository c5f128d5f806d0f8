import type { Transport } from '@connectrpc/connect';
import { callUnaryMethod } from '@connectrpc/connect-query';
import { DeletedRecord_Kind, DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import type { Write } from '@/kit/write';
import type { DeletedKind } from './kinds';

const { describeDeletion, filterDeleted, restoreDeleted } = DeletedService.method;

/** The list of deleted records, which each deletion changes. */
export const DELETED_LIST = [filterDeleted];

/** What would go along with a record if it were deleted now. */
export const describe = (transport: Transport, kind: DeletedKind, id: string, signal: AbortSignal) =>
  callUnaryMethod(transport, describeDeletion, { kind: DeletedRecord_Kind[kind], id }, { signal });

/** Brings a deleted record back, with what went along. */
export const restore = (write: Write, kind: DeletedKind, id: string) =>
  write(restoreDeleted, { kind: DeletedRecord_Kind[kind], id });
