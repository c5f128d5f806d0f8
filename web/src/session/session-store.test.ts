import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { stubStorage } from '@/testing/storage';
import type { StoredSession } from './session-store';

const person = (id: string, tenantId = 'firm') => ({
  id,
  tenantId,
  tenantName: 'Bharat Infra',
  username: `${id}@bharat.example`,
  email: `${id}@bharat.example`,
  profileImage: '',
  permissions: [],
});

const sessionOf = (id: string, turn = 1): StoredSession => ({
  accessToken: `access-${id}-${turn}`,
  refreshToken: `refresh-${id}-${turn}`,
  user: person(id),
});

type Store = typeof import('./session-store');

/** A tab of its own over the same storage. */
async function openTab(): Promise<Store> {
  vi.resetModules();
  return await import('./session-store');
}

const seen = (tab: Store) => [tab.accessToken(), tab.refreshToken(), tab.currentUser()?.id];
const all = ({ accessToken, refreshToken, user }: StoredSession) => [accessToken, refreshToken, user.id];

beforeEach(() => {
  stubStorage('localStorage');
  stubStorage('sessionStorage');
});

describe('what one tab stores', () => {
  test.each([
    ['of another person', sessionOf('second')],
    ['of the same person, renewed', sessionOf('first', 2)],
  ])('%s is seen by the others as a whole, or not yet', async (_, next) => {
    const first = sessionOf('first');
    const [here, there] = [await openTab(), await openTab()];
    here.storeSession(first);
    expect(seen(there)).toEqual(all(first));

    const { setItem } = localStorage;
    const between: unknown[] = [];
    localStorage.setItem = (key, value) => {
      setItem(key, value);
      between.push(seen(there));
    };
    here.storeSession(next);
    expect(between.length).toBeGreaterThan(1);
    for (const one of between) expect(one).toEqual(all(next));
    expect(seen(there)).toEqual(all(next));
  });

  test('lies where the specification puts it, too', async () => {
    const here = await openTab();
    const session = sessionOf('first');
    here.storeSession(session);
    expect(localStorage.getItem('accessToken')).toBe(session.accessToken);
    expect(localStorage.getItem('refreshToken')).toBe(session.refreshToken);
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(session.user);
    here.clearSession();
    expect(localStorage).toHaveLength(0);
    expect(seen(here)).toEqual([undefined, undefined, undefined]);
  });

  test.each([1, 2, 3, 4])('changes nothing where there is no room for part %i of it', async (place) => {
    const here = await openTab();
    here.storeSession(sessionOf('first'));
    const { setItem } = localStorage;
    const full = new Error('QuotaExceededError');
    let written = 0;
    localStorage.setItem = (key, value) => {
      written += 1;
      if (written === place) throw full;
      setItem(key, value);
    };
    expect(() => here.storeSession(sessionOf('second'))).toThrow(full);
    expect(seen(here)).toEqual(all(sessionOf('first')));
    expect(seen(await openTab())).toEqual(all(sessionOf('first')));
  });

  test('is never seen in part by a tab that is opened meanwhile', async () => {
    const here = await openTab();
    here.storeSession(sessionOf('first'));
    const { setItem } = localStorage;
    const moments: Map<string, string | null>[] = [];
    localStorage.setItem = (key, value) => {
      setItem(key, value);
      moments.push(
        new Map(['session', 'accessToken', 'refreshToken', 'user'].map((one) => [one, localStorage.getItem(one)])),
      );
    };
    here.storeSession(sessionOf('second'));
    expect(moments).toHaveLength(4);
    const whole = [all(sessionOf('first')), [undefined, undefined, undefined], all(sessionOf('second'))];
    for (const moment of moments) {
      stubStorage('localStorage');
      for (const [key, value] of moment) if (value !== null) localStorage.setItem(key, value);
      expect(whole).toContainEqual(seen(await openTab()));
    }
  });
});

/** What other tabs do, as this one hears of it. */
describe('a tab that follows the others', () => {
  const events = new EventTarget();
  const replace = vi.fn();
  const heard = vi.fn();
  const ended = vi.fn();

  /** Opens a tab of whoever is signed in, beside one that writes. */
  async function follow(): Promise<{ readonly here: Store; readonly there: Store }> {
    vi.stubGlobal('window', {
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      location: { replace },
    });
    for (const spy of [replace, heard, ended]) spy.mockReset();
    const [here, there] = [await openTab(), await openTab()];
    there.storeSession(sessionOf('first'));
    onTestFinished(here.followOtherTabs());
    here.subscribeSession(heard);
    here.onSessionEnd(ended);
    return { here, there };
  }

  const tell = (...keys: (string | null)[]) => {
    for (const key of keys) events.dispatchEvent(Object.assign(new Event('storage'), { key }));
  };
  const told = ['session', 'user', 'accessToken', 'refreshToken', 'user'];

  test('hears once of a session that was renewed', async () => {
    const { there } = await follow();
    there.storeSession(sessionOf('first', 2));
    tell(...told);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(replace).not.toHaveBeenCalled();
  });

  test('starts over when somebody else has signed in', async () => {
    const { here, there } = await follow();
    there.storeSession(sessionOf('second'));
    tell(...told);
    expect(replace.mock.calls).toEqual([['/']]);
    expect(ended).not.toHaveBeenCalled();
    // Whoever stays, since something isn't saved, asks for nothing in the name of the other.
    expect(seen(here)).toEqual([undefined, undefined, undefined]);
    here.storeSession(sessionOf('third'));
    expect(replace).toHaveBeenCalledTimes(2);
    expect(seen(await openTab())).toEqual(all(sessionOf('third')));
  });

  test('ends with the session', async () => {
    const { there } = await follow();
    there.clearSession();
    tell(null);
    expect([heard.mock.calls.length, ended.mock.calls.length]).toEqual([1, 1]);
    tell(null);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  test('looks for itself when the browser brings it back', async () => {
    const { there } = await follow();
    there.storeSession(sessionOf('second'));
    events.dispatchEvent(new Event('pageshow'));
    expect(replace).toHaveBeenCalledWith('/');
  });

  test('is not concerned by what else is stored', async () => {
    const { there } = await follow();
    there.storeSession(sessionOf('second'));
    tell('nirmaan-settings');
    expect(replace).not.toHaveBeenCalled();
  });
});

/** As a version before the one key stored it, and as people who look into the storage do. */
function storeCopies({ accessToken, refreshToken, user }: StoredSession): void {
  localStorage.setItem('accessToken', accessToken);
  localStorage.setItem('refreshToken', refreshToken);
  localStorage.setItem('user', JSON.stringify(user));
}

describe('what an earlier version stores', () => {
  test('signs in, before this one was loaded or after', async () => {
    storeCopies(sessionOf('first'));
    expect(seen(await openTab())).toEqual(all(sessionOf('first')));
  });

  test('counts in a tab that has the session already, and in the next', async () => {
    const here = await openTab();
    here.storeSession(sessionOf('first'));
    storeCopies(sessionOf('first', 2));
    expect(seen(here)).toEqual(all(sessionOf('first', 2)));
    expect(seen(await openTab())).toEqual(all(sessionOf('first', 2)));
    // What is stored after it counts again.
    here.storeSession(sessionOf('first', 3));
    expect(seen(here)).toEqual(all(sessionOf('first', 3)));
  });

  test('counts in a tab that has not looked since, too', async () => {
    const [here, there] = [await openTab(), await openTab()];
    here.storeSession(sessionOf('first'));
    expect(seen(there)).toEqual(all(sessionOf('first')));
    // As when the browser had put it aside.
    here.storeSession(sessionOf('first', 2));
    storeCopies(sessionOf('first', 3));
    expect(seen(there)).toEqual(all(sessionOf('first', 3)));
    localStorage.removeItem('user');
    expect(seen(there)).toEqual([undefined, undefined, undefined]);
    storeCopies(sessionOf('second'));
    expect(seen(there)).toEqual(all(sessionOf('second')));
  });

  test('signs out where the user is taken away', async () => {
    const here = await openTab();
    here.storeSession(sessionOf('first'));
    localStorage.removeItem('user');
    expect(seen(here)).toEqual([undefined, undefined, undefined]);
    expect(seen(await openTab())).toEqual([undefined, undefined, undefined]);
  });
});

describe('the user', () => {
  test('is the same object until something is stored', async () => {
    const here = await openTab();
    here.storeSession(sessionOf('first'));
    const user = here.currentUser();
    expect(here.currentUser()).toBe(user);
    here.storeSession(sessionOf('first', 2));
    expect(here.accessToken()).toBe('access-first-2');
    expect(here.currentUser()).toEqual(user);
  });

  test.each(['', '{', 'null', '[]', '"first"', '{"name":"first"}'])(
    'is nobody where the storage has %j',
    async (text) => {
      storeCopies(sessionOf('first'));
      localStorage.setItem('user', text);
      expect((await openTab()).currentUser()).toBeUndefined();
    },
  );

  test('has what little is stored of them', async () => {
    localStorage.setItem('user', JSON.stringify({ id: 'first', email: 'a@b.example' }));
    const here = await openTab();
    expect(here.currentUser()).toEqual({
      id: 'first',
      tenantId: '',
      tenantName: '',
      username: 'a@b.example',
      email: 'a@b.example',
      profileImage: '',
      permissions: [],
    });
    expect(here.accessToken()).toBe('');
  });
});
