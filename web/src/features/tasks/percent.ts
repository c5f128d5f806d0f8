import { parseUpTo } from '@/kit/form/number-text';

/** Reads a percentage of progress: 0 to 100, two decimals at most. Undefined when it is none. */
export const parsePercent = (text: string): number | undefined => parseUpTo(text, 100, 2) ?? undefined;
