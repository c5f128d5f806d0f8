import { type DeletedRecord, DeletedRecord_Kind } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { t } from '@/i18n/deleted-list';
import { Module } from '@/session/permissions';
import type { DeletedKind } from '@/shared/deleted/kinds';
import { addressOf } from '@/shared/records/address';

const words = t.deletedList;

/** The modules whose records are of each kind; documents are of several. */
export const MODULES: Readonly<Record<DeletedKind, readonly Module[]>> = {
  CONTRACT: [Module.CONTRACTS],
  DEPOSIT: [Module.CONTRACTS],
  PROJECT: [Module.PROJECTS],
  TASK: [Module.PROJECT_TASKS],
  DOCUMENT: [
    Module.CONTRACTS,
    Module.PROJECTS,
    Module.PROJECT_TASKS,
    Module.VEHICLES,
    Module.VEHICLE_INSURANCE,
    Module.PAYMENTS,
  ],
};

/** The kinds in the order of the choices. */
export const KINDS = Object.keys(MODULES) as readonly DeletedKind[];

/** The kind of the wire; undefined for one that this version doesn't know. */
export const kindOf = (kind: DeletedRecord_Kind): DeletedKind | undefined =>
  KINDS.find((name) => DeletedRecord_Kind[name] === kind);

/** What kind of record it is, in words. */
export function kindName(kind: DeletedRecord_Kind): string {
  const known = kindOf(kind);
  return known ? words.kinds[known] : '';
}

/** What a record is called; of a deposit the number of its instrument, which it may be without. */
export const nameOf = ({ name }: { readonly name: string }): string => name || words.unnamed;

/** Where the organisation keeps documents that are of no record. */
const PLACES: Readonly<Record<string, string>> = {
  VEHICLE: t.nav.vehicles,
  VEHICLE_INSURANCE: t.nav.vehicleInsurance,
  PAYMENT: t.nav.payments,
};

/** What a record belonged to, in words; empty for contracts and projects. */
export function belongedTo({ parent, entityType }: DeletedRecord): string {
  if (!parent) return PLACES[entityType] ?? '';
  return parent.isDeleted ? words.parentDeleted(nameOf(parent)) : nameOf(parent);
}

/** What has to be brought back before the record, in a sentence; undefined where nothing has. */
export const waitsFor = ({ parent }: DeletedRecord): string | undefined =>
  parent?.isDeleted ? words.first(kindName(parent.kind).toLowerCase(), nameOf(parent)) : undefined;

/** Where a record is shown once it is back; undefined of a kind that this version doesn't know. */
export function addressOfBack({ kind, id, name, entityType, parent }: DeletedRecord): string | undefined {
  const known = kindOf(kind);
  const { id: ownerId = '', contractId: ownerContractId = '' } = parent ?? {};
  return known && addressOf(known, { id, title: name, ownerId, ownerType: entityType, ownerContractId });
}

/** Where what it belonged to is shown; undefined where it is deleted too, or is no record. */
export function addressOfParent({ parent }: DeletedRecord): string | undefined {
  const known = parent && !parent.isDeleted ? kindOf(parent.kind) : undefined;
  if (!parent || !known) return undefined;
  const { id, name: title, contractId: ownerId } = parent;
  return addressOf(known, { id, title, ownerId, ownerType: '', ownerContractId: '' });
}
