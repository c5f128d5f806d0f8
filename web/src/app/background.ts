import { hasWaiting } from '@/features/my-tasks/waiting-keys';
import { colorScheme, subscribeColorScheme } from '@/kit/color-scheme';
import { subscribeSession } from '@/session/session-store';
import { fetchSettings, storeChange } from '@/shared/settings/settings-server';
import { knownSettings } from '@/shared/settings/settings-store';

/** Whoever comes back to a tab after this time gets what other devices have set meanwhile. */
const FRESH_MS = 60_000;

/**
 * Keeps this device in step with the user's settings, and sends what was entered without a connection.
 *
 * @returns ends it
 */
export function startBackground(): () => void {
  let fetchedAt = 0;

  const wake = () => {
    if (document.hidden || !navigator.onLine) return;
    if (hasWaiting()) void sendWaiting();
    if (isThemeAhead()) {
      void storeTheme();
    } else if (Date.now() - fetchedAt > FRESH_MS) {
      fetchedAt = Date.now();
      // A theme that it finds ahead of the settings changes once more, and is stored by that.
      void fetchSettings().then((answered) => {
        // Perhaps the token was too old: a page's own call renews it.
        if (!answered) fetchedAt = 0;
      });
    }
  };

  const unsubscribe = [subscribeColorScheme(() => void storeTheme()), subscribeSession(wake)];
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('online', wake);
  wake();
  return () => {
    for (const end of unsubscribe) end();
    document.removeEventListener('visibilitychange', wake);
    window.removeEventListener('online', wake);
  };
}

/** Few visits have anything to send. What isn't sent now waits on. */
async function sendWaiting(): Promise<void> {
  await import('@/features/my-tasks/send-waiting').then((work) => work.sendWaiting()).catch(() => undefined);
}

/** The theme's switch is in every frame, that of guests too, and knows nothing of settings: they follow it. */
function isThemeAhead(): boolean {
  const known = knownSettings();
  return known !== undefined && known.theme !== colorScheme();
}

async function storeTheme(): Promise<void> {
  // Another tab's choice is that tab's to store. What can't be stored now holds on this device, and is tried again.
  if (document.hidden || !isThemeAhead()) return;
  await storeChange((settings) => ({ ...settings, theme: colorScheme() })).catch(() => undefined);
}
