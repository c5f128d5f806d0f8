import { useSyncExternalStore } from 'react';

const never = () => () => undefined;
const thisYear = () => new Date().getFullYear();

/** The current year. A page written at build time says the year it was built in, until it runs. */
export function useYear(): number {
  return useSyncExternalStore(never, thisYear, () => BUILD_YEAR);
}
