import {
  IconAlertOctagon,
  IconBan,
  IconCash,
  IconCheck,
  IconChecks,
  IconCircleDashed,
  IconFileCheck,
  IconHammer,
  IconHourglass,
  IconLock,
  IconPlayerPause,
  IconPlayerPlay,
  IconRosette,
  IconScale,
  IconSend,
  IconTruck,
  IconUserCheck,
  IconWallet,
  IconX,
} from '@tabler/icons-react';
import { Contract_Status } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { t } from '@/i18n/t';
import type { StatusMeta, Tone } from '@/kit/data/StatusBadge';

/** A status as addresses and forms name it. */
export type StatusName = Exclude<keyof typeof Contract_Status, 'STATUS_UNSPECIFIED'>;

/** The part of a contract's life that a status belongs to; only a way to order 19 of them for the eye. */
export type Phase = keyof typeof t.contracts.phases;

/** How a contract status looks and where it stands. */
export interface ContractStatusMeta extends StatusMeta {
  phase: Phase;
}

const status = (name: StatusName, phase: Phase, tone: Tone, icon: StatusMeta['icon']): ContractStatusMeta => ({
  label: t.contracts.statuses[name],
  phase,
  tone,
  icon,
});

/** The 19 statuses in the order of a contract's life. */
export const CONTRACT_STATUS: Readonly<Record<StatusName, ContractStatusMeta>> = {
  DRAFT: status('DRAFT', 'bidding', 'gray', IconCircleDashed),
  SUBMITTED: status('SUBMITTED', 'bidding', 'neel', IconSend),
  AWARDED: status('AWARDED', 'bidding', 'geru', IconRosette),
  ACCEPTED: status('ACCEPTED', 'bidding', 'geru', IconUserCheck),
  WORK_ORDER_ISSUED: status('WORK_ORDER_ISSUED', 'starting', 'mor', IconFileCheck),
  MOBILIZED: status('MOBILIZED', 'starting', 'mor', IconTruck),
  WORK_IN_PROGRESS: status('WORK_IN_PROGRESS', 'working', 'mor', IconHammer),
  RESUMED: status('RESUMED', 'working', 'mor', IconPlayerPlay),
  ON_HOLD: status('ON_HOLD', 'working', 'haldi', IconPlayerPause),
  COMPLETED: status('COMPLETED', 'finishing', 'neem', IconCheck),
  SUBMITTED_FOR_APPROVAL: status('SUBMITTED_FOR_APPROVAL', 'finishing', 'neel', IconHourglass),
  APPROVED: status('APPROVED', 'finishing', 'neem', IconChecks),
  PAYMENT_PENDING: status('PAYMENT_PENDING', 'money', 'haldi', IconWallet),
  PAYMENT_RECEIVED: status('PAYMENT_RECEIVED', 'money', 'neem', IconCash),
  CLOSED: status('CLOSED', 'over', 'gray', IconLock),
  CANCELLED: status('CANCELLED', 'over', 'gray', IconBan),
  REJECTED: status('REJECTED', 'over', 'sindoor', IconX),
  TERMINATED: status('TERMINATED', 'over', 'sindoor', IconAlertOctagon),
  DISPUTE: status('DISPUTE', 'over', 'jamun', IconScale),
};

const isStatusName = (name: string | undefined): name is StatusName => name !== undefined && name in CONTRACT_STATUS;

/** The names of all statuses, in the order in which they are shown. */
export const STATUS_NAMES: readonly StatusName[] = Object.keys(CONTRACT_STATUS).filter(isStatusName);

/** A status of the wire by its name; undefined for one that this version doesn't know. */
export function statusName(value: Contract_Status): StatusName | undefined {
  const name: string | undefined = Contract_Status[value];
  return isStatusName(name) ? name : undefined;
}

/** How a status of the wire looks. */
export function statusMeta(value: Contract_Status): ContractStatusMeta | undefined {
  const name = statusName(value);
  return name && CONTRACT_STATUS[name];
}

/** Choices for filters and forms, under their phases. */
export const STATUS_OPTIONS = STATUS_NAMES.map((value) => ({
  value,
  label: CONTRACT_STATUS[value].label,
  group: t.contracts.phases[CONTRACT_STATUS[value].phase],
}));

/** The list of contracts in these statuses, as the list itself would write its address. */
export function statusListHref(names: readonly (StatusName | undefined)[]): string {
  const search = STATUS_NAMES.filter((name) => names.includes(name)).map((name) => `status=${name}`);
  return search.length > 0 ? `/contracts/list?${search.join('&')}` : '/contracts/list';
}

/** Nothing more is built or bid for: the categories Closed and Others. What is still deposited is due back. */
export const OVER: readonly StatusName[] = STATUS_NAMES.filter((name) =>
  ['COMPLETED', 'PAYMENT_RECEIVED', 'CLOSED', 'REJECTED', 'CANCELLED', 'TERMINATED'].includes(name),
);

/** Bids that were won, whatever became of them afterwards: the paper cost "awarded" is theirs. */
export const WON: readonly StatusName[] = STATUS_NAMES.filter(
  (name) => !['DRAFT', 'SUBMITTED', 'REJECTED', 'CANCELLED'].includes(name),
);
