import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { t } from '@/i18n/base';
import { onReset } from './reset';

// The path whose heading had the focus last; undefined until the first page is shown.
let announced: string | undefined;

// A page was taken away with the focus in it: a skeleton whose record is there, or a failure that was tried again.
let replaced = false;

onReset(() => {
  announced = undefined;
  replaced = false;
});

/** A document's title: the most particular part first, since tabs are cut at the end. */
export function pageTitle(...parts: readonly string[]): string {
  return [...parts.filter(Boolean), t.product].join(' · ');
}

/** Names the document. */
export function usePageTitle(...parts: readonly string[]): void {
  const title = pageTitle(...parts);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** Describes the document to search engines and to whoever shares or bookmarks it. */
export function usePageDescription(text: string): void {
  useEffect(() => {
    document.querySelector('meta[name="description"]')?.setAttribute('content', text);
  }, [text]);
}

/**
 * Moves focus to the page's heading after a navigation, as a full page load would move it to the document, and when the page
 * replaces what had the focus: it would fall to the document's body, from which a screen reader begins anew.
 * Give the returned ref to an `h1` with `tabIndex={-1}`. Changes of the query alone leave the focus where it is.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useLayoutEffect(
    () => () => {
      replaced ||= Boolean(document.activeElement?.closest('main'));
    },
    [],
  );
  useEffect(() => {
    const navigated = announced !== undefined && announced !== pathname;
    const lost = replaced && document.activeElement === document.body;
    if (navigated || lost) heading.current?.focus({ preventScroll: true });
    announced = pathname;
    replaced = false;
  }, [pathname]);
  return heading;
}
