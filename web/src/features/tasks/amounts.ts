import { roundHalfUp } from '@/kit/form/rounding';
import { STEPS, steps } from '@/shared/tasks/steps';

const STEPS_OF_WHOLE = BigInt(STEPS) * 100n;

/** Quantity × rate × (1 + tax) in paise, half-up; null where quantity or rate are not known. */
export function amountOf(quantity: number | null, rate: bigint | null, taxPercentage: number | null): bigint | null {
  if (quantity === null || rate === null) return null;
  const withTax = steps(quantity) * rate * (STEPS_OF_WHOLE + steps(taxPercentage ?? 0));
  return roundHalfUp(withTax, BigInt(STEPS) * STEPS_OF_WHOLE);
}

/** The figures of a task that its amounts follow from; null is "not given". */
export interface Figures {
  estimatedQuantity: number | null;
  estimatedRate: bigint | null;
  actualQuantity: number | null;
  actualRate: bigint | null;
  taxPercentage: number | null;
}

/** What a task comes to, as planned and as done; the estimated rate stands in for an absent actual one. */
export function amountsOf(figures: Figures) {
  const { estimatedQuantity, estimatedRate, actualQuantity, actualRate, taxPercentage } = figures;
  return {
    estimatedAmount: amountOf(estimatedQuantity, estimatedRate, taxPercentage),
    actualAmount: amountOf(actualQuantity, actualRate ?? estimatedRate, taxPercentage),
  };
}
