import { type RefObject, useEffect, useState } from 'react';

/** Drawn beyond what is visible, and the step in which the view is followed. */
const CHUNK = 600;

/** Which part of what scrolls sideways is in view, with some more around it. */
export function useSideways(scroller: RefObject<HTMLElement | null>): readonly [from: number, to: number] {
  const [view, setView] = useState<readonly [number, number]>([0, 3 * CHUNK]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const follow = () => {
      const from = (Math.floor(element.scrollLeft / CHUNK) - 1) * CHUNK;
      const to = (Math.ceil((element.scrollLeft + element.clientWidth) / CHUNK) + 1) * CHUNK;
      setView((now) => (now[0] === from && now[1] === to ? now : [from, to]));
    };
    follow();
    const size = new ResizeObserver(follow);
    size.observe(element);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [scroller]);
  return view;
}
