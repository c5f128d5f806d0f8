import { SearchGroup_Kind, type SearchHit } from '@/gen/nirmaan/common/v1/search_service_pb';

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
  return { kind, title, detail, status: inWords(status), to: addressOf(kind, hit) };
}

type Located = Pick<SearchHit, 'id' | 'title' | 'ownerId' | 'ownerType' | 'ownerContractId'>;

/** Where a record is shown. */
export function addressOf(kind: HitKind, hit: Located): string {
  const { id, ownerId } = hit;
  switch (kind) {
    case 'CONTRACT':
      return `/contracts/${id}`;
    case 'DEPOSIT':
      return `/contracts/${ownerId}/security-deposit/${id}`;
    case 'PROJECT':
      return `/projects/${id}`;
    case 'TASK':
      return `/project-tasks/${id}`;
    case 'USER':
      return `/admin/users/${id}`;
    case 'DOCUMENT':
      return documentAddress(hit);
  }
}

/** A document is shown where its record has its documents; there it is the one that is looked for. */
function documentAddress({ title, ownerId, ownerType, ownerContractId }: Located): string {
  const search = `?${new URLSearchParams({ fileName: title })}`;
  switch (ownerType) {
    case 'DEPOSIT':
      return `/contracts/${ownerContractId}/security-deposit/${ownerId}/documents${search}`;
    case 'PROJECT':
      return `/projects/${ownerId}/documents${search}`;
    case 'TASK':
      return `/project-tasks/${ownerId}/documents${search}`;
    case 'VEHICLE':
      return `/vehicles${search}`;
    case 'VEHICLE_INSURANCE':
      return `/vehicle-insurance${search}`;
    case 'PAYMENT':
      return `/payments${search}`;
    default:
      return `/contracts/${ownerId}/supporting-docs${search}`;
  }
}

/** `WORK_IN_PROGRESS` as `Work in progress`. */
function inWords(status: string): string {
  const words = status.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
