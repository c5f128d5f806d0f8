import { onTestFinished } from 'vitest';
import type { Pace } from '@/kit/pace';

/** A pause that lasts longer than any test. */
export const ENDLESS = 60 * 60_000;

/**
 * Takes the place of the screens' pace in their tests: what a screen does, it does at once. What it does or tells when
 * something takes too long, it never does, unless a test is about that.
 */
export const PACE: Pace = {
  filter: 0,
  typeAhead: 0,
  search: 0,
  warning: 0,
  draft: 0,
  background: 0,
  prefetch: 0,
  tooltip: 0,
  patience: ENDLESS,
  offer: ENDLESS,
  retry: 0,
  resend: ENDLESS,
  role: ENDLESS,
  undo: ENDLESS,
};

/** Sets pauses for the running test; that of tooltips is fixed when the program is loaded. */
export function withPace(pace: Partial<Omit<Pace, 'tooltip'>>): void {
  const before = { ...PACE };
  Object.assign(PACE, pace);
  onTestFinished(() => void Object.assign(PACE, before));
}
