import type { SecurityDeposit_Status } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';

/** A deposit's status as addresses and forms name it. */
export type DepositStatusName = Exclude<keyof typeof SecurityDeposit_Status, 'STATUS_UNSPECIFIED'>;

/** The 11 statuses in the order of a deposit's life. Without their looks, which the dashboard has no use for. */
export const DEPOSIT_STATUS_NAMES: readonly DepositStatusName[] = [
  'DRAFT',
  'SUBMITTED',
  'PENDING',
  'PENDING_RELEASE',
  'PENDING_REFUND',
  'RELEASED',
  'REFUNDED',
  'RETURNED',
  'FORFEITED',
  'REJECTED',
  'CANCELLED',
];
