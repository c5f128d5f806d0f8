import { useSyncExternalStore } from 'react';

/** What the user asked for; `auto` follows the device. */
export type ColorScheme = 'light' | 'dark' | 'auto';

// Mantine's default key, which public/color-scheme.js reads before the first paint as well.
const KEY = 'mantine-color-scheme-value';
const ATTRIBUTE = 'data-mantine-color-scheme';

const device = window.matchMedia('(prefers-color-scheme: dark)');
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
  return useSyncExternalStore(subscribeColorScheme, colorScheme);
}

/** Tells when the wish changes, in this tab or another. */
export function subscribeColorScheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function paint(): void {
  const wish = colorScheme();
  const dark = wish === 'dark' || (wish === 'auto' && device.matches);
  document.documentElement.setAttribute(ATTRIBUTE, dark ? 'dark' : 'light');
  for (const listener of listeners) listener();
}

device.addEventListener('change', paint);
window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) paint();
});
