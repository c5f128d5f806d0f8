import { describe, expect, it } from 'vitest';
import {
  afterActualValue,
  afterBidValue,
  afterPercentage,
  type Bid,
  bidFromPercentage,
  bidLink,
  percentageFromBid,
} from './bid-link';

describe('bid value from percentage', () => {
  // Spec: S5.bid.value
  it.each([
    [123_456_789n, 10, 135_802_468n],
    [123_456_789n, 0, 123_456_789n],
    [123_456_789n, -100, 0n],
    // 10.05 paise up is 10, 10.5 is 11, 0.5 is 1.
    [10n, 0.5, 10n],
    [10n, 5, 11n],
    [1n, -50, 1n],
    [1_000_000_000_000_000n, 0.0001, 1_000_001_000_000_000n],
    [457_747_127_00n, -11.25, 406_250_575_21n],
  ])('%s paise at %s %%', (actual, percentage, bid) => {
    expect(bidFromPercentage(actual, percentage)).toBe(bid);
  });
});

describe('percentage from bid value', () => {
  // Spec: S5.bid.percentage
  it.each([
    [123_456_789n, 135_802_468n, 10],
    [300n, 400n, 33.3333],
    [300n, 100n, -66.6667],
    // 0.00005 % is the half that goes up, −0.00005 % the one that goes up to 0.
    [2_000_000n, 2_000_001n, 0.0001],
    [2_000_000n, 1_999_999n, 0],
    [0n, 100n, 0],
  ])('estimate %s, bid %s', (actual, bid, percentage) => {
    expect(percentageFromBid(actual, bid)).toBeCloseTo(percentage, 10);
  });
});

describe('the link', () => {
  const figures = { actual: 10_000n, bid: 9_000n, percentage: -10 };

  it('follows the edited figure', () => {
    expect(afterPercentage({ ...figures, percentage: 8 })).toEqual({ bid: 10_800n });
    expect(afterBidValue({ ...figures, bid: 10_000n })).toEqual({ percentage: 0 });
    expect(afterActualValue({ ...figures, actual: 20_000n })).toEqual({ bid: 18_000n });
  });

  it('needs an estimate', () => {
    expect(afterPercentage({ ...figures, actual: null })).toEqual({});
    expect(afterBidValue({ ...figures, actual: null })).toEqual({});
    expect(afterActualValue({ ...figures, actual: null })).toEqual({});
  });

  it('empties both figures together', () => {
    expect(afterPercentage({ ...figures, percentage: null })).toEqual({ bid: null });
    expect(afterBidValue({ ...figures, bid: null })).toEqual({ percentage: null });
  });

  it('speaks the names of a form and touches no field that does not change', () => {
    const link = bidLink<{ estimate: bigint | null; offer: bigint | null; above: number | null }>({
      read: ({ estimate, offer, above }): Bid => ({ actual: estimate, bid: offer, percentage: above }),
      bid: (offer) => ({ offer }),
      percentage: (above) => ({ above }),
    });
    const values = { estimate: 10_000n, offer: 9_000n, above: -10 };
    expect(link.afterPercentage(5, { ...values, above: 5 })).toEqual({ offer: 10_500n });
    expect(link.afterBidValue(11_000n, { ...values, offer: 11_000n })).toEqual({ above: 10 });
    expect(link.afterActualValue(null, { ...values, estimate: null })).toEqual({});
  });
});
