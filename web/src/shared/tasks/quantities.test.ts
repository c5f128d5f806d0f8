import { describe, expect, it } from 'vitest';
import { changeInWords, progressOf } from './quantities';

describe('the progress of quantities', () => {
  // The server's rule is held to the same.
  it.each([
    [undefined, 5, undefined],
    [5, undefined, undefined],
    [5, null, undefined],
    [0, 5, undefined],
    [63, 59, 93.65],
    [10328, 120.5, 1.17],
    [2, 0.0001, 0.01],
    [2.0001, 0.0001, 0],
    [1, 0, 0],
    [1, 1.0001, 100],
    [0.0001, 1_000_000_000, 100],
  ])('of %s estimated and %s done is %s', (estimatedQuantity, actualQuantity, progress) => {
    expect(progressOf({ estimatedQuantity, actualQuantity })).toBe(progress);
  });
});

describe('a change in words', () => {
  const piles = { estimatedQuantity: 63, actualQuantity: 59, units: 'nos', progress: 93.65 };

  it('names what changed alone, and what contradicts it', () => {
    expect(changeInWords(piles, { ...piles, actualQuantity: 63, progress: 100 })).toBe(
      'Quantity: 59 nos → 63 nos. Progress: 93.65 % → 100 %.',
    );
    expect(changeInWords(piles, { ...piles, progress: 95 })).toBe(
      'Progress: 93.65 % → 95 %. Progress is 95 %, but 59 of 63 nos is 93.65 %.',
    );
  });
});
