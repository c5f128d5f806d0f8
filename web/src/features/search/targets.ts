import { SearchGroup_Kind, type SearchHit } from '@/gen/nirmaan/common/v1/search_service_pb';
import { codeText } from '@/kit/code-text';
import { addressOf } from '@/shared/records/address';

/** What can be found, as the wire names it. */
export type HitKind = Exclude<keyof typeof SearchGroup_Kind, 'KIND_UNSPECIFIED'>;

/** Something found, or opened before: what the list shows of it, and its address. */
export interface Target {
  readonly kind: HitKind;
  readonly title: string;
  readonly detail: string;
  /** In words; empty where there is none. */
  readonly status: string;
  readonly to: string;
}

const KINDS: readonly HitKind[] = ['CONTRACT', 'DEPOSIT', 'PROJECT', 'TASK', 'DOCUMENT', 'USER'];

/** The kind of the wire; undefined for one that this version doesn't know. */
export const kindOf = (kind: SearchGroup_Kind): HitKind | undefined =>
  KINDS.find((name) => SearchGroup_Kind[name] === kind);

/** A hit as the list shows it. */
export function targetOf(kind: HitKind, hit: SearchHit): Target {
  const { title, detail, status } = hit;
  return { kind, title, detail, status: codeText(status), to: addressOf(kind, hit) };
}
