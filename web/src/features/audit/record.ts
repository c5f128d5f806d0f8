import type { AuditEvent } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { t } from '@/i18n/user-state';
import { named } from '@/kit/named';
import { addressOf } from '@/shared/records/address';

/** What the trail calls the kinds of records that have a page, and what everybody else calls them. */
const KINDS: Readonly<Record<string, Parameters<typeof addressOf>[0]>> = {
  contract: 'CONTRACT',
  security_deposit: 'DEPOSIT',
  project: 'PROJECT',
  task: 'TASK',
  document: 'DOCUMENT',
  user: 'USER',
};

/** The platform's records, by what the trail calls them: where each has its page. */
const PLATFORM_PAGES: Readonly<Record<string, (id: string) => string>> = {
  tenant: (id) => `/admin/tenants/${id}`,
  role: (id) => `/admin/roles/${id}`,
  module: (id) => `/admin/modules/edit/${id}`,
};

/** The kinds that are called by an id or a file's name, which stays in one line. */
const NAMED_BY_ID = new Set(['contract', 'security_deposit', 'document', 'user', 'contract_import']);

/** Whether the record of an event is called by an id, and not by words. */
export const isCalledById = ({ entity }: AuditEvent): boolean => NAMED_BY_ID.has(entity);

/** What the record of an event is called, marked if it is deleted; empty where the event is about none, or it has no name. */
function nameOf({ record }: AuditEvent): string {
  if (!record?.name) return '';
  const { name, isDeleted, userState } = record;
  return named(name, userState) === name && isDeleted ? t.marked(name, t.deleted) : named(name, userState);
}

/** What stands for the record of an event: its name, or what a deposit without a number belongs to. */
export const titleOf = (event: AuditEvent): string => nameOf(event) || (event.record?.detail ?? '');

/**
 * Where the record of an event is shown, which of a deleted one tells who deleted it; undefined where there is no such
 * page.
 */
export function addressOfRecord({ entity, entityId: id, record }: AuditEvent): string | undefined {
  if (!record) return undefined;
  const { name: title, ownerId, ownerType, ownerContractId, isDeleted } = record;
  const kind = KINDS[entity];
  // Documents have no page of their own, and the platform's records are deleted for good.
  if (isDeleted && (!kind || kind === 'DOCUMENT')) return undefined;
  return kind ? addressOf(kind, { id, title, ownerId, ownerType, ownerContractId }) : PLATFORM_PAGES[entity]?.(id);
}
