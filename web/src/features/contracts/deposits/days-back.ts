import { t } from '@/i18n/deposits';
import type { DepositValues } from './deposit-form';
import { isBack } from './status';

/** When a deposit came back, and which of it the form itself filled in; days as `YYYY-MM-DD` or empty. */
type Days = Pick<
  DepositValues,
  'depositReturnedDate' | 'depositTransferredOwnAccountDate' | 'filledReturned' | 'filledOwn'
>;

/**
 * The days of a deposit whose status was just chosen. Of one that came back, a day that nobody entered is filled in; a
 * refund is money in the own account, so it has a day there, too. What was filled in goes again with the status that it
 * came with, and what somebody entered stays.
 */
export function daysBack(status: DepositValues['status'], today: string, all: Days): Days {
  const returned = all.filledReturned ? '' : all.depositReturnedDate;
  const own = all.filledOwn ? '' : all.depositTransferredOwnAccountDate;
  // The authority gave it back no later than the money was in the own account.
  const known = own && own < today ? own : today;
  const filledReturned = isBack(status) && !returned ? known : '';
  const filledOwn = status === 'REFUNDED' && !own ? today : '';
  return {
    depositReturnedDate: returned || filledReturned,
    depositTransferredOwnAccountDate: own || filledOwn,
    filledReturned,
    filledOwn,
  };
}

/** What is unusual about a deposit that came back on no day; the server says the same. */
export const dayMissing = ({
  status,
  depositReturnedDate,
}: Pick<DepositValues, 'status' | 'depositReturnedDate'>): string | undefined =>
  isBack(status) && !depositReturnedDate ? t.deposits.returnedMissing : undefined;
