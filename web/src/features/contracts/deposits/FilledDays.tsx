import { Anchor, Text } from '@mantine/core';
import { t } from '@/i18n/deposits';
import { fieldId } from '@/kit/form/fields';
import { formatDate } from '@/kit/format';
import type { DepositValues } from './deposit-form';

const DAYS = [
  ['depositReturnedDate', 'filledReturned'],
  ['depositTransferredOwnAccountDate', 'filledOwn'],
] as const;

/** Says below the status which days the form filled in because of it, and leads to them: many are entered only later. */
export function FilledDays({ all }: { all: DepositValues }) {
  return DAYS.filter(([name, filled]) => all[name] && all[name] === all[filled]).map(([name]) => (
    <Text key={name} size="xs" c="dimmed">
      {t.deposits.filled[name](formatDate(all[name]))}{' '}
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        underline="always"
        aria-label={t.deposits.changeOf[name]}
        onClick={() => document.getElementById(fieldId(name))?.focus()}
      >
        {t.deposits.change}
      </Anchor>
    </Text>
  ));
}
