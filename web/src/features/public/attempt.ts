import { t } from '@/i18n/base';
import { withTimeout } from '@/kit/lazy';
import type { Outcome } from './mail-links';

/** Loads the calls that go with mailed links, and makes one of them. */
export const attempt = <T>(call: (calls: typeof import('./mail-links')) => Promise<Outcome<T>>): Promise<Outcome<T>> =>
  withTimeout(import('./mail-links'))
    .then(call)
    .catch(() => ({ problem: t.errors.network }));

/** Asks who the signed-in user is now: they may have another address. What goes wrong is found by the next call. */
export const renewUser = (): Promise<void> =>
  withTimeout(import('@/session/session'))
    .then(({ readUserAnew }) => readUserAnew())
    .catch(() => undefined);
