import { Code, ConnectError } from '@connectrpc/connect';
import { BadRequestSchema, ErrorInfoSchema } from '@/gen/google/rpc/error_details_pb';
import type { Action } from '@/session/permissions';

/** What the server says of a field, by the field's path in the request. */
type Violations = Readonly<Record<string, string>>;

const violations = (of: readonly Violations[]) => ({
  desc: BadRequestSchema,
  value: {
    fieldViolations: of.flatMap(Object.entries<string>).map(([field, description]) => ({ field, description })),
  },
});

const info = (reason: string, metadata: Record<string, string> = {}) => ({
  desc: ErrorInfoSchema,
  value: { reason: `ERROR_REASON_${reason}`, domain: 'nirmaan', metadata },
});

/** A refusal for a reason of the protocol, with facts about it. */
export const refused = (code: Code, message: string, reason: string, facts?: Record<string, string>): ConnectError =>
  new ConnectError(message, code, undefined, [info(reason, facts)]);

/** The server's refusal of whoever lacks a right. */
export const notGranted = (action: Action, module: string): ConnectError =>
  refused(Code.PermissionDenied, `You need the right to ${action} in ${module}.`, 'NOT_GRANTED', { action, module });

/** The server's refusal of fields that break a rule which only it knows; one that breaks two comes twice. */
export function invalid(...fields: readonly Violations[]): ConnectError {
  const [first = ''] = fields.flatMap(Object.values<string>);
  return new ConnectError(first, Code.InvalidArgument, undefined, [info('INVALID_FIELDS'), violations(fields)]);
}

/** The server's refusal of a value that another record has already. */
export function taken(field: string, message: string): ConnectError {
  const details = [info('ALREADY_EXISTS'), violations([{ [field]: message }])];
  return new ConnectError(message, Code.AlreadyExists, undefined, details);
}

/** The server's refusal of a save over a version that is no longer the newest. */
export function conflict(
  version: bigint,
  { updatedBy = 'asha@bharat.example', updatedAt = '2026-11-20T08:35:00+00:00', updatedByState = '' } = {},
): ConnectError {
  const message = 'This record was changed meanwhile. Load it again, or save over it.';
  const state = updatedByState && { updatedByState };
  return refused(Code.Aborted, message, 'VERSION_CONFLICT', {
    version: String(version),
    updatedBy,
    updatedAt,
    ...state,
  });
}

/** The server's answer to whoever asks for a record that somebody deleted; empty facts are left out. */
export function deleted(facts: Readonly<Record<string, string>>): ConnectError {
  const all = { deletedAt: '2026-11-20T08:35:00.000Z', deletedBy: 'asha@bharat.example', ...facts };
  const told = Object.fromEntries(Object.entries(all).filter(([name, fact]) => fact !== '' || name === 'deletedBy'));
  return refused(Code.NotFound, 'Contract not found.', 'NOT_FOUND', told);
}
