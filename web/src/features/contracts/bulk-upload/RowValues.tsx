import { t } from '@/i18n/imports';
import { parseMoney } from '@/kit/form/money-text';
import { formatDate, formatDecimal, formatMoney, formatMoneyShort } from '@/kit/format';
import classes from './BulkUpload.module.css';
import { fieldLabel } from './field-label';
import type { SheetValues } from './import-events';

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
        {days.map(({ field, iso }) => (
          <Fact key={field} label={fieldLabel(field)}>
            {formatDate(iso)}
          </Fact>
        ))}
      </dl>
    </div>
  );
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
