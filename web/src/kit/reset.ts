const resets = new Set<() => void>();

/** Notes how a module forgets what it has learnt since the page was loaded. */
export function onReset(forget: () => void): void {
  resets.add(forget);
}

/**
 * Lets modules forget it, as a load of the page would: the tests of screens share one page. What belongs to a session is
 * forgotten when that ends.
 */
export function resetModules(): void {
  for (const forget of resets) forget();
}
