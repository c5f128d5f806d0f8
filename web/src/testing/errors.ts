import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { ErrorInfoSchema } from '@/gen/google/rpc/error_details_pb';

/** The server's refusal of a change to a record that somebody else has changed meanwhile. */
export function versionConflict(version: bigint, updatedBy = 'asha@bharat.example'): ConnectError {
  const info = create(ErrorInfoSchema, {
    reason: 'ERROR_REASON_VERSION_CONFLICT',
    domain: 'nirmaan',
    metadata: { version: String(version), updatedBy, updatedAt: '2026-05-04T04:00:00Z' },
  });
  const details = [{ desc: ErrorInfoSchema, value: info }];
  return new ConnectError('Changed by somebody else meanwhile.', Code.Aborted, undefined, details);
}
