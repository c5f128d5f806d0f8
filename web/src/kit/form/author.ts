import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { t } from '@/i18n/conflict';
import type { VersionConflict } from '@/kit/errors';
import { formatInstant } from '@/kit/format';
import { currentUser } from '@/session/session-store';

const isSelf = ({ updatedBy }: VersionConflict) => updatedBy !== '' && updatedBy === currentUser()?.email;

// The server names who was last. Whoever came before them isn't known.
const wasTheOnlyOne = ({ version }: VersionConflict, read: bigint) => version === read + 1n;

/** Whether all that changed since a version was read was saved by oneself, in another window. */
export const isOwn = (conflict: VersionConflict, read: bigint): boolean =>
  isSelf(conflict) && wasTheOnlyOne(conflict, read);

/** Says that fields hold what others saved since a version was read. */
export function includes(conflict: VersionConflict, read: bigint, labels: string): string {
  if (isOwn(conflict, read)) return t.conflict.includesOwn(labels);
  const who = wasTheOnlyOne(conflict, read) ? conflict.updatedBy : '';
  return t.conflict.includes(who || t.conflict.others, labels);
}

/** Who changed the record last, and when. The server knows the e-mail addresses of one's own organisation. */
export function conflictSentence(conflict: VersionConflict): string {
  const at = new Date(conflict.updatedAt);
  if (Number.isNaN(at.getTime())) return t.conflict.unknown;
  const who = isSelf(conflict) ? t.conflict.you : conflict.updatedBy || t.conflict.another;
  return t.conflict.changed(who, formatInstant(timestampFromDate(at)));
}
