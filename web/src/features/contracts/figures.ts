import {
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
import { statusListHref, WON } from './status';

/** Where deposits are searched; the search reads its filters from the address. */
const depositHref = (statuses: readonly string[] = []) =>
  ['/contracts/contract-deposit', statuses.map((name) => `depositStatus=${name}`).join('&')].filter(Boolean).join('?');

/** The deposits of one type. */
export const depositTypeHref = (type: string) => `/contracts/contract-deposit?depositType=${encodeURIComponent(type)}`;

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

/** What is paid in, held and due back, in the order of a deposit's life. */
export const depositFigures = (kpis: Kpis): Figure[] => [
  {
    label: label.totalSecurityDeposit,
    hint: hint.totalSecurityDeposit,
    icon: IconReceiptRupee,
    to: depositHref(),
    ...amount(kpis.totalSecurityDeposit),
  },
  {
    label: label.pendingRefund,
    hint: hint.pendingRefund,
    icon: IconHourglassHigh,
    to: depositHref(['SUBMITTED', 'PENDING', 'PENDING_REFUND', 'PENDING_RELEASE']),
    ...amount(kpis.pendingRefund),
  },
  {
    label: label.refundInitiated,
    hint: hint.refundInitiated,
    icon: IconReceiptRefund,
    to: depositHref(['PENDING_REFUND', 'PENDING_RELEASE']),
    ...amount(kpis.refundInitiated),
  },
  {
    label: label.totalRefunded,
    hint: hint.totalRefunded,
    icon: IconCashBanknote,
    to: depositHref(['REFUNDED', 'RETURNED', 'RELEASED']),
    ...amount(kpis.totalRefunded),
  },
  {
    label: label.averageRefundDays,
    hint: hint.averageRefundDays,
    icon: IconCalendarTime,
    to: depositHref(['REFUNDED', 'RETURNED', 'RELEASED']),
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
    to: `${statusListHref([])}?sort=paperCost&dir=desc`,
    ...amount(kpis.paperCostAverage),
  },
];

/** A deposit type as people read it: `PERFORMANCE_SECURITY` is "Performance security", `EMD` stays. */
export function depositTypeLabel(type: string): string {
  if (!/^[A-Z0-9_]+$/.test(type)) return type;
  const words = type.split('_').map((word) => (word.length <= 3 ? word : word.toLowerCase()));
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
