import { type RefObject, useEffect } from 'react';

/**
 * Moves the focus to the page's heading if it was lost with a part of the page: a form whose button was pressed.
 *
 * @param isGone whether that part is gone
 */
export function useLostFocus(heading: RefObject<HTMLElement | null>, isGone: boolean): void {
  useEffect(() => {
    if (isGone && document.activeElement === document.body) heading.current?.focus();
  }, [isGone, heading]);
}
