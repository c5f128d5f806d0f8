import { useAlive } from './alive';

/** The current year. A page written at build time says the year it was built in, until it runs. */
export function useYear(): number {
  return useAlive() ? new Date().getFullYear() : BUILD_YEAR;
}
