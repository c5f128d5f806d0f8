import { Anchor, Text } from '@mantine/core';
import { t } from '@/i18n/deposits';
import { focusField } from '@/kit/form/fields';
import { formatDate } from '@/kit/format';
import type { DepositValues } from './deposit-form';

const DAYS = [
  ['depositReturnedDate', 'filledReturned'],
  ['depositTransferredOwnAccountDate', 'filledOwn'],
] as const;

/** Says below the status which days the form filled in because of it, and leads to them: the real day may be an earlier one. */
export function FilledDays({ all }: { all: DepositValues }) {
  return DAYS.filter(([, filled]) => all[filled]).map(([name]) => (
    <Text key={name} size="xs" c="dimmed">
      {t.deposits.filledIn(t.deposits.fields[name], formatDate(all[name]))}{' '}
      <Anchor
        component="button"
        type="button"
        fz="inherit"
        underline="always"
        aria-label={t.deposits.changeOf(t.deposits.fields[name])}
        onClick={() => focusField(name)}
      >
        {t.deposits.change}
      </Anchor>
    </Text>
  ));
}
