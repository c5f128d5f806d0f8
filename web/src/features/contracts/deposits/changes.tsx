import { Anchor } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { DepositStatusChange } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { t } from '@/i18n/deposits';
import { codeText } from '@/kit/code-text';
import { IdText } from '@/kit/data/IdText';
import { formatMoney } from '@/kit/format';
import { named } from '@/kit/named';
import { dayOfInstant } from '@/kit/timeline/days';
import type { TimelineEntry } from '@/kit/timeline/Timeline';
import { depositStatusMeta } from './status';

/** A deposit's change of status as an entry of its own timeline. */
export function depositChange(change: DepositStatusChange): TimelineEntry {
  const { depositId, from, to, at, actor, actorState } = change;
  const meta = depositStatusMeta(to);
  return {
    key: `${depositId}:${at?.seconds}.${at?.nanos}`,
    day: dayOfInstant(at),
    at,
    title: t.deposits.fields.status,
    icon: meta?.icon ?? IconShieldCheck,
    tone: meta?.tone ?? 'gray',
    change: { from: depositStatusMeta(from), to: meta },
    note: t.timeline.by(named(actor, actorState) || t.record.system),
  };
}

/** The same among what happened to its contract: there it says which deposit it was. */
export function namedDepositChange(change: DepositStatusChange, contractId: string): TimelineEntry {
  const { depositId, depositType, instrumentNo, amount } = change;
  return {
    ...depositChange(change),
    title: (
      <>
        <Anchor
          component={Link}
          to={`/contracts/${contractId}/security-deposit/${depositId}`}
          fz="inherit"
          fw="inherit"
        >
          {codeText(depositType)} <IdText text={instrumentNo} />
        </Anchor>
        {amount && ` · ${formatMoney(amount.paise)}`}
      </>
    ),
    icon: IconShieldCheck,
  };
}
