/** Percentages have four decimals, so one percent is this many of their smallest steps. */
const STEPS_PER_PERCENT = 10_000;
const WHOLE = 1_000_000n;

/** The nearest integer to a quotient; halves go up. */
function roundHalfUp(dividend: bigint, divisor: bigint): bigint {
  const twice = 2n * dividend + divisor;
  const quotient = twice / (2n * divisor);
  // BigInt division cuts towards zero; rounding up needs the floor.
  return twice < 0n && twice % (2n * divisor) !== 0n ? quotient - 1n : quotient;
}

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
  tenderActualValue: bigint | null;
  tenderBidValue: bigint | null;
  tenderBidPercentage: number | null;
}

/** The bid value after an edit of the percentage. Emptying one empties the other: they are one fact told twice. */
export function afterPercentage({ tenderActualValue, tenderBidPercentage }: Bid): Partial<Bid> {
  if (tenderBidPercentage === null) return { tenderBidValue: null };
  if (tenderActualValue === null) return {};
  return { tenderBidValue: bidFromPercentage(tenderActualValue, tenderBidPercentage) };
}

/** The percentage after an edit of the bid value. */
export function afterBidValue({ tenderActualValue, tenderBidValue }: Bid): Partial<Bid> {
  if (tenderBidValue === null) return { tenderBidPercentage: null };
  if (tenderActualValue === null) return {};
  return { tenderBidPercentage: percentageFromBid(tenderActualValue, tenderBidValue) };
}

/** What follows from a new estimate: bidders quote the percentage, so it stays and the value moves. */
export function afterActualValue(bid: Bid): Partial<Bid> {
  if (bid.tenderActualValue === null) return {};
  return bid.tenderBidPercentage !== null
    ? afterPercentage(bid)
    : bid.tenderBidValue !== null
      ? afterBidValue(bid)
      : {};
}
