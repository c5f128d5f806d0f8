import type { SecurityDeposit } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { t } from '@/i18n/deposits';
import { codeText } from '@/kit/code-text';
import { type Column, columnsOf } from '@/kit/list/columns';
import { depositStatusMeta } from './status';

const label = t.deposits.fields;
const column = columnsOf<SecurityDeposit>();

/** A contract's deposits as a table. */
export const depositColumns: readonly Column<SecurityDeposit>[] = [
  column.id('instrumentNo', label.instrumentNo, (row) => row.instrumentNo, {
    width: 160,
    link: (row) => `/contracts/${row.contractId}/security-deposit/${row.id}`,
  }),
  column.text('depositType', label.depositType, (row) => codeText(row.depositType), { card: 'title' }),
  column.status('status', label.status, (row) => depositStatusMeta(row.status), { width: 138 }),
  column.money('amount', label.amount, (row) => row.amount, { width: 126, card: 'figure' }),
  column.date('depositSubmittedDate', label.depositSubmittedDate, (row) => row.depositSubmittedDate, {
    width: 132,
    keep: 'middle',
  }),
  column.date('depositReturnedDate', label.depositReturnedDate, (row) => row.depositReturnedDate, {
    width: 132,
    keep: 'middle',
  }),
  column.id('bankAccountNo', label.bankAccountNo, (row) => row.bankAccountNo, {
    sortable: false,
    width: 160,
    keep: 'wide',
  }),
];
