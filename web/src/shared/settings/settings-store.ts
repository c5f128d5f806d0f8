import { useSyncExternalStore } from 'react';
import { type ColorScheme, colorScheme, setColorScheme } from '@/kit/color-scheme';
import type { Density } from '@/kit/density';
import { currentUser, onSessionEnd, subscribeSession } from '@/session/session-store';

/** Which columns of a list are shown, and in which order. */
export interface ColumnChoice {
  /** Names of columns; those that it doesn't name follow as they come. */
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

/** How the signed-in user likes the screens. */
export interface UserSettings {
  readonly theme: ColorScheme;
  readonly density: Density;
  /** Rows a page where the address doesn't say. */
  readonly pageSize: number;
  /** By the list's name. */
  readonly columns: Readonly<Record<string, ColumnChoice>>;
}

/** What holds for whoever never set anything. */
export const DEFAULT_SETTINGS: UserSettings = { theme: 'auto', density: 'comfortable', pageSize: 10, columns: {} };

const KEY = 'nirmaan-settings';

interface Kept {
  /** Whose they are: another user may have signed in since. */
  readonly owner: string;
  readonly settings: UserSettings;
}

const listeners = new Set<() => void>();

// The parsed value belongs to the text it came from: React needs the same object for the same state.
let cached: { readonly text: string | null; readonly kept: Kept | undefined } = { text: null, kept: undefined };

/** The settings as this browser last knew them; undefined when it never heard of this user's. */
export function knownSettings(): UserSettings | undefined {
  const text = localStorage.getItem(KEY);
  if (text !== cached.text) cached = { text, kept: parse(text) };
  return cached.kept?.owner === owner() ? cached.kept.settings : undefined;
}

/** The settings, or the defaults until they are known. */
export const currentSettings = (): UserSettings => knownSettings() ?? DEFAULT_SETTINGS;

/** The settings, followed by the component. */
export function useSettings(): UserSettings {
  return useSyncExternalStore(subscribeSettings, currentSettings);
}

/** Keeps settings in this browser, and has every tab follow them. */
export function keepSettings(settings: UserSettings): void {
  const kept: Kept = { owner: owner(), settings };
  localStorage.setItem(KEY, JSON.stringify(kept));
  if (settings.theme !== colorScheme()) setColorScheme(settings.theme);
  notify();
}

// A tab hears of another's signing out a little later, and may have kept an answer in between.
onSessionEnd(() => localStorage.removeItem(KEY));

/** Runs when the settings change, in this tab or another. */
export function subscribeSettings(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', follow);
  const unsubscribe = subscribeSession(listener);
  listeners.add(listener);
  return () => {
    unsubscribe();
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', follow);
  };
}

function follow({ key }: StorageEvent): void {
  if (key === KEY || key === null) notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

function owner(): string {
  const user = currentUser();
  return user ? `${user.tenantId}/${user.id}` : '';
}

/** Storage is the user's to edit: what doesn't look like settings counts as none. */
function parse(text: string | null): Kept | undefined {
  if (!text) return undefined;
  try {
    const { owner, settings } = JSON.parse(text) as Partial<Kept>;
    if (typeof owner !== 'string' || typeof settings?.pageSize !== 'number') return undefined;
    return { owner, settings: { ...DEFAULT_SETTINGS, ...settings } };
  } catch {
    return undefined;
  }
}
