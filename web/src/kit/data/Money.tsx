import { formatMoney, formatMoneyShort, NONE } from '@/kit/format';

/** Exact rupees; a dash when the amount is not known, which is not the same as ₹0. */
export function MoneyText({ paise }: { paise: bigint | null | undefined }) {
  return <>{paise === undefined || paise === null ? NONE : formatMoney(paise)}</>;
}

/** An amount for a card: short to look at, exact for the tooltip and for screen readers. */
export function moneyFigure(paise: bigint): { text: string; exact: string } {
  return { text: formatMoneyShort(paise), exact: formatMoney(paise) };
}
