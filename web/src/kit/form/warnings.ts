import { t } from '@/i18n/t';
import { formatDate } from '@/kit/format';

/** ₹1,000 crore, in paise: a larger amount is more often a slip of the hand than an amount. */
const LARGE = 1_000_000_000_000n;

/** Days of a form in the order in which they usually come. */
export type DayOrder<N extends string> = readonly N[];

/**
 * What is unusual about a day that comes before the nearest one it usually follows. Days that aren't given are passed
 * over. The server says the same in its answers (`services/src/warnings.rs`): both are held to the cases beside it.
 *
 * @param all the form's days, as `YYYY-MM-DD` or empty
 * @param orders each a few days, of which every one usually comes on or after those before it
 */
export function outOfOrder<N extends string>(
  name: N,
  all: Readonly<Record<N, string>>,
  orders: readonly DayOrder<N>[],
  label: Readonly<Record<N, string>>,
): string | undefined {
  const day = all[name];
  if (!day) return undefined;
  for (const order of orders) {
    const nearest = order.slice(0, Math.max(order.indexOf(name), 0)).findLast((other) => all[other]);
    if (nearest && day < all[nearest]) return t.form.outOfOrder(label[name], label[nearest], formatDate(all[nearest]));
  }
  return undefined;
}

/** The fields of a record's days, each of which warns of a day before the one that it usually follows. */
export const dayFields =
  <N extends string>(orders: readonly DayOrder<N>[], label: Readonly<Record<N, string>>) =>
  <K extends N>(name: K) =>
    ({
      name,
      label: label[name],
      kind: 'date',
      warn: (all: Readonly<Record<N, string>>) => outOfOrder(name, all, orders, label),
    }) as const;

/** What is unusual about an amount in paise: that it is above ₹1,000 crore. */
export const veryLarge = (label: string, paise: bigint | null): string | undefined =>
  paise !== null && paise > LARGE ? t.form.veryLarge(label) : undefined;

/** Several warnings of one field as one; undefined when there are none. */
export const warnings = (...said: (string | undefined)[]): string | undefined =>
  said.filter(Boolean).join(' ') || undefined;
