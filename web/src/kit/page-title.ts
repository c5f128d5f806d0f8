import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { t } from '@/i18n/base';

// The path whose heading had the focus last; undefined until the first page is shown.
let announced: string | undefined;

/** Names the document: the most particular part first, since tabs are cut at the end. */
export function usePageTitle(...parts: readonly string[]): void {
  const title = [...parts.filter(Boolean), t.product].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/**
 * Moves focus to the page's heading after a navigation, as a full page load would move it to the document.
 * Give the returned ref to an `h1` with `tabIndex={-1}`. Changes of the query alone leave the focus where it is.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (announced !== undefined && announced !== pathname) heading.current?.focus({ preventScroll: true });
    announced = pathname;
  }, [pathname]);
  return heading;
}
