import { t } from '@/i18n/work';
import { roundHalfUp } from '@/kit/form/rounding';
import { formatDecimal } from '@/kit/format';
import { steps } from './steps';

const words = t.work.quantities;

/** Percentages of progress have two decimals. */
const HUNDREDTHS = 100;
/** Progress that falls by more percentage points than this is more often a slip of the hand than a correction. */
const FALL = 10;

type Quantity = number | null | undefined;

/** What a task's progress has to agree with. */
export interface Measured {
  readonly estimatedQuantity?: Quantity;
  readonly actualQuantity?: Quantity;
  readonly units: string;
  /** Percent done. */
  readonly progress: number;
}

type Quantities = Pick<Measured, 'estimatedQuantity' | 'actualQuantity'>;

/**
 * The progress that a task's quantities come to: actual ÷ estimated, at most 100, half-up to two decimals. Undefined where
 * one of them is missing, or nothing is estimated. The server has the same rule (`store/src/entity/task.rs`); what both say of
 * it is held to the same cases.
 */
export function progressOf({ estimatedQuantity, actualQuantity }: Quantities): number | undefined {
  if (!estimatedQuantity || actualQuantity === undefined || actualQuantity === null) return undefined;
  const hundredths = roundHalfUp(steps(actualQuantity) * 100n * BigInt(HUNDREDTHS), steps(estimatedQuantity));
  return Math.min(100, Number(hundredths) / HUNDREDTHS);
}

const inUnits = (quantity: number, units: string) => `${formatDecimal(quantity)} ${units}`.trimEnd();

/** How far the quantities are, in words; undefined where they don't say. */
export function quantitiesInWords({ estimatedQuantity, actualQuantity, units }: Omit<Measured, 'progress'>) {
  const implied = progressOf({ estimatedQuantity, actualQuantity });
  if (implied === undefined) return undefined;
  return words.comeTo(
    formatDecimal(actualQuantity ?? 0),
    inUnits(estimatedQuantity ?? 0, units),
    formatDecimal(implied),
  );
}

/** That progress and quantities contradict each other; undefined where they don't. */
export function disagreement(task: Measured): string | undefined {
  const implied = progressOf(task);
  if (implied === undefined || implied === task.progress) return undefined;
  return words.disagree(formatDecimal(task.progress), quantitiesInWords(task) ?? '');
}

/** How the quantity changed; undefined where it didn't. */
export function quantityChange(before: Measured, after: Measured): string | undefined {
  const inWords = ({ actualQuantity, units }: Measured) =>
    actualQuantity === undefined || actualQuantity === null ? words.none : inUnits(actualQuantity, units);
  const [from, to] = [inWords(before), inWords(after)];
  return from === to ? undefined : words.quantityChanged(from, to);
}

/** What changed of quantity and progress, and whether they now contradict each other. */
export function changeInWords(before: Measured, after: Measured): string {
  const progress =
    before.progress === after.progress
      ? undefined
      : words.progressChanged(formatDecimal(before.progress), formatDecimal(after.progress));
  return [quantityChange(before, after), progress, disagreement(after)].filter(Boolean).join(' ');
}

/** That progress falls by more than ten percentage points. */
export function fallOf(before: number, after: number): string | undefined {
  const fall = Math.round((before - after) * HUNDREDTHS);
  return fall > FALL * HUNDREDTHS ? words.falls(formatDecimal(before), formatDecimal(after)) : undefined;
}

/** That a tenth more is done than was estimated, or more than that. */
export function excessOf({ estimatedQuantity, actualQuantity, units }: Omit<Measured, 'progress'>): string | undefined {
  if (!estimatedQuantity || !actualQuantity) return undefined;
  const isMuch = steps(actualQuantity) * 10n >= steps(estimatedQuantity) * 11n;
  return isMuch ? words.exceeds(inUnits(estimatedQuantity, units)) : undefined;
}
