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

/** A deposit's type as people read it: `PERFORMANCE_SECURITY` is "Performance security", `EMD` stays. */
export function depositTypeLabel(type: string): string {
  if (!/^[A-Z0-9_]+$/.test(type)) return type;
  const words = type.split('_').map((word) => (word.length <= 3 ? word : word.toLowerCase()));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
