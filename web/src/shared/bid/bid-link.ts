import { roundHalfUp } from '@/kit/form/rounding';

/** Percentages have four decimals, so one percent is this many of their smallest steps. */
const STEPS_PER_PERCENT = 10_000;
const WHOLE = 1_000_000n;

/** The bid that lies a percentage above (+) or below (−) the estimate, in paise, half-up. */
export function bidFromPercentage(actual: bigint, percentage: number): bigint {
  const steps = BigInt(Math.round(percentage * STEPS_PER_PERCENT));
  return roundHalfUp(actual * (WHOLE + steps), WHOLE);
}

/** How far a bid lies above or below the estimate, in percent of four decimals, half-up; 0 without an estimate. */
export function percentageFromBid(actual: bigint, bid: bigint): number {
  if (actual === 0n) return 0;
  return Number(roundHalfUp((bid - actual) * WHOLE, actual)) / STEPS_PER_PERCENT;
}

/** The three linked figures; null is "not given". */
export interface Bid {
  /** The estimate. */
  actual: bigint | null;
  /** What is quoted for it. */
  bid: bigint | null;
  /** How far that lies above or below the estimate. */
  percentage: number | null;
}

/** The bid value after an edit of the percentage. Emptying one empties the other: they are one fact told twice. */
export function afterPercentage({ actual, percentage }: Bid): Partial<Bid> {
  if (percentage === null) return { bid: null };
  if (actual === null) return {};
  return { bid: bidFromPercentage(actual, percentage) };
}

/** The percentage after an edit of the bid value. */
export function afterBidValue({ actual, bid }: Bid): Partial<Bid> {
  if (bid === null) return { percentage: null };
  if (actual === null) return {};
  return { percentage: percentageFromBid(actual, bid) };
}

/** What follows from a new estimate: bidders quote the percentage, so it stays and the value moves. */
export function afterActualValue(figures: Bid): Partial<Bid> {
  if (figures.actual === null) return {};
  if (figures.percentage !== null) return afterPercentage(figures);
  return figures.bid !== null ? afterBidValue(figures) : {};
}

/** How a form keeps the three figures under names of its own. */
interface BidNames<V> {
  read: (values: V) => Bid;
  bid: (value: bigint | null) => Partial<V>;
  percentage: (value: number | null) => Partial<V>;
}

/** The same rules as the fields of a form follow them: from the values after an edit to those that change with it. */
export function bidLink<V>({ read, bid, percentage }: BidNames<V>) {
  const following = (rule: (figures: Bid) => Partial<Bid>) => (_: unknown, values: V) => {
    const change = rule(read(values));
    return {
      ...(change.bid !== undefined && bid(change.bid)),
      ...(change.percentage !== undefined && percentage(change.percentage)),
    };
  };
  return {
    afterActualValue: following(afterActualValue),
    afterBidValue: following(afterBidValue),
    afterPercentage: following(afterPercentage),
  };
}
