import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { SecurityDeposit } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { t } from '@/i18n/deposits';
import { codeText } from '@/kit/code-text';
import { IdText } from '@/kit/data/IdText';
import { MoneyText } from '@/kit/data/Money';
import { StatusBadge } from '@/kit/data/StatusBadge';
import classes from './Deposits.module.css';
import { depositStatusMeta } from './status';

/** Shown of one contract; the rest is counted. */
const SHOWN = 3;

/** A contract's deposits in a few lines: what and by which instrument, how much, and where it stands. */
export function DepositLines({ deposits, rest }: { deposits: readonly SecurityDeposit[]; rest: string }) {
  if (deposits.length === 0) return <span className={classes.none}>{t.contractDeposit.none}</span>;
  return (
    <ul className={classes.lines}>
      {deposits.slice(0, SHOWN).map(({ id, contractId, depositType, instrumentNo, amount, status }) => (
        <li key={id}>
          <Anchor
            component={Link}
            to={`/contracts/${contractId}/security-deposit/${id}`}
            fz="inherit"
            className={classes.what}
          >
            {codeText(depositType)}{' '}
            <span className={classes.instrument}>
              <IdText text={instrumentNo} />
            </span>
          </Anchor>{' '}
          <span className={classes.amount}>
            <MoneyText paise={amount?.paise} />
          </span>{' '}
          <StatusBadge meta={depositStatusMeta(status)} />
        </li>
      ))}
      {deposits.length > SHOWN && (
        <li>
          <Anchor component={Link} to={rest} fz="inherit">
            {t.contractDeposit.more(deposits.length - SHOWN)}
          </Anchor>
        </li>
      )}
    </ul>
  );
}
