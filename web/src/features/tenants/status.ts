import { IconAlertOctagon, IconCircleCheck, IconPlayerPause, IconTrash } from '@tabler/icons-react';
import { Tenant_Status } from '@/gen/nirmaan/platform/v1/tenant_pb';
import { t } from '@/i18n/people';
import type { StatusMeta } from '@/kit/data/StatusBadge';

/** A status as addresses and forms name it. */
export type StatusName = Exclude<keyof typeof Tenant_Status, 'STATUS_UNSPECIFIED'>;

const label = t.tenants.statuses;

const TENANT_STATUS: Readonly<Record<StatusName, StatusMeta>> = {
  ACTIVE: { label: label.ACTIVE, tone: 'neem', icon: IconCircleCheck },
  SUSPENDED: { label: label.SUSPENDED, tone: 'haldi', icon: IconPlayerPause },
  TERMINATED: { label: label.TERMINATED, tone: 'sindoor', icon: IconAlertOctagon },
  DELETED: { label: label.DELETED, tone: 'gray', icon: IconTrash },
};

const isStatusName = (name: string | undefined): name is StatusName => name !== undefined && name in TENANT_STATUS;

/** A status of the wire by its name; undefined for one that this version doesn't know. */
export function statusName(value: Tenant_Status): StatusName | undefined {
  const name: string | undefined = Tenant_Status[value];
  return isStatusName(name) ? name : undefined;
}

/** How a status of the wire looks. */
export function statusMeta(value: Tenant_Status): StatusMeta | undefined {
  const name = statusName(value);
  return name && TENANT_STATUS[name];
}

/** Choices for the filter and the form. */
export const STATUS_OPTIONS = Object.entries(TENANT_STATUS).map(([value, meta]) => ({ value, label: meta.label }));
