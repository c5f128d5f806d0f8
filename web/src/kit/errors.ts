import { Code, ConnectError } from '@connectrpc/connect';
import { BadRequestSchema, ErrorInfoSchema } from '@/gen/google/rpc/error_details_pb';
import type { ErrorReason } from '@/gen/nirmaan/errors/v1/errors_pb';
import { t } from '@/i18n/base';

/** Who changed a record between reading and saving it. */
export interface VersionConflict {
  /** The version that is stored now. */
  readonly version: bigint;
  /** Name or id of who changed it; empty when the server doesn't say. */
  readonly updatedBy: string;
  /** Whether they are inactive or deleted, as the protocol names it; undefined of everybody else. */
  readonly updatedByState: string | undefined;
  /** ISO instant of the change; empty when the server doesn't say. */
  readonly updatedAt: string;
}

// Tied to the proto's enum by type alone: the enum itself would weigh on every screen.
type Reason = `ERROR_REASON_${keyof typeof ErrorReason}`;

// What the client writes when something between it and the server answered without a sentence.
const STATUS_ALONE = /^HTTP \d{3}$/;

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/**
 * The server's field messages, keyed as the form names its fields.
 *
 * @param prefix what the request wraps the entity in, for example `contract.`
 */
export function fieldErrors(error: unknown, prefix: string): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const details of ConnectError.from(error).findDetails(BadRequestSchema)) {
    for (const { field, description } of details.fieldViolations) {
      const path = field.startsWith(prefix) ? field.slice(prefix.length) : field;
      // An amount is one field of the form although it is a message on the wire.
      const name = camel(path.replace(/\.paise$/, ''));
      messages[name] ??= description;
    }
  }
  return messages;
}

/** What to tell a person: the server's sentence where it wrote one for them, else the screen's own. */
export function userMessage(error: unknown, fallback: string): string {
  const { code, rawMessage: told } = ConnectError.from(error);
  const rawMessage = STATUS_ALONE.test(told) ? '' : told;
  switch (code) {
    case Code.DeadlineExceeded:
      return infoOf(error, 'ERROR_REASON_TOO_SLOW') ? rawMessage : t.errors.timeout;
    case Code.Unavailable:
      return rawMessage || t.errors.network;
    case Code.Internal:
    case Code.Unknown:
    case Code.Canceled:
    case Code.Unimplemented:
      return fallback;
    default:
      return rawMessage || fallback;
  }
}

/** Whether the caller's roles don't grant the call; not where they only have to say why they make it. */
export function isPermissionDenied(error: unknown): boolean {
  return hasCode(error, Code.PermissionDenied) && !infoOf(error, 'ERROR_REASON_ACCESS_REASON_REQUIRED');
}

/** Whether who one says one is wasn't proved. */
export function isUnauthenticated(error: unknown): boolean {
  return hasCode(error, Code.Unauthenticated);
}

/** Whether the password was right, and a code of the second factor is needed beside it. */
export function isSecondFactorRequired(error: unknown): boolean {
  return infoOf(error, 'ERROR_REASON_SECOND_FACTOR_REQUIRED') !== undefined;
}

/** Whether the record isn't there (or is another organisation's, which is answered alike). */
export function isNotFound(error: unknown): boolean {
  return hasCode(error, Code.NotFound);
}

/**
 * Whether the server itself says that there is no such record, or that the roles don't grant it. What stands between it and the
 * browser may answer 403 or 404 as well, and other refusals pass: a code that is asked for, or a reason.
 */
export const isGone = (error: unknown): boolean =>
  Boolean(infoOf(error, 'ERROR_REASON_NOT_FOUND') ?? infoOf(error, 'ERROR_REASON_NOT_GRANTED'));

/** The state of the record when it was changed before this save; undefined for every other failure. */
export function versionConflict(error: unknown): VersionConflict | undefined {
  const failure = ConnectError.from(error);
  if (failure.code !== Code.Aborted) return undefined;
  const info = infoOf(failure, 'ERROR_REASON_VERSION_CONFLICT');
  if (!info) return undefined;
  const { version = '', updatedBy = '', updatedByState, updatedAt = '' } = info.metadata;
  return { version: /^\d+$/.test(version) ? BigInt(version) : 0n, updatedBy, updatedByState, updatedAt };
}

/** The server's name for the failed request, for quoting to support. */
export function requestIdOf(error: unknown): string | undefined {
  return ConnectError.from(error).metadata.get('x-request-id') ?? undefined;
}

/** The facts of a failure that has this reason. */
export function infoOf(error: unknown, wanted: Reason) {
  return ConnectError.from(error)
    .findDetails(ErrorInfoSchema)
    .find(({ reason }) => reason === wanted);
}

function hasCode(error: unknown, code: Code): boolean {
  return error instanceof ConnectError && error.code === code;
}
