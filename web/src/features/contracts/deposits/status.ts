import {
  IconArrowBackUp,
  IconBan,
  IconCashBanknote,
  IconCircleDashed,
  IconGavel,
  IconHourglass,
  IconLockOpen,
  IconReceiptRefund,
  IconRotateClockwise,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import { SecurityDeposit_Status } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { t } from '@/i18n/deposits';
import type { StatusMeta, Tone } from '@/kit/data/StatusBadge';
import type { FieldOption } from '@/kit/form/fields';
import { DEPOSIT_STATUS_NAMES, type DepositStatusName } from './names';

/** Where the money is; only a way to order 11 statuses for the eye. */
type Phase = keyof typeof t.deposits.phases;

const look = (phase: Phase, tone: Tone, icon: StatusMeta['icon']) => ({ phase, tone, icon });

const LOOKS: Readonly<Record<DepositStatusName, { phase: Phase } & Omit<StatusMeta, 'label'>>> = {
  DRAFT: look('out', 'gray', IconCircleDashed),
  SUBMITTED: look('out', 'neel', IconSend),
  PENDING: look('out', 'haldi', IconHourglass),
  PENDING_RELEASE: look('due', 'haldi', IconRotateClockwise),
  PENDING_REFUND: look('due', 'haldi', IconReceiptRefund),
  RELEASED: look('back', 'neem', IconLockOpen),
  REFUNDED: look('back', 'neem', IconCashBanknote),
  RETURNED: look('back', 'neem', IconArrowBackUp),
  FORFEITED: look('lost', 'sindoor', IconGavel),
  REJECTED: look('lost', 'sindoor', IconX),
  CANCELLED: look('lost', 'gray', IconBan),
};

/** A status of the wire by its name; undefined for one that this version doesn't know. */
export function depositStatusName(value: SecurityDeposit_Status): DepositStatusName | undefined {
  return DEPOSIT_STATUS_NAMES.find((name) => SecurityDeposit_Status[name] === value);
}

/** How a status of the wire looks. */
export function depositStatusMeta(value: SecurityDeposit_Status): StatusMeta | undefined {
  const name = depositStatusName(value);
  return name && { label: t.deposits.statuses[name], tone: LOOKS[name].tone, icon: LOOKS[name].icon };
}

/** Whether the firm may still get it back: the money is neither back nor lost, nor was the deposit called off. */
export const isOut = (status: DepositStatusName): boolean => ['out', 'due'].includes(LOOKS[status].phase);

/** Whether the authority has given it back. */
export const isBack = (status: DepositStatusName): boolean => LOOKS[status].phase === 'back';

const option = (value: DepositStatusName): FieldOption => ({
  value,
  label: t.deposits.statuses[value],
  group: t.deposits.phases[LOOKS[value].phase],
});

/** Choices for filters and for the form of an existing deposit, by where the money is. */
export const DEPOSIT_STATUS_OPTIONS = DEPOSIT_STATUS_NAMES.map(option);

const FIRST: readonly DepositStatusName[] = ['SUBMITTED', 'RETURNED', 'PENDING'];

/** Choices for a new deposit, as the specification has them; too few to be grouped. */
export const NEW_DEPOSIT_STATUS_OPTIONS = FIRST.map((value) => ({ value, label: t.deposits.statuses[value] }));
