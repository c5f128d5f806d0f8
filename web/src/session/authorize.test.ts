import { Code, ConnectError, createClient, createRouterTransport } from '@connectrpc/connect';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { stubStorage } from '@/testing/storage';

/** What the fake server accepts and what it was asked. */
const server = vi.hoisted(() => ({
  accepted: 'fresh',
  /** Refuses whatever token it is sent. */
  refusesAll: false,
  /** Refuses a stream when it has begun to answer. */
  breaksOff: false,
  refreshWith: undefined as unknown,
  refreshes: 0,
  logins: [] as string[],
  /** The refresh tokens that were given back. */
  endedBy: [] as string[],
  userOfLogin: 'u1',
  keys: [] as (string | null)[],
}));

vi.mock('./bare-transport', async () => {
  const connect = await import('@connectrpc/connect');
  const { AuthService } = await import('@/gen/nirmaan/auth/v1/auth_pb');
  const session = (id: string) => ({
    // A token is another each time.
    accessToken: server.refusesAll ? `refused-${server.keys.length}` : server.accepted,
    refreshToken: 'refresh-2',
    user: { id, tenantId: 't1', tenantName: 'Bharat Infra', username: 'a@b.example', email: 'a@b.example' },
  });
  return {
    bareTransport: connect.createRouterTransport(({ service }) => {
      service(AuthService, {
        refresh: async () => {
          server.refreshes++;
          await new Promise((done) => setTimeout(done, 5));
          if (server.refreshWith !== undefined) throw server.refreshWith;
          return session('u1');
        },
        login: ({ password }) => {
          server.logins.push(password);
          if (password !== 'right') throw new connect.ConnectError('wrong', connect.Code.Unauthenticated);
          return session(server.userOfLogin);
        },
      });
    }),
    keepaliveTransport: connect.createRouterTransport(({ service }) => {
      service(AuthService, {
        logout: ({ refreshToken }) => {
          server.endedBy.push(refreshToken);
          return {};
        },
      });
    }),
  };
});

const replace = vi.fn();

function stubBrowser() {
  stubStorage('localStorage');
  stubStorage('sessionStorage');
  // No locks, as on an installation without https.
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('window', { location: { replace } });
}
// What is loaded next looks at it, too.
stubBrowser();
beforeEach(stubBrowser);

const { authorize } = await import('./authorize');
const { caller, changeSession, continueSession, declineSession, recover, signOut } = await import('./session');
const { accessToken, currentUser, identity, refreshToken, storeSession, subscribeSession } = await import(
  './session-store'
);

const accept = (header: Headers) => {
  server.keys.push(header.get('idempotency-key'));
  if (server.refusesAll || header.get('authorization') !== `Bearer ${server.accepted}`) {
    throw new ConnectError('expired', Code.Unauthenticated);
  }
};

const client = createClient(
  ContractService,
  createRouterTransport(
    ({ service }) => {
      service(ContractService, {
        getContract: ({ id }, { requestHeader }) => {
          accept(requestHeader);
          return { id };
        },
        createContract: ({ contract }, { requestHeader }) => {
          accept(requestHeader);
          return contract ?? {};
        },
        async *bulkUploadContracts(parts, { requestHeader }) {
          accept(requestHeader);
          let bytes = 0;
          for await (const { part } of parts) if (part.case === 'chunk') bytes += part.value.length;
          yield { event: { case: 'result', value: { message: `${bytes} bytes` } } };
          if (server.breaksOff) throw new ConnectError('expired', Code.Unauthenticated);
        },
      });
    },
    { transport: { interceptors: [authorize] } },
  ),
);

/** Uploads chunks of so many bytes, and gives what the server told, as far as it came. */
async function upload(sizes: readonly number[], told: string[] = []): Promise<string[]> {
  async function* parts() {
    for (const size of sizes) yield { part: { case: 'chunk' as const, value: new Uint8Array(size) } };
  }
  for await (const { event } of client.bulkUploadContracts(parts())) {
    if (event.case === 'result') told.push(event.value.message);
  }
  return told;
}

const user = {
  id: 'u1',
  tenantId: 't1',
  tenantName: 'Bharat Infra',
  username: 'a@b.example',
  email: 'a@b.example',
  profileImage: '',
  permissions: [],
};

const refused = new ConnectError('spent', Code.Unauthenticated);

beforeEach(() => {
  Object.assign(server, { refusesAll: false, breaksOff: false, refreshWith: undefined, refreshes: 0 });
  Object.assign(server, { logins: [], endedBy: [], userOfLogin: 'u1', keys: [] });
  replace.mockReset();
  storeSession({ accessToken: 'stale', refreshToken: 'refresh-1', user });
});

describe('an expired access token', () => {
  test('is refreshed once for all calls that met it', async () => {
    const answers = await Promise.all(['a', 'b', 'c'].map((id) => client.getContract({ id })));
    expect(answers.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(server.refreshes).toBe(1);
    expect(accessToken()).toBe('fresh');
  });

  test('is not refreshed when another tab has done so meanwhile', async () => {
    const call = client.getContract({ id: 'a' });
    storeSession({ accessToken: 'fresh', refreshToken: 'refresh-2', user });
    await call;
    expect(server.refreshes).toBe(0);
  });

  test('is refreshed under a stream, whose request is sent again', async () => {
    expect(await upload([3, 4])).toEqual(['7 bytes']);
    expect(server.refreshes).toBe(1);
  });

  test('does not open a stream anew that has delivered something', async () => {
    server.breaksOff = true;
    storeSession({ accessToken: 'fresh', refreshToken: 'refresh-1', user });
    const told: string[] = [];
    await expect(upload([3], told)).rejects.toMatchObject({ code: Code.Unauthenticated });
    expect(told).toEqual(['3 bytes']);
    expect(server.refreshes).toBe(0);
  });

  test('is refreshed once and signed in for once, whatever the server refuses', async () => {
    server.refusesAll = true;
    const failed = expect(client.getContract({ id: 'a' })).rejects.toMatchObject({ code: Code.Unauthenticated });
    await vi.waitFor(() => expect(server.keys).toHaveLength(2));
    // The dialog opens a turn after the refusal.
    await new Promise((done) => setTimeout(done));
    await continueSession('right');
    await failed;
    expect(server.refreshes).toBe(1);
    expect(server.logins).toEqual(['right']);
    expect(server.keys).toHaveLength(3);
  });

  test('keeps the session when the refresh fails for another reason', async () => {
    server.refreshWith = new ConnectError('down', Code.Unavailable);
    await expect(client.getContract({ id: 'a' })).rejects.toMatchObject({ code: Code.Unavailable });
    expect(currentUser()?.id).toBe('u1');
  });
});

describe('an ended session', () => {
  beforeEach(() => {
    server.refreshWith = refused;
  });

  test('parks the call until the user signs in, and repeats it with the same idempotency key', async () => {
    const save = client.createContract({ contract: { bidId: 'B-1' } }, { headers: { 'idempotency-key': 'k-1' } });
    await vi.waitFor(() => expect(server.refreshes).toBe(1));
    await expect(continueSession('wrong')).rejects.toMatchObject({ code: Code.Unauthenticated });
    await continueSession('right');
    expect((await save).bidId).toBe('B-1');
    expect(server.keys).toEqual(['k-1', 'k-1']);
  });

  test('fails the call when the user declines', async () => {
    const call = client.getContract({ id: 'a' });
    const failed = expect(call).rejects.toMatchObject({ code: Code.Unauthenticated });
    await vi.waitFor(() => expect(server.refreshes).toBe(1));
    // The dialog opens a turn after the refusal.
    await new Promise((done) => setTimeout(done));
    declineSession();
    await failed;
    expect(currentUser()?.id).toBe('u1');
  });

  test('starts over when somebody else signs in', async () => {
    server.userOfLogin = 'u2';
    const call = client.getContract({ id: 'a' });
    const failed = expect(call).rejects.toMatchObject({ code: Code.Unauthenticated });
    await vi.waitFor(() => expect(server.refreshes).toBe(1));
    await continueSession('right');
    expect(replace).toHaveBeenCalledWith('/');
    expect(currentUser()?.id).toBe('u2');
    await failed;
  });

  test('signing out fails the parked calls and asks for nothing', async () => {
    const call = client.getContract({ id: 'a' });
    const failed = expect(call).rejects.toMatchObject({ code: Code.Unauthenticated });
    await vi.waitFor(() => expect(server.refreshes).toBe(1));
    await new Promise((done) => setTimeout(done));
    signOut();
    await failed;
    expect(accessToken()).toBeUndefined();
    expect(server.endedBy).toEqual(['refresh-1']);
  });
});

describe('a part of the session', () => {
  const tokens = () => ({ accessToken: 'new', refreshToken: 'refresh-3' });
  const other = { ...user, id: 'u2' };

  test('is changed', async () => {
    await changeSession(identity(), tokens);
    expect([accessToken(), refreshToken(), currentUser()]).toEqual(['new', 'refresh-3', user]);
  });

  test('stays where there is nothing to change', async () => {
    const heard = vi.fn();
    onTestFinished(subscribeSession(heard));
    await changeSession(identity(), () => undefined);
    expect(heard).not.toHaveBeenCalled();
  });

  test('does not bring the session back', async () => {
    const who = identity();
    signOut();
    await changeSession(who, tokens);
    expect(currentUser()).toBeUndefined();
  });

  test('never becomes somebody else’s', async () => {
    const who = identity();
    signOut();
    storeSession({ accessToken: 'fresh', refreshToken: 'refresh-2', user: other });
    await changeSession(who, tokens);
    expect([accessToken(), currentUser()]).toEqual(['fresh', other]);
  });
});

test('a call that was refused is not made again in the name of somebody else', async () => {
  const save = client.createContract({ contract: { bidId: 'B/1' } });
  const stream = upload([3]);
  signOut();
  storeSession({ accessToken: 'fresh', refreshToken: 'refresh-2', user: { ...user, id: 'u2' } });
  await expect(save).rejects.toMatchObject({ code: Code.Unauthenticated });
  await expect(stream).rejects.toMatchObject({ code: Code.Unauthenticated });
  // The stream wasn't under way yet.
  expect(server.keys).toHaveLength(1);
  expect(server.refreshes).toBe(0);
});

test('nothing helps a request of somebody who has gone, such as an upload', async () => {
  const asked = caller();
  storeSession({ accessToken: 'fresh', refreshToken: 'refresh-2', user: { ...user, id: 'u2' } });
  expect(await recover(asked, false)).toBe(false);
  expect(server.refreshes).toBe(0);
});

test('a guest’s call is not parked', async () => {
  signOut();
  await expect(client.getContract({ id: 'a' })).rejects.toMatchObject({ code: Code.Unauthenticated });
  expect(server.refreshes).toBe(0);
});

test('whoever listens hears of every change of the session', () => {
  const heard = vi.fn();
  const stop = subscribeSession(heard);
  storeSession({ accessToken: 'x', refreshToken: 'y', user });
  signOut();
  stop();
  signOut();
  expect(heard).toHaveBeenCalledTimes(2);
});
