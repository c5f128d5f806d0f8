import { describe, expect, it } from 'vitest';
import { amountOf, amountsOf } from './amounts';

describe('an amount', () => {
  it.each([
    // 1,250.5 × ₹482.50 = ₹6,03,366.25, and 14 % on top.
    [1250.5, 48_250n, 14, 68_783_753n],
    [1, 100n, 14, 114n],
    [0, 48_250n, 14, 0n],
    [3, 0n, 14, 0n],
    // Half a paisa goes up, less does not.
    [0.5, 1n, 0, 1n],
    [0.4999, 1n, 0, 0n],
    [1, 50n, 1, 51n],
    [0.0001, 1_000_000_000n, 0, 100_000n],
    [1_000_000_000, 1_000_000n, 100, 2_000_000_000_000_000n],
    // 0.1 + 0.2 is no trouble where steps are whole.
    [0.3, 10n, 0, 3n],
    [10, 1_000n, null, 10_000n],
  ])('of %s at %s paise and %s %% tax', (quantity, rate, tax, amount) => {
    expect(amountOf(quantity, rate, tax)).toBe(amount);
  });

  it('is not known without quantity or rate', () => {
    expect(amountOf(null, 100n, 14)).toBeNull();
    expect(amountOf(1, null, 14)).toBeNull();
  });
});

describe('the amounts of a task', () => {
  const figures = {
    estimatedQuantity: 10,
    estimatedRate: 1_000n,
    actualQuantity: 4,
    actualRate: 1_200n,
    taxPercentage: 14,
  };

  it('are of the plan and of what is done', () => {
    expect(amountsOf(figures)).toEqual({ estimatedAmount: 11_400n, actualAmount: 5_472n });
  });

  it('take the estimated rate where there is no actual one', () => {
    expect(amountsOf({ ...figures, actualRate: null }).actualAmount).toBe(4_560n);
    expect(amountsOf({ ...figures, actualRate: 0n }).actualAmount).toBe(0n);
  });
});
