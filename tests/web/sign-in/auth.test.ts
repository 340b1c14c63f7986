import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Auth, lastSignOutAtom, NOT_LOADED_CODE } from '#web/shared/sign-in/auth.ts';
import { createStore } from '#web/store.ts';
import { avatarLetter, displayNameOf, storedUserKey } from '#web/shared/sign-in/identity.ts';
import { ADA, setUpPages, TEST_CONFIG } from '#support/web/page-setup.tsx';

const { provider } = setUpPages();
// The SDK holds one sign-in per page, and so does this file.
const { openFirebaseAuth } = await import('#web/shared/sign-in/firebase-auth.ts');
const sdk = openFirebaseAuth(TEST_CONFIG);
let test = 0;
/** Tells each test of the users in it alone. */
const client: typeof sdk = {
  ...sdk,
  onUser(listener) {
    const own = test;
    sdk.onUser((user) => own === test && listener(user));
  },
};

type LoadClient = () => Promise<typeof client>;

function open(loadClient: LoadClient = async () => client) {
  const logError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const onUserLeft = vi.fn<() => void>();
  const store = createStore();
  store.sub(lastSignOutAtom, onUserLeft);
  const auth = new Auth(store, TEST_CONFIG, loadClient);
  return { store, auth, logError, onUserLeft };
}

const STORED_ADA = { uid: 'ada', email: ADA.email, displayName: ADA.displayName };

/** The same for a browser that has stored Ada's sign-in. */
function openStored(loadClient?: LoadClient) {
  const { apiKey } = TEST_CONFIG;
  const entry = { ...STORED_ADA, apiKey, stsTokenManager: { refreshToken: 'r' } };
  localStorage.setItem(storedUserKey(apiKey), JSON.stringify(entry));
  return open(loadClient);
}

const HASH_OF_ADA = createHash('sha256').update(ADA.email).digest('hex');

beforeEach(async () => {
  test += 1;
  await client.signOut();
});

describe('the first check', () => {
  it('ends at once, signed out, without loading the provider when no sign-in is stored', () => {
    const loadClient = vi.fn<LoadClient>();
    const { auth } = open(loadClient);
    auth.start();
    expect(auth.getState().status).toBe('signed-out');
    expect(loadClient).not.toHaveBeenCalled();
  });

  it('shows the stored user as provisional until the provider’s first event', async () => {
    await client.signIn(ADA.email, ADA.password);
    const { auth } = openStored();
    expect(auth.getState()).toMatchObject({
      status: 'provisional',
      user: null,
      isAdmin: false,
    });
    expect(auth.getState().storedUser).toEqual(STORED_ADA);
    auth.start();
    await vi.waitFor(() => expect(auth.getState().status).toBe('signed-in'));
  });

  it('ends signed out when the provider knows no user, as after a revoked sign-in', async () => {
    const { auth } = openStored();
    auth.start();
    await vi.waitFor(() =>
      expect(auth.getState()).toMatchObject({
        status: 'signed-out',
        storedUser: null,
        wasSignedOutByProvider: true,
      }),
    );
  });

  it('a provider that cannot be loaded signs nobody out, and the next start tries again', async () => {
    await client.signIn(ADA.email, ADA.password);
    const loadClient = vi.fn<LoadClient>(async () => client);
    loadClient.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    const { auth, logError } = openStored(loadClient);
    const { status } = auth.getState();
    auth.start();
    await vi.waitFor(() => expect(auth.getState()).toMatchObject({ status, hasCheckFailed: true }));
    expect(logError).toHaveBeenCalledOnce();
    auth.start();
    expect(auth.getState().hasCheckFailed).toBe(false);
    await vi.waitFor(() => expect(auth.getState().user?.email).toBe(ADA.email));
  });

  it('ends at once when the stored sign-in is removed, until the provider is loaded', async () => {
    const { auth } = openStored();
    auth.forgetStored();
    expect(auth.getState().status).toBe('signed-out');
    await auth.call((api) => api.signIn(ADA.email, ADA.password));
    auth.forgetStored();
    expect(auth.getState().status).toBe('signed-in');
  });
});

it('an operation whose provider cannot be loaded fails with a code of its own', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const { auth } = open(() => Promise.reject(cause));
  const outcome = await auth.call((api) => api.signIn(ADA.email, ADA.password));
  expect(outcome).toMatchObject({ ok: false, error: { code: NOT_LOADED_CODE, cause } });
});

describe('signing in', () => {
  it('has published the user when it resolves', async () => {
    const { auth } = open();
    expect(await auth.call((api) => api.signIn(ADA.email, ADA.password))).toEqual({
      ok: true,
      value: undefined,
    });
    expect(auth.getState()).toMatchObject({ status: 'signed-in', user: { displayName: 'Ada Lovelace' } });
  });

  it('resolves with the provider’s error and stays signed out when the password is wrong', async () => {
    const { auth } = open();
    const outcome = await auth.call((api) => api.signIn(ADA.email, 'wrong-1'));
    expect(outcome).toMatchObject({ ok: false, error: { code: 'auth/invalid-credential' } });
    expect(auth.getState().status).toBe('signed-out');
  });

  it('tries again to load the provider after a failure', async () => {
    let attempts = 0;
    const { auth } = open(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('no network');
      return client;
    });
    expect((await auth.call((api) => api.signIn(ADA.email, ADA.password))).ok).toBe(false);
    expect((await auth.call((api) => api.signIn(ADA.email, ADA.password))).ok).toBe(true);
  });

  it('refreshes the claims and sets the admin flag from them', async () => {
    provider().claims = { admin: true };
    const { auth } = open();
    await auth.call((api) => api.signIn(ADA.email, ADA.password));
    await vi.waitFor(() => expect(auth.getState().isAdmin).toBe(true));
  });

  it('logs a failed refresh and leaves the admin flag cleared, even for a listed email', async () => {
    provider().claims = { admin: true };
    provider().faults.set('token', 'offline');
    vi.stubEnv('VITE_ADMIN_EMAIL_HASHES', HASH_OF_ADA);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { auth, logError } = open();
    await auth.call((api) => api.signIn(ADA.email, ADA.password));
    await vi.waitFor(() => expect(logError).toHaveBeenCalledOnce());
    expect(auth.getState()).toMatchObject({ status: 'signed-in', isAdmin: false });
  });
});

describe('signing up', () => {
  it('creates the account and sets its name', async () => {
    const { auth } = open();
    await auth.call((api) => api.signUp('Grace Hopper', 'grace@example.com', 'secret-2'));
    expect(auth.getState().user?.displayName).toBe('Grace Hopper');
    expect(provider().account('grace@example.com')?.displayName).toBe('Grace Hopper');
  });

  it('succeeds, logged, when only the name could not be set', async () => {
    provider().faults.set('update', 'offline');
    const { auth, logError } = open();
    expect((await auth.call((api) => api.signUp('Grace Hopper', 'grace@example.com', 'secret-2'))).ok).toBe(
      true,
    );
    expect(auth.getState().status).toBe('signed-in');
    expect(logError).toHaveBeenCalledWith('Could not set the display name.', expect.anything());
  });
});

describe('signing out', () => {
  it('leaves the page before the state says signed out, and clears the admin flag', async () => {
    provider().claims = { admin: true };
    let statusWhenLeaving = '';
    const { auth } = open();
    const onPush = () => (statusWhenLeaving = auth.getState().status);
    addEventListener('pushState', onPush, { once: true });
    history.replaceState(null, '', '/profile');
    await auth.call((api) => api.signIn(ADA.email, ADA.password));
    await vi.waitFor(() => expect(auth.getState().isAdmin).toBe(true));
    await auth.signOut();
    expect([location.pathname, statusWhenLeaving]).toEqual(['/', 'signed-in']);
    expect(auth.getState()).toMatchObject({
      status: 'signed-out',
      user: null,
      wasSignedOutByProvider: false,
      isAdmin: false,
    });
  });

  it('reports once that the user left, and nothing when the same user changes', async () => {
    const { auth, onUserLeft } = open();
    await auth.call((api) => api.signIn(ADA.email, ADA.password));
    await auth.call((api) => api.updateDisplayName('Ada King'));
    expect(auth.getState().user?.displayName).toBe('Ada King');
    expect(onUserLeft).not.toHaveBeenCalled();
    await auth.signOut();
    expect(onUserLeft).toHaveBeenCalledOnce();
  });

  it('reports that the user left when another one signs in', async () => {
    provider().addAccount({ email: 'grace@example.com', password: 'secret-2' });
    const { auth, onUserLeft } = open();
    await auth.call((api) => api.signIn(ADA.email, ADA.password));
    await auth.call((api) => api.signIn('grace@example.com', 'secret-2'));
    expect(onUserLeft).toHaveBeenCalledOnce();
    expect(auth.getState().user?.email).toBe('grace@example.com');
  });

  it('only logs a failure and stays signed in', async () => {
    const signOut = () => Promise.reject(new Error('storage refused'));
    const { auth, logError } = open(async () => ({ ...client, signOut }));
    history.replaceState(null, '', '/profile');
    await auth.call((api) => api.signIn(ADA.email, ADA.password));
    await auth.signOut();
    expect(logError).toHaveBeenCalledWith('Could not sign out.', expect.any(Error));
    expect(location.pathname).toBe('/profile');
    expect(auth.getState().status).toBe('signed-in');
  });
});

describe('verifying the address', () => {
  it('sends the mail, and shows the verified address after a reload', async () => {
    const { auth } = open();
    await auth.call((api) => api.signIn(ADA.email, ADA.password));
    expect((await auth.call((api) => api.sendVerificationEmail())).ok).toBe(true);
    expect(provider().verificationMails).toEqual([ADA.email]);
    expect(auth.getState().user?.emailVerified).toBe(false);
    provider().account(ADA.email)!.emailVerified = true;
    await auth.call((api) => api.reloadUser());
    expect(auth.getState().user?.emailVerified).toBe(true);
  });
});

describe('a password that does not meet the requirements', () => {
  // In this order: what the SDK has read once it reads again only on a sign-up.
  it.each([
    ['changing it', (auth: Auth) => auth.call((api) => api.changePassword('secret-2')), 'update'],
    [
      'signing up',
      (auth: Auth) => auth.call((api) => api.signUp('Grace', 'grace@example.com', 'secret-2')),
      'signUp',
    ],
  ] as const)('on %s makes the password policy be read again', async (_what, operation, method) => {
    const { auth } = open();
    if (method === 'update') await auth.call((api) => api.signIn(ADA.email, ADA.password));
    expect(provider().policyReads).toBe(0);
    provider().faults.set(method, 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : too plain');
    expect(await operation(auth)).toMatchObject({
      ok: false,
      error: { code: 'auth/password-does-not-meet-requirements' },
    });
    expect(provider().policyReads).toBe(1);
  });
});

describe('without a signed-in user', () => {
  it('fails with "No authenticated user" on changing the password or the name', async () => {
    const { auth } = open();
    const failure = {
      ok: false,
      error: { message: 'No authenticated user', code: 'candor/no-authenticated-user' },
    };
    expect(await auth.call((api) => api.changePassword('secret-9'))).toMatchObject(failure);
    expect(await auth.call((api) => api.updateDisplayName('Nobody'))).toMatchObject(failure);
  });

  it('logs and answers null for the ID token', async () => {
    const { auth, logError } = open();
    expect(await auth.idToken()).toBeNull();
    expect(logError).toHaveBeenCalledOnce();
  });
});

it('gives the ID token of the signed-in user, but not to another one’s sync', async () => {
  const { auth } = open();
  await auth.call((api) => api.signIn(ADA.email, ADA.password));
  expect(await auth.idToken()).toMatch(/^[\w-]+\.[\w-]+\./);
  expect(await auth.idToken(false, auth.getState().user?.uid)).toMatch(/^[\w-]+\.[\w-]+\./);
  expect(await auth.idToken(false, 'bob')).toBeNull();
});

it.each([
  ['Ada Lovelace', 'ada@example.com', 'Ada Lovelace', 'A'],
  ['émile', null, 'émile', 'É'],
  [null, 'grace@example.com', 'grace', 'G'],
  ['', 'grace@example.com', 'grace', 'G'],
  [null, null, 'User', 'U'],
  [null, '@example.com', 'User', '@'],
])('display name %j and email %j show as %j with the letter %j', (displayName, email, name, letter) => {
  expect(displayNameOf({ displayName, email })).toBe(name);
  expect(avatarLetter({ displayName, email })).toBe(letter);
});
