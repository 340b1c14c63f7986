import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  avatarLetter,
  beforeSignOut,
  createSession,
  finishWork,
  NOT_LOADED_CODE,
  shownName,
  type Session,
  type SessionOptions,
} from '../../../web/shared/session/session.ts';
import { ADA, setUpPages, TEST_CONFIG } from '../../support/web/page-setup.tsx';

const { provider } = setUpPages();
// The SDK holds one session per page, and so does this file.
const { openFirebaseAuth } = await import('../../../web/shared/session/firebase-auth.ts');
const client = openFirebaseAuth(TEST_CONFIG);

function open(options: Partial<SessionOptions> = {}) {
  const logError = vi.fn<SessionOptions['logError']>();
  const onSignedOut = vi.fn<SessionOptions['onSignedOut']>();
  const onUserLeft = vi.fn<SessionOptions['onUserLeft']>();
  const session = createSession({
    loadClient: async () => client,
    stored: null,
    adminEmailHashes: [],
    onChange: () => undefined,
    beforeSignOut: async () => undefined,
    onSignedOut,
    onUserLeft,
    logError,
    ...options,
  });
  return { session, logError, onSignedOut, onUserLeft };
}

const STORED_ADA = { uid: 'ada', email: ADA.email, displayName: ADA.displayName };
const HASH_OF_ADA = createHash('sha256').update(ADA.email).digest('hex');

beforeEach(async () => {
  await client.signOut();
});

describe('the first check', () => {
  it('ends at once, signed out, without loading the provider when no session is stored', () => {
    const loadClient = vi.fn<SessionOptions['loadClient']>();
    const { session } = open({ loadClient });
    session.start();
    expect(session.getState().status).toBe('signed-out');
    expect(loadClient).not.toHaveBeenCalled();
  });

  it('waits for the first event of the provider when an unreadable session is stored', async () => {
    await client.signIn(ADA.email, ADA.password);
    const { session } = open({ stored: 'unreadable' });
    expect(session.getState()).toMatchObject({ status: 'loading', storedUser: null });
    session.start();
    await vi.waitFor(() => expect(session.getState().status).toBe('signed-in'));
    expect(session.getState()).toMatchObject({ user: { email: ADA.email }, storedUser: null });
  });

  it('shows the stored user as provisional until the provider’s first event', async () => {
    await client.signIn(ADA.email, ADA.password);
    const { session } = open({ stored: STORED_ADA });
    expect(session.getState()).toMatchObject({
      status: 'provisional',
      user: null,
      isAdmin: false,
      claims: {},
    });
    expect(session.getState().storedUser).toEqual(STORED_ADA);
    session.start();
    await vi.waitFor(() => expect(session.getState().status).toBe('signed-in'));
  });

  it.each([
    [STORED_ADA, true],
    ['unreadable', false],
  ] as const)(
    'ends signed out when the provider knows no user, as after a revoked session: %o',
    async (stored, hasEnded) => {
      const { session } = open({ stored });
      session.start();
      await vi.waitFor(() =>
        expect(session.getState()).toMatchObject({ status: 'signed-out', storedUser: null, hasEnded }),
      );
    },
  );

  it.each(['unreadable', STORED_ADA] as const)(
    'a provider that cannot be loaded signs nobody out, and the next start tries again: %o',
    async (stored) => {
      await client.signIn(ADA.email, ADA.password);
      const loadClient = vi.fn<SessionOptions['loadClient']>(async () => client);
      loadClient.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
      const { session, logError } = open({ stored, loadClient });
      const { status } = session.getState();
      session.start();
      await vi.waitFor(() => expect(session.getState()).toMatchObject({ status, hasCheckFailed: true }));
      expect(logError).toHaveBeenCalledOnce();
      session.start();
      expect(session.getState().hasCheckFailed).toBe(false);
      await vi.waitFor(() => expect(session.getState().user?.email).toBe(ADA.email));
    },
  );

  it('ends at once when the stored session is removed, until the provider is loaded', async () => {
    const { session } = open({ stored: STORED_ADA });
    session.forgetStored();
    expect(session.getState().status).toBe('signed-out');
    await session.signIn(ADA.email, ADA.password);
    session.forgetStored();
    expect(session.getState().status).toBe('signed-in');
  });
});

it('an operation whose provider cannot be loaded fails with a code of its own', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const { session } = open({ loadClient: () => Promise.reject(cause) });
  const outcome = await session.signIn(ADA.email, ADA.password);
  expect(outcome).toMatchObject({ ok: false, error: { code: NOT_LOADED_CODE, cause } });
});

describe('signing in', () => {
  it('has published the user when it resolves', async () => {
    const { session } = open();
    expect(await session.signIn(ADA.email, ADA.password)).toEqual({ ok: true, value: undefined });
    expect(session.getState()).toMatchObject({ status: 'signed-in', user: { displayName: 'Ada Lovelace' } });
  });

  it('resolves with the provider’s error and stays signed out when the password is wrong', async () => {
    const { session } = open();
    const outcome = await session.signIn(ADA.email, 'wrong-1');
    expect(outcome).toMatchObject({ ok: false, error: { code: 'auth/invalid-credential' } });
    expect(session.getState().status).toBe('signed-out');
  });

  it('tries again to load the provider after a failure', async () => {
    let attempts = 0;
    const { session } = open({
      loadClient: async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('no network');
        return client;
      },
    });
    expect((await session.signIn(ADA.email, ADA.password)).ok).toBe(false);
    expect((await session.signIn(ADA.email, ADA.password)).ok).toBe(true);
  });

  it('refreshes the claims and sets the admin flag from them', async () => {
    provider().claims = { admin: true };
    const { session } = open();
    await session.signIn(ADA.email, ADA.password);
    await vi.waitFor(() => expect(session.getState().isAdmin).toBe(true));
    expect(session.getState().claims['admin']).toBe(true);
  });

  it('logs a failed refresh and leaves claims and admin flag cleared, even for a listed email', async () => {
    provider().claims = { admin: true };
    provider().faults.set('token', 'offline');
    const { session, logError } = open({ adminEmailHashes: [HASH_OF_ADA] });
    await session.signIn(ADA.email, ADA.password);
    await vi.waitFor(() => expect(logError).toHaveBeenCalledOnce());
    expect(session.getState()).toMatchObject({ status: 'signed-in', claims: {}, isAdmin: false });
  });
});

describe('signing up', () => {
  it('creates the account and sets its name', async () => {
    const { session } = open();
    await session.signUp('Grace Hopper', 'grace@example.com', 'secret-2');
    expect(session.getState().user?.displayName).toBe('Grace Hopper');
    expect(provider().account('grace@example.com')?.displayName).toBe('Grace Hopper');
  });

  it('succeeds, logged, when only the name could not be set', async () => {
    provider().faults.set('update', 'offline');
    const { session, logError } = open();
    expect((await session.signUp('Grace Hopper', 'grace@example.com', 'secret-2')).ok).toBe(true);
    expect(session.getState().status).toBe('signed-in');
    expect(logError).toHaveBeenCalledWith('Could not set the display name.', expect.anything());
  });
});

describe('signing out', () => {
  it('leaves the page before the state says signed out, and clears claims and admin flag', async () => {
    provider().claims = { admin: true };
    let statusWhenLeaving = '';
    const { session } = open({
      onSignedOut: () => {
        statusWhenLeaving = session.getState().status;
      },
    });
    await session.signIn(ADA.email, ADA.password);
    await vi.waitFor(() => expect(session.getState().isAdmin).toBe(true));
    await session.signOut();
    expect(statusWhenLeaving).toBe('signed-in');
    expect(session.getState()).toMatchObject({
      status: 'signed-out',
      user: null,
      hasEnded: false,
      claims: {},
      isAdmin: false,
    });
  });

  it('reports once that the user left, and nothing when the same user changes', async () => {
    const { session, onUserLeft } = open();
    await session.signIn(ADA.email, ADA.password);
    await session.updateDisplayName('Ada King');
    expect(session.getState().user?.displayName).toBe('Ada King');
    expect(onUserLeft).not.toHaveBeenCalled();
    await session.signOut();
    expect(onUserLeft).toHaveBeenCalledOnce();
  });

  it('reports that the user left when another one signs in', async () => {
    provider().addAccount({ email: 'grace@example.com', password: 'secret-2' });
    const { session, onUserLeft } = open();
    await session.signIn(ADA.email, ADA.password);
    await session.signIn('grace@example.com', 'secret-2');
    expect(onUserLeft).toHaveBeenCalledOnce();
    expect(session.getState().user?.email).toBe('grace@example.com');
  });

  it('only logs a failure and stays signed in', async () => {
    const { session, logError, onSignedOut } = open({
      loadClient: async () => ({ ...client, signOut: () => Promise.reject(new Error('storage refused')) }),
    });
    await session.signIn(ADA.email, ADA.password);
    await session.signOut();
    expect(logError).toHaveBeenCalledWith('Could not sign out.', expect.any(Error));
    expect(onSignedOut).not.toHaveBeenCalled();
    expect(session.getState().status).toBe('signed-in');
  });
});

describe('verifying the address', () => {
  it('sends the mail, and shows the verified address after a reload', async () => {
    const { session } = open();
    await session.signIn(ADA.email, ADA.password);
    expect((await session.sendVerificationEmail()).ok).toBe(true);
    expect(provider().verificationMails).toEqual([ADA.email]);
    expect(session.getState().user?.emailVerified).toBe(false);
    provider().account(ADA.email)!.emailVerified = true;
    await session.reloadUser();
    expect(session.getState().user?.emailVerified).toBe(true);
  });
});

describe('a password that does not meet the requirements', () => {
  // In this order: what the SDK has read once it reads again only on a sign-up.
  it.each([
    ['changing it', (session: Session) => session.changePassword('secret-2'), 'update'],
    ['signing up', (session: Session) => session.signUp('Grace', 'grace@example.com', 'secret-2'), 'signUp'],
  ] as const)('on %s makes the password policy be read again', async (_what, operation, method) => {
    const { session } = open();
    if (method === 'update') await session.signIn(ADA.email, ADA.password);
    expect(provider().policyReads).toBe(0);
    provider().faults.set(method, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : too plain');
    expect(await operation(session)).toMatchObject({
      ok: false,
      error: { code: 'auth/password-does-not-meet-requirements' },
    });
    expect(provider().policyReads).toBe(1);
  });
});

describe('without a signed-in user', () => {
  it('fails with "No authenticated user" on changing the password or the name', async () => {
    const { session } = open();
    const failure = {
      ok: false,
      error: { message: 'No authenticated user', code: 'candor/no-authenticated-user' },
    };
    expect(await session.changePassword('secret-9')).toMatchObject(failure);
    expect(await session.updateDisplayName('Nobody')).toMatchObject(failure);
  });

  it('logs and answers null for the ID token', async () => {
    const { session, logError } = open();
    expect(await session.idToken()).toBeNull();
    expect(logError).toHaveBeenCalledOnce();
  });
});

it('gives the ID token of the signed-in user', async () => {
  const { session } = open();
  await session.signIn(ADA.email, ADA.password);
  expect(await session.idToken()).toMatch(/^[\w-]+\.[\w-]+\./);
});

it.each([
  ['Ada Lovelace', 'ada@example.com', 'Ada Lovelace', 'A'],
  ['émile', null, 'émile', 'É'],
  [null, 'grace@example.com', 'grace', 'G'],
  ['', 'grace@example.com', 'grace', 'G'],
  [null, null, 'User', 'U'],
  [null, '@example.com', 'User', '@'],
])('display name %j and email %j show as %j with the letter %j', (displayName, email, name, letter) => {
  expect(shownName({ displayName, email })).toBe(name);
  expect(avatarLetter({ displayName, email })).toBe(letter);
});

it('work that is expected is waited for until it is there; other work is not', async () => {
  const finish = vi.fn<() => Promise<undefined>>(async () => undefined);
  await finishWork();
  const finished = finishWork({ isExpected: true });
  const takeBack = beforeSignOut(finish);
  await finished;
  takeBack();
  expect(finish).toHaveBeenCalledOnce();
});
