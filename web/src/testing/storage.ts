import { vi } from 'vitest';

/** Gives a test that runs without a browser an empty storage of this name. */
export function stubStorage(name: 'localStorage' | 'sessionStorage'): void {
  const entries = new Map<string, string>();
  vi.stubGlobal(name, {
    get length() {
      return entries.size;
    },
    key: (place: number) => [...entries.keys()][place] ?? null,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
  });
}
