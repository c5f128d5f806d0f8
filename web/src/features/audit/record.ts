import type { AuditEvent } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { UserState } from '@/gen/nirmaan/type/v1/user_state_pb';
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

/** The kinds whose records have no page once they are deleted: documents have none of their own, and the others are gone for good. */
const WITHOUT_PAGE = new Set(['document', 'role', 'module']);

/** The kinds that are called by an id or a file's name, which stays in one line. */
const NAMED_BY_ID = new Set(['contract', 'security_deposit', 'document', 'user', 'contract_import']);

/** Whether the record of an event is called by an id, and not by words. */
export const isCalledById = ({ entity }: AuditEvent): boolean => NAMED_BY_ID.has(entity);

/**
 * What stands for the record of an event, marked if it is deleted: its name, or what a deposit without a number belongs to;
 * empty where the event is about none.
 */
export function titleOf({ record }: AuditEvent): string {
  const title = record?.name || record?.detail;
  if (!title) return '';
  if (record.userState !== UserState.UNSPECIFIED) return named(title, record.userState);
  return record.isDeleted ? t.marked(title, t.deleted) : title;
}

/** What else the record of an event is known by; undefined where that is its title. */
export const noteOf = ({ record }: AuditEvent): string | undefined => (record?.name ? record.detail : undefined);

/**
 * Where the record of an event is shown, which of a deleted one tells who deleted it; undefined where there is no such
 * page.
 */
export function addressOfRecord({ entity, entityId: id, record }: AuditEvent): string | undefined {
  if (!record) return undefined;
  const { name: title, ownerId, ownerType, ownerContractId, isDeleted } = record;
  const kind = KINDS[entity];
  if (isDeleted && WITHOUT_PAGE.has(entity)) return undefined;
  return kind ? addressOf(kind, { id, title, ownerId, ownerType, ownerContractId }) : PLATFORM_PAGES[entity]?.(id);
}
