import { currentUser } from '@/session/session-store';
import type { Target } from './targets';

const MAX = 8;
const PREFIX = 'nirmaan-recent:';

// By user: somebody else may sign in to this browser while a tab stays open. Signing out clears it.
const key = () => `${PREFIX}${currentUser()?.tenantId ?? ''}/${currentUser()?.id ?? ''}`;

/** What was opened from the search, the latest first. */
export function recentTargets(): readonly Target[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isTarget) : [];
  } catch {
    return [];
  }
}

/** Remembers what was opened. */
export function rememberTarget(target: Target): void {
  const others = recentTargets().filter(({ to }) => to !== target.to);
  localStorage.setItem(key(), JSON.stringify([target, ...others].slice(0, MAX)));
}

/** Forgets what was opened. */
export function forgetTargets(): void {
  localStorage.removeItem(key());
}

/** Storage is the user's to edit: an address of another site in it must not be followed. */
function isTarget(value: unknown): value is Target {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, title, detail, status, to } = value as Partial<Record<keyof Target, unknown>>;
  const texts = [kind, title, detail, status, to];
  return texts.every((text) => typeof text === 'string') && /^\/(?!\/)/.test(String(to));
}
