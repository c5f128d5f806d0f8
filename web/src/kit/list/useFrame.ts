import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The place of a table, which scrolls if the table is wider; its width is in pixels, infinite until it is measured. */
export function useFrame(): { frame: RefObject<HTMLDivElement | null>; width: number } {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);

  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    // With its scroll bar, which comes and goes.
    const measure = () => setWidth(element.offsetWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const element = frame.current;
    element?.addEventListener('focusin', uncover);
    return () => element?.removeEventListener('focusin', uncover);
  }, []);

  return { frame, width };
}

/** Scrolls what has taken the focus out from under the name of its row, which stays in sight. */
function uncover({ currentTarget, target }: FocusEvent): void {
  if (!(currentTarget instanceof HTMLElement && target instanceof HTMLElement)) return;
  const name = target.closest('tr')?.querySelector(':scope > :is([data-name], [scope="row"])');
  if (!name || name.contains(target)) return;
  const [over, under] = [name.getBoundingClientRect(), target.getBoundingClientRect()];
  if (under.right > over.left && under.left < over.right) currentTarget.scrollLeft -= over.right - under.left;
}
