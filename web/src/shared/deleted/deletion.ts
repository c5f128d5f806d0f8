import { Code, ConnectError } from '@connectrpc/connect';
import type { UserState } from '@/gen/nirmaan/type/v1/user_state_pb';
import { t } from '@/i18n/deleted';
import { infoOf } from '@/kit/errors';
import { formatTime } from '@/kit/format';
import { isSelf, named, stateOf } from '@/kit/named';

/** What the server tells of a record that was deleted; see ERROR_REASON_NOT_FOUND. */
export interface Deletion {
  /** What it was. A kind that this version doesn't know is kept as it came. */
  readonly kind: string;
  readonly id: string;
  /** What it was called; may be empty. */
  readonly name: string;
  readonly at: Date;
  /** The e-mail address of who deleted it; empty when the server doesn't say. */
  readonly by: string;
  /** Whether they are inactive or deleted. */
  readonly byState: UserState;
  /** Until when it can be brought back: by itself, or with what it went along with. */
  readonly restorableUntil?: Date;
  /** What it went along with. */
  readonly along?: { readonly kind: string; readonly id: string };
}

/** Who deleted the record that a call didn't find, and when; undefined when nothing is known of that. */
export function deletionOf(error: unknown): Deletion | undefined {
  const failure = ConnectError.from(error);
  if (failure.code !== Code.NotFound) return undefined;
  const facts = infoOf(failure, 'ERROR_REASON_NOT_FOUND')?.metadata ?? {};
  const { kind, id, name = '', deletedAt, deletedBy = '', deletedByState, restorableUntil, alongKind, alongId } = facts;
  if (!kind || !id || !deletedAt) return undefined;
  return {
    kind,
    id,
    name,
    at: new Date(deletedAt),
    by: deletedBy,
    byState: stateOf(deletedByState),
    ...(restorableUntil && { restorableUntil: new Date(restorableUntil) }),
    ...(alongKind && alongId && { along: { kind: alongKind, id: alongId } }),
  };
}

const KINDS: Readonly<Record<string, string>> = t.deletion.kinds;

/** Who deleted a record, and when, in a sentence. */
export function deletionSentence({ kind, name, by, byState, at }: Deletion): string {
  const known = KINDS[kind];
  const what = !known ? t.deletion.record : name ? `${known} ${name}` : t.deletion.the(known);
  const who = isSelf(by, byState) ? t.deletion.you : named(by, byState);
  return t.deletion.told(what, who, formatTime(at));
}
