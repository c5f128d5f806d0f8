/** The nearest integer to a quotient; halves go up. */
export function roundHalfUp(dividend: bigint, divisor: bigint): bigint {
  const twice = 2n * dividend + divisor;
  const quotient = twice / (2n * divisor);
  // BigInt division cuts towards zero; rounding up needs the floor.
  return twice < 0n && twice % (2n * divisor) !== 0n ? quotient - 1n : quotient;
}
