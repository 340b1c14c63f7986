/**
 * Sign-in, without React. Without a stored user the status is `signed-out` at once. With one it is `provisional`, or `loading`
 * if the entry is unreadable, until the identity provider's first event decides. If the provider cannot be loaded, `start` tries
 * again.
 */
import type { Result } from '#compute';
import { atom, type Store } from '../../store.ts';
import { hydratedAtom } from '../ui/browser-state.ts';
import type { AuthClient } from './firebase-auth.ts';
import { logError, type SignedInUser, type StoredUser, type UserClaims } from './identity.ts';

/** Our own error code: the provider's code could not be loaded. */
export const NOT_LOADED_CODE = 'candor/provider-not-loaded';

export type AuthState = UserClaims & {
  status: 'loading' | 'provisional' | 'signed-in' | 'signed-out';
  user: SignedInUser | null;
  /** Set while the status is `provisional`. Opens nothing private. */
  storedUser: StoredUser | null;
  hasCheckFailed: boolean;
  /** The user did not sign out in this tab. */
  wasSignedOutByProvider: boolean;
};

/** `error`: the provider's own. */
export type AuthOutcome = Result<void, unknown>;

export type AuthOptions = {
  loadClient: () => Promise<AuthClient>;
  stored: StoredUser | 'unreadable' | null;
  adminEmailHashes: readonly string[];
  /** Runs before the state changes. Leave a protected page here. */
  onSignedOut: () => void;
};

/** No user. Prerendered pages show this state. */
export const SIGNED_OUT: AuthState = {
  status: 'signed-out',
  user: null,
  storedUser: null,
  hasCheckFailed: false,
  wasSignedOutByProvider: false,
  claims: {},
  isAdmin: false,
};

const stateAtom = atom<AuthState>(SIGNED_OUT);

/** As the page shows it: a prerendered page shows a guest until it is hydrated. */
export const authStateAtom = atom((get) => (get(hydratedAtom) ? get(stateAtom) : SIGNED_OUT));

/** Of a confirmed or stored user, also before hydration; `null` for a guest. */
export const uidAtom = atom((get) => {
  const { user, storedUser } = get(stateAtom);
  return (user ?? storedUser)?.uid ?? null;
});

/** The confirmed user; `null` for a guest and while a stored sign-in is being checked. */
export const userAtom = atom((get) => get(authStateAtom).user);

/** The last user who signed out or was replaced by another; a new object each time. */
export const lastSignOutAtom = atom<{ readonly uid: string } | null>(null);

export const publishAuthAtom = atom(null, (get, set, next: AuthState) => {
  const { user: before } = get(stateAtom);
  set(stateAtom, next);
  if (before !== null && before.uid !== next.user?.uid) set(lastSignOutAtom, { uid: before.uid });
});

function initialState(stored: AuthOptions['stored']): AuthState {
  if (stored === null) return SIGNED_OUT;
  return stored === 'unreadable'
    ? { ...SIGNED_OUT, status: 'loading' }
    : { ...SIGNED_OUT, status: 'provisional', storedUser: stored };
}

export type Auth = ReturnType<typeof createAuth>;

/** Publishes its state to the store. Operations load the provider on first use. */
export function createAuth(store: Store, options: AuthOptions) {
  store.set(stateAtom, initialState(options.stored));
  /** `null` before loading and after a failure. */
  let client: Promise<AuthClient> | null = null;
  let isSigningOut = false;

  const getState = () => store.get(stateAtom);
  const publish = (next: AuthState) => store.set(publishAuthAtom, next);

  function openClient(): Promise<AuthClient> {
    client ??= loadClient().catch((cause: unknown) => {
      client = null;
      throw Object.assign(new Error('The identity provider could not be loaded.', { cause }), {
        code: NOT_LOADED_CODE,
      });
    });
    return client;
  }

  async function loadClient(): Promise<AuthClient> {
    const loaded = await options.loadClient();
    loaded.onUser((user) => {
      const before = getState();
      if (user !== null) publishUser(loaded, user);
      // `leave` publishes the state itself, after the page has been left.
      else if (!isSigningOut)
        publish({ ...SIGNED_OUT, wasSignedOutByProvider: (before.user ?? before.storedUser) !== null });
    });
    return loaded;
  }

  /** Also reads a new user's claims. */
  function publishUser(from: AuthClient, user: SignedInUser): void {
    const before = getState();
    const isKnown = before.user?.uid === user.uid;
    publish(isKnown ? { ...before, user } : { ...SIGNED_OUT, status: 'signed-in', user });
    if (!isKnown) void refreshClaims(from, user);
  }

  async function refreshClaims(from: AuthClient, user: SignedInUser): Promise<void> {
    let read: UserClaims = { claims: {}, isAdmin: false };
    try {
      read = await from.refreshClaims(options.adminEmailHashes);
    } catch (cause) {
      logError('Could not refresh the claims.', cause);
    }
    if (getState().user?.uid === user.uid) publish({ ...getState(), ...read });
  }

  /** Publishes the user before it resolves. */
  async function attempt(operation: (provider: AuthClient) => Promise<void>): Promise<AuthOutcome> {
    try {
      const provider = await openClient();
      await operation(provider);
      const user = provider.currentUser();
      if (user) publishUser(provider, user);
      return { ok: true, value: undefined };
    } catch (error) {
      return { ok: false, error };
    }
  }

  async function leave(operation: (provider: AuthClient) => Promise<void>): Promise<AuthOutcome> {
    isSigningOut = true;
    const left = await attempt(operation);
    isSigningOut = false;
    if (left.ok) {
      options.onSignedOut();
      publish(SIGNED_OUT);
    }
    return left;
  }

  return {
    getState,

    /** Starts the first check of a stored user, or retries it. */
    start: (): void => {
      if (!isBeingChecked(getState())) return;
      if (getState().hasCheckFailed) publish({ ...getState(), hasCheckFailed: false });
      openClient().catch((cause: unknown) => {
        logError('Could not load the identity provider.', cause);
        if (isBeingChecked(getState())) publish({ ...getState(), hasCheckFailed: true });
      });
    },

    /** For a stored user that another tab removes before the check. */
    forgetStored: (): void => {
      if (isBeingChecked(getState())) publish(SIGNED_OUT);
    },

    /** A failure is reported when the provider is used. */
    preload: (): void => void openClient().catch(() => undefined),

    signIn: (email: string, password: string) => attempt((provider) => provider.signIn(email, password)),
    signInWithGoogle: () => attempt((provider) => provider.signInWithGoogle()),

    /** A failure to set the name is only logged: the account exists. */
    signUp: (name: string, email: string, password: string) =>
      attempt(async (provider) => {
        await provider.signUp(email, password);
        if (name === '') return;
        await provider
          .updateDisplayName(name)
          .catch((cause: unknown) => logError('Could not set the display name.', cause));
      }),

    sendPasswordReset: (email: string) => attempt((provider) => provider.sendPasswordReset(email)),
    changePassword: (password: string) => attempt((provider) => provider.changePassword(password)),
    updateDisplayName: (name: string) => attempt((provider) => provider.updateDisplayName(name)),
    sendVerificationEmail: () => attempt((provider) => provider.sendVerificationEmail()),
    reloadUser: () => attempt((provider) => provider.reloadUser()),

    /** Resolves to whether it succeeded. A failure is only logged. */
    signOut: async (): Promise<boolean> => {
      await finishWork(store);
      const left = await leave((provider) => provider.signOut());
      if (!left.ok) logError('Could not sign out.', left.error);
      return left.ok;
    },

    reauthenticate: (password: string | null) => attempt((provider) => provider.reauthenticate(password)),
    /** Delete the account's data first: afterwards there is no token for it. */
    deleteUser: () => leave((provider) => provider.deleteUser()),

    /** `null` if there is no token; the cause is logged. */
    idToken: async (forceRefresh = false): Promise<string | null> => {
      try {
        return await (await openClient()).idToken(forceRefresh);
      } catch (cause) {
        logError('Could not read the ID token.', cause);
        return null;
      }
    },
  };
}

function isBeingChecked({ status }: AuthState): boolean {
  return status === 'loading' || status === 'provisional';
}

/** Runs work now, or once a stored sign-in is confirmed; never for a guest. */
export function whenSignedIn(store: Store, work: (user: SignedInUser) => void): void {
  const state = store.get(stateAtom);
  if (state.user !== null) return work(state.user);
  if (!isBeingChecked(state)) return;
  const stop = store.sub(stateAtom, () => {
    if (isBeingChecked(store.get(stateAtom))) return;
    stop();
    whenSignedIn(store, work);
  });
}

/** Longest wait of a sign-out. The rest is done at the next sign-in. */
const MAX_WORK_MS = 2000;

interface UnfinishedWork {
  readonly finish: () => Promise<unknown>;
  readonly stop: () => void;
}

/** Work to finish before a sign-out; `null` while there is none. */
export const unfinishedWorkAtom = atom<UnfinishedWork | null>(null);

/** `isExpected`: the page has just opened, and will register its work soon. */
export async function finishWork(store: Store, { isExpected = false } = {}): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_WORK_MS));
  const isRegistered = () => store.get(unfinishedWorkAtom) !== null;
  if (isExpected && !isRegistered()) {
    const registered = new Promise<void>((resolve) => {
      const stop = store.sub(unfinishedWorkAtom, () => {
        if (!isRegistered()) return;
        stop();
        resolve();
      });
    });
    await Promise.race([registered, timeout]);
  }
  await Promise.race([store.get(unfinishedWorkAtom)?.finish(), timeout]);
}
