import { useEffect, useReducer } from 'react';

const TICK_MS = 30_000;

/** Draws the component anew every now and then, for an age that it tells. */
export function useTick(needed: boolean): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!needed) return;
    const timer = window.setInterval(tick, TICK_MS);
    return () => window.clearInterval(timer);
  }, [needed]);
}
