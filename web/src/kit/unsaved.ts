import { onReset } from './reset';

const kept = new Set<object>();

onReset(() => kept.clear());

/** Notes that the page holds what somebody typed or chose and hasn't saved, until the returned function is called. */
export function keepUnsaved(): () => void {
  const one = {};
  kept.add(one);
  return () => {
    kept.delete(one);
  };
}

/** Whether the page holds any such. */
export const isUnsaved = (): boolean => kept.size > 0;
