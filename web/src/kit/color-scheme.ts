import { useSyncExternalStore } from 'react';
import { onReset } from './reset';

/** What the user asked for; `auto` follows the device. */
export type ColorScheme = 'light' | 'dark' | 'auto';

// Mantine's default key, which public/before-paint.js reads before the first paint as well.
const KEY = 'mantine-color-scheme-value';
const ATTRIBUTE = 'data-mantine-color-scheme';

const DARK_DEVICE = '(prefers-color-scheme: dark)';

const listeners = new Set<() => void>();

/** The wish, as stored. */
export function colorScheme(): ColorScheme {
  const wish = localStorage.getItem(KEY);
  return wish === 'light' || wish === 'dark' ? wish : 'auto';
}

/** Stores a wish and paints it. */
export function setColorScheme(wish: ColorScheme): void {
  if (wish === 'auto') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, wish);
  paint();
}

/** The wish, followed by the component. */
export function useColorScheme(): ColorScheme {
  // Pages written at build time know nobody's wish.
  return useSyncExternalStore(subscribeColorScheme, colorScheme, () => 'auto');
}

/** Tells when the wish changes, in this tab or another. */
export function subscribeColorScheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Follows the device, what other tabs wish and the printer. Called once, at the start.
 *
 * @returns a function that stops following
 */
export function followColorScheme(): () => void {
  const following = new AbortController();
  const { signal } = following;
  window.matchMedia(DARK_DEVICE).addEventListener('change', paint, { signal });
  const follow = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) paint();
  };
  window.addEventListener('storage', follow, { signal });
  // Browsers tell of printing in one way or the other; nobody's wish has changed.
  window.addEventListener('beforeprint', () => print(true), { signal });
  window.addEventListener('afterprint', () => print(false), { signal });
  window.matchMedia('print').addEventListener('change', ({ matches }) => print(matches), { signal });
  return () => following.abort();
}

let onPaper = false;

onReset(() => print(false));

function print(begins: boolean): void {
  onPaper = begins;
  mark();
}

function paint(): void {
  mark();
  for (const listener of listeners) listener();
}

function isDark(): boolean {
  const wish = colorScheme();
  return wish === 'dark' || (wish === 'auto' && window.matchMedia(DARK_DEVICE).matches);
}

/** On paper nothing is dark, even if a wish arrives from the server meanwhile. */
function mark(): void {
  document.documentElement.setAttribute(ATTRIBUTE, isDark() && !onPaper ? 'dark' : 'light');
}
