import {
  IconBuildingBank,
  IconCalendarTime,
  IconCashBanknote,
  IconFileInvoice,
  IconFileX,
  IconHourglassHigh,
  IconMathAvg,
  IconReceiptRefund,
  IconReceiptRupee,
  IconTrophy,
} from '@tabler/icons-react';
import type { Kpis } from '@/gen/nirmaan/contracts/v1/dashboard_service_pb';
import { t } from '@/i18n/t';
import type { Figure } from '@/kit/data/KpiCard';
import { moneyFigure } from '@/kit/data/Money';
import { formatCount, NONE } from '@/kit/format';
import { DEPOSIT_STATUS_NAMES, type DepositStatusName } from './deposits/names';
import { OVER, type StatusName, statusListHref, WON } from './status';

/** What is with an authority, or was; of that what still is. */
const COUNTED = DEPOSIT_STATUS_NAMES.filter((name) => name !== 'REJECTED' && name !== 'CANCELLED');
const OUT = COUNTED.filter((name) => !['RELEASED', 'REFUNDED', 'RETURNED', 'FORFEITED'].includes(name));
const BACK: readonly DepositStatusName[] = ['RELEASED', 'REFUNDED', 'RETURNED'];
const INITIATED: readonly DepositStatusName[] = ['PENDING_RELEASE', 'PENDING_REFUND'];

/** The search for the deposits that a figure counts, as the search itself would write its address. */
function depositHref(
  statuses: readonly DepositStatusName[],
  { contracts = [], ...more }: { contracts?: readonly StatusName[]; returned?: 'true'; depositTypes?: string } = {},
): string {
  const search = new URLSearchParams();
  for (const name of contracts) search.append('status', name);
  for (const name of statuses) search.append('depositStatus', name);
  for (const [name, value] of Object.entries(more)) search.append(name, value);
  return `/contracts/contract-deposit?${search}`;
}

/** The counted deposits of exactly one type. */
export const depositTypeHref = (type: string) => depositHref(COUNTED, { depositTypes: type });

const amount = (money: { paise: bigint } | undefined) =>
  money ? moneyFigure(money.paise) : { text: NONE, exact: t.dashboard.noFigure };

function days(mean: number | undefined) {
  if (mean === undefined) return { text: NONE, exact: t.dashboard.noFigure };
  return {
    text: t.dashboard.days(formatCount(Math.round(mean))),
    exact: t.dashboard.days(formatCount(Math.round(mean * 100) / 100)),
  };
}

const label = t.dashboard.kpis;
const hint = t.dashboard.hints;

/** What is still out, due back and back again; and all that was ever paid. */
export const depositFigures = (kpis: Kpis): Figure[] => [
  {
    label: label.stillOut,
    hint: hint.stillOut,
    icon: IconBuildingBank,
    to: depositHref(OUT),
    ...amount(kpis.stillOut),
  },
  {
    label: label.pendingRefund,
    hint: hint.pendingRefund,
    icon: IconHourglassHigh,
    to: depositHref(['SUBMITTED', 'PENDING', ...INITIATED], { contracts: OVER }),
    ...amount(kpis.pendingRefund),
  },
  {
    label: label.refundInitiated,
    hint: hint.refundInitiated,
    icon: IconReceiptRefund,
    to: depositHref(INITIATED),
    ...amount(kpis.refundInitiated),
  },
  {
    label: label.totalRefunded,
    hint: hint.totalRefunded,
    icon: IconCashBanknote,
    to: depositHref(BACK),
    ...amount(kpis.totalRefunded),
  },
  {
    label: label.totalSecurityDeposit,
    hint: hint.totalSecurityDeposit,
    icon: IconReceiptRupee,
    to: depositHref(COUNTED),
    ...amount(kpis.totalSecurityDeposit),
  },
  {
    label: label.averageRefundDays,
    hint: hint.averageRefundDays,
    icon: IconCalendarTime,
    to: depositHref(COUNTED, { returned: 'true' }),
    ...days(kpis.averageRefundDays),
  },
];

/** What tender papers cost, each with the contracts that it sums over. */
export const paperCostFigures = (kpis: Kpis): Figure[] => [
  { label: label.paperCostTotal, icon: IconFileInvoice, to: statusListHref([]), ...amount(kpis.paperCostTotal) },
  { label: label.paperCostAwarded, icon: IconTrophy, to: statusListHref(WON), ...amount(kpis.paperCostAwarded) },
  { label: label.paperCostLost, icon: IconFileX, to: statusListHref(['REJECTED']), ...amount(kpis.paperCostLost) },
  {
    label: label.paperCostAverage,
    icon: IconMathAvg,
    to: `${statusListHref([])}?paperCost=true`,
    ...amount(kpis.paperCostAverage),
  },
];
