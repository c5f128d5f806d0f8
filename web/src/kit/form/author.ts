import { t } from '@/i18n/conflict';
import type { VersionConflict } from '@/kit/errors';
import { formatTime } from '@/kit/format';
import { isSelf, named, stateOf } from '@/kit/named';

/** Whether it was oneself who changed the record last, in another window. */
export const isByMe = ({ updatedBy, updatedByState }: VersionConflict) => isSelf(updatedBy, stateOf(updatedByState));

/** Who changed the record last; empty when the server doesn't say. */
export const authorOf = ({ updatedBy, updatedByState }: VersionConflict): string =>
  named(updatedBy, stateOf(updatedByState));

/** The last save between reading a record and saving it. */
export interface Between extends VersionConflict {
  /** Whether it is the only one. The server names who was last: whoever came before isn't known. */
  readonly only: boolean;
}

/** Whether all that changed was saved by oneself, in another window. */
export const isOwn = (between: Between): boolean => between.only && isByMe(between);

/** Says that fields hold what others have saved. */
export function includes(between: Between, labels: string): string {
  if (isOwn(between)) return t.conflict.includesOwn(labels);
  return t.conflict.includes((between.only && authorOf(between)) || t.conflict.others, labels);
}

/** Who changed the record last, and when. The server knows the e-mail addresses of one's own organisation. */
export function conflictSentence(conflict: VersionConflict): string {
  const at = new Date(conflict.updatedAt);
  if (Number.isNaN(at.getTime())) return t.conflict.changedMeanwhile;
  const who = isByMe(conflict) ? t.conflict.you : authorOf(conflict) || t.conflict.another;
  return t.conflict.changed(who, formatTime(at));
}
