import type { DeletionScope } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { t } from '@/i18n/deleted';
import { formatCount, formatMoney } from '@/kit/format';

const words = t.deleted.along;

/** That money is still out which is given up with a record; empty where none is. */
export function stillOut({ stillOut }: Pick<DeletionScope, 'stillOut'>): string {
  const paise = stillOut?.paise ?? 0n;
  return paise > 0n ? words.stillOut(formatMoney(paise)) : '';
}

type Along = Pick<DeletionScope, 'deposits' | 'depositsAmount' | 'tasks' | 'documents' | 'roles'>;

/** What goes along with a record, in a sentence; empty where that is nothing. */
export function goesAlong(scope: Along): string {
  const parts = partsOf(scope);
  return parts.length > 0 ? words.goes(parts) : '';
}

/** The same as a list; empty where that is nothing. */
export const wentAlong = (scope: Along): string => words.all(partsOf(scope));

/** What is in the name of a user who goes, in a sentence; empty where that is nothing. */
export function inTheirName({ openTasks, sharedViews }: Pick<DeletionScope, 'openTasks' | 'sharedViews'>): string {
  const parts = [counted(openTasks, words.openTasks), counted(sharedViews, words.sharedViews)].filter(Boolean);
  return parts.length > 0 ? words.inTheirName(parts) : '';
}

const counted = (n: bigint, say: (n: string, one: boolean) => string): string =>
  n > 0n ? say(formatCount(n), n === 1n) : '';

function partsOf({ deposits, depositsAmount, tasks, documents, roles }: Along): string[] {
  const amount = formatMoney(depositsAmount?.paise ?? 0n);
  return [
    counted(deposits, (n, one) => words.deposits(n, one, amount)),
    counted(tasks, words.tasks),
    counted(documents, words.documents),
    counted(roles, words.roles),
  ].filter(Boolean);
}
