import { t } from '@/i18n/draft';
import { draftable, keepDraft } from './draft';
import type { AnySection, FormValues } from './fields';
import { changedSince, type Earlier } from './useAttempt';

/** A record that a form has created. */
export interface Made {
  /** Where it is edited. */
  readonly to: string;
  readonly version: bigint;
  /** The names of the values that can be changed there as they were entered here. */
  readonly fields: () => readonly string[];
}

/**
 * Hands what was changed since an earlier attempt to the form of the record that this has created, as a draft of it.
 *
 * @returns what the user is told: what can be restored there, and what can't
 */
export function handOver(
  sections: readonly AnySection[],
  { to, version, fields }: Made,
  { values: base, isCertain }: Earlier,
  values: FormValues,
): string {
  const since = changedSince(base, values);
  const changeable = fields();
  const kept = since.filter((name) => changeable.includes(name));
  const all = sections.flatMap((section) => section.fields);
  const lost = all.filter(({ name }) => since.includes(name) && !kept.includes(name)).map(({ label }) => label);
  if (kept.length > 0) {
    const changes = Object.fromEntries(kept.map((name) => [name, values[name] ?? null]));
    keepDraft(to, { values: changes, base: draftable(sections, base), version });
  }
  const told = [
    isCertain ? t.draft.createdBefore : t.draft.perhapsCreatedBefore,
    kept.length > 0 && t.draft.restorable,
    lost.length > 0 && t.draft.lost(lost.join(', ')),
  ];
  return told.filter(Boolean).join(' ');
}
