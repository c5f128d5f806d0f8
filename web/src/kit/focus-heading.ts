/** Moves the focus to the page's heading: what had it is gone, a row's menu or a toast. */
export function focusHeading(options?: FocusOptions): void {
  document.querySelector<HTMLElement>('main h1')?.focus(options);
}
