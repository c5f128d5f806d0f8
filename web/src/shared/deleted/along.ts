import type { DeletionScope } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { t } from '@/i18n/deleted';
import { formatCount, formatMoney } from '@/kit/format';

const words = t.deleted.along;

/** That money is still out which is given up with a record; empty where none is. */
export function stillOut({ stillOut }: Pick<DeletionScope, 'stillOut'>): string {
  const paise = stillOut?.paise ?? 0n;
  return paise > 0n ? words.stillOut(formatMoney(paise)) : '';
}

type Along = Pick<DeletionScope, 'deposits' | 'depositsAmount' | 'tasks' | 'documents'>;

/** What goes along with a record, in a sentence; empty where that is nothing. */
export function goesAlong(scope: Along): string {
  const parts = partsOf(scope);
  return parts.length > 0 ? words.goes(parts) : '';
}

/** The same as a list; empty where that is nothing. */
export const wentAlong = (scope: Along): string => words.all(partsOf(scope));

function partsOf({ deposits, depositsAmount, tasks, documents }: Along): string[] {
  const amount = formatMoney(depositsAmount?.paise ?? 0n);
  return [
    deposits > 0n ? words.deposits(formatCount(deposits), deposits === 1n, amount) : '',
    tasks > 0n ? words.tasks(formatCount(tasks), tasks === 1n) : '',
    documents > 0n ? words.documents(formatCount(documents), documents === 1n) : '',
  ].filter(Boolean);
}
