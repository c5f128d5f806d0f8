import {
  type DeletedRecord,
  DeletedRecord_Kind,
  type DeletedRecord_Parent,
} from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { t } from '@/i18n/deleted-list';
import { formatMoney } from '@/kit/format';
import type { DeletedKind } from '@/shared/deleted/kinds';
import { MODULES } from '@/shared/deleted/modules';
import { addressOf } from '@/shared/records/address';

const words = t.deletedList;

/** The kinds in the order of the choices. */
export const KINDS = Object.keys(MODULES) as readonly DeletedKind[];

/** The kind of the wire; undefined for one that this version doesn't know. */
export const kindOf = (kind: DeletedRecord_Kind): DeletedKind | undefined =>
  KINDS.find((name) => DeletedRecord_Kind[name] === kind);

/** What kind of record it is, in words. */
export function kindName(kind: DeletedRecord_Kind): string {
  const known = kindOf(kind);
  return known ? t.deletion.kinds[known] : '';
}

/** What a record is called; a deposit without an instrument number by its amount. */
export const nameOf = ({ kind, name, amount }: DeletedRecord): string =>
  name || (amount ? words.depositOf(formatMoney(amount.paise)) : kindName(kind));

/** The kinds whose name is an id or a file's name, and not words. */
const NAMED_BY_ID: readonly (DeletedKind | undefined)[] = ['CONTRACT', 'DEPOSIT', 'DOCUMENT', 'USER'];

/** Whether a record, or what one belonged to, is called by an id, which stays in one line. */
export const isCalledById = ({ kind, name }: DeletedRecord | DeletedRecord_Parent): boolean =>
  name !== '' && NAMED_BY_ID.includes(kindOf(kind));

/** The same of what a record belonged to, whose amount isn't told. */
const parentName = ({ kind, name }: DeletedRecord_Parent): string => name || kindName(kind);

/** Where the organisation keeps documents that are of no record. */
const PLACES: Readonly<Record<string, string>> = {
  VEHICLE: t.nav.vehicles,
  VEHICLE_INSURANCE: t.nav.vehicleInsurance,
  PAYMENT: t.nav.payments,
};

/** What a record belonged to, in words: a user to their organisation; empty for contracts and projects. */
export function belongedTo({ parent, entityType, tenantName }: DeletedRecord): string {
  if (!parent) return PLACES[entityType] ?? tenantName;
  return parent.isDeleted ? words.parentDeleted(parentName(parent)) : parentName(parent);
}

/** Why a record can't be brought back now, or ever, in a sentence; undefined when it can. */
export function obstacle({ parent, waitsFor, restorableUntil }: DeletedRecord): string | undefined {
  if (waitsFor) return words.first(kindName(waitsFor.kind), waitsFor.name);
  return parent && !restorableUntil ? words.goneForGood(parentName(parent)) : undefined;
}

/** A record, to be found where it is shown once it is back. */
export const locate = ({ id, name: title, entityType: ownerType, parent }: DeletedRecord) => ({
  id,
  title,
  ownerId: parent?.id ?? '',
  ownerType,
  ownerContractId: parent?.contractId ?? '',
});

/** Where what a record belonged to is shown; a page that says so where it is deleted, too. */
export function addressOfParent({
  id,
  name: title,
  kind,
  contractId: ownerId,
}: DeletedRecord_Parent): string | undefined {
  const known = kindOf(kind);
  return known && addressOf(known, { id, title, ownerId, ownerType: '', ownerContractId: '' });
}
