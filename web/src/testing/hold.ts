const held = new Set<() => void>();

/** An answer that waits until the test lets it go, or is over. */
export interface Hold {
  /** Resolves when the test lets go, rejects when it is over. */
  readonly released: Promise<void>;
  readonly release: () => void;
}

/** Begins to hold an answer up. */
export function hold(): Hold {
  let resolve = () => {};
  let reject = (_: Error) => {};
  const released = new Promise<void>((...ways) => {
    [resolve, reject] = ways;
  });
  // Perhaps nobody ever asks for the answer.
  released.catch(() => undefined);
  const abandon = () => reject(new Error('The test is over'));
  held.add(abandon);
  const release = () => {
    held.delete(abandon);
    resolve();
  };
  return { released, release };
}

/**
 * Fails the answers that are still held up.
 *
 * @returns whether there were any
 */
export function abandonHeld(): boolean {
  const any = held.size > 0;
  for (const abandon of held) abandon();
  held.clear();
  return any;
}
