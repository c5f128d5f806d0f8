/** Quantities and percentages of tasks have four decimals: one of either is this many of their smallest steps. */
export const STEPS = 10_000;

/** A number of at most four decimals in its smallest steps. */
export const steps = (number: number): bigint => BigInt(Math.round(number * STEPS));
