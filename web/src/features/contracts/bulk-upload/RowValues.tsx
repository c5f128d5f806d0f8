import { t } from '@/i18n/imports';
import { codeText } from '@/kit/code-text';
import { parseMoney } from '@/kit/form/money-text';
import { formatDate, formatDecimal, formatMoney, formatMoneyShort } from '@/kit/format';
import classes from './BulkUpload.module.css';
import { fieldLabel } from './field-label';
import type { SheetDay, SheetDeposit, SheetValues } from './import-events';

const STATUSES: Readonly<Record<string, string>> = t.contracts.statuses;

/** What a contract has in it once a row is stored, to be compared with the sheet at a glance. */
export function RowValues({ values }: { values: SheetValues }) {
  const { contractName, status, amounts, percentage, days } = values;
  return (
    <div className={classes.values}>
      {contractName && <p>{contractName}</p>}
      <dl>
        {STATUSES[status] && <Fact label={t.contracts.fields.status}>{STATUSES[status]}</Fact>}
        {amounts.map(({ field, paise }) => (
          <Fact key={field} label={t.contracts.columns[field]}>
            {amountText(paise)}
          </Fact>
        ))}
        {percentage !== undefined && <Fact label={t.bulkUpload.bidPercentage}>{`${formatDecimal(percentage)} %`}</Fact>}
        <Days days={days} />
      </dl>
    </div>
  );
}

const DEPOSIT_STATUSES: Readonly<Record<string, string>> = t.deposits.statuses;

/** What a deposit has in it once a row is stored. */
export function DepositValues({ deposit }: { deposit: SheetDeposit }) {
  const { depositType, instrumentNo, amount, status, bankName, days } = deposit;
  const label = t.deposits.fields;
  return (
    <div className={classes.values}>
      <p>{[codeText(depositType), instrumentNo].filter(Boolean).join(' ')}</p>
      <dl>
        {amount !== undefined && <Fact label={label.amount}>{amountText(amount)}</Fact>}
        {DEPOSIT_STATUSES[status] && <Fact label={label.status}>{DEPOSIT_STATUSES[status]}</Fact>}
        {bankName && <Fact label={label.bankName}>{bankName}</Fact>}
        <Days days={days} />
      </dl>
    </div>
  );
}

function Days({ days }: { days: readonly SheetDay[] }) {
  return days.map(({ field, iso }) => (
    <Fact key={field} label={fieldLabel(field)}>
      {formatDate(iso)}
    </Fact>
  ));
}

/** An amount in lakh or crore as people speak of it, and exactly where that is rounded. */
function amountText(paise: bigint): string {
  const exact = formatMoney(paise);
  const short = formatMoneyShort(paise);
  if (!/[A-Z]/i.test(short)) return exact;
  return parseMoney(short) === paise ? short : `${short} (${exact})`;
}

function Fact({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
