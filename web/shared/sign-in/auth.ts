/**
 * Who is signed in, without React.
 *
 * Without a stored user the status is `signed-out` at once. With one it is `provisional` (`loading` where the entry cannot be
 * read) until the identity provider's first event, which alone decides between `signed-in` and `signed-out`. A provider that
 * cannot be loaded decides nothing, and `start` tries again.
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
  /** The stored user, while the status is `provisional`. Opens nothing that is not public. */
  storedUser: StoredUser | null;
  hasCheckFailed: boolean;
  /** The provider ended the sign-in; the user did not sign out in this tab. */
  wasSignedOutByProvider: boolean;
};

/** On failure the provider's own error; pages map it to a message. */
export type AuthOutcome = Result<void, unknown>;

export type AuthOptions = {
  loadClient: () => Promise<AuthClient>;
  stored: StoredUser | 'unreadable' | null;
  adminEmailHashes: readonly string[];
  /** Runs after a sign-out, before the state changes: leave a protected page here. */
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

/** Who is signed in, as the page shows it: a prerendered page shows a guest until it is hydrated. */
export const authStateAtom = atom((get) => (get(hydratedAtom) ? get(stateAtom) : SIGNED_OUT));

/** The identifier of the user, also while a stored sign-in is being checked; `null` for a guest. Nothing on screen. */
export const uidAtom = atom((get) => {
  const { user, storedUser } = get(stateAtom);
  return (user ?? storedUser)?.uid ?? null;
});

/** The user whom the provider has confirmed; `null` for a guest and while a stored sign-in is being checked. */
export const userAtom = atom((get) => get(authStateAtom).user);

/** The user who left last, by sign-out or because another one signed in: a new object each time. */
export const lastSignOutAtom = atom<{ readonly uid: string } | null>(null);

/** Publishes a state. */
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

/** Publishes the state to a store. Operations load the provider when it is first needed. */
export function createAuth(store: Store, options: AuthOptions) {
  store.set(stateAtom, initialState(options.stored));
  /** Loaded or being loaded; `null` before, and after a failure. */
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
      // A sign-out publishes its own state, after the page has been left.
      else if (!isSigningOut)
        publish({ ...SIGNED_OUT, wasSignedOutByProvider: (before.user ?? before.storedUser) !== null });
    });
    return loaded;
  }

  /** Publishes the provider's user, and their claims if it is another user than before. */
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

  /** Runs one operation of the provider and publishes its effect on the user before resolving. */
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

  /** Runs the operation that ends the sign-in; `onSignedOut` leaves the page before the state changes. */
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

    /** Begins the first check where there is something to check, or tries again after it failed. */
    start: (): void => {
      if (!isBeingChecked(getState())) return;
      if (getState().hasCheckFailed) publish({ ...getState(), hasCheckFailed: false });
      openClient().catch((cause: unknown) => {
        logError('Could not load the identity provider.', cause);
        if (isBeingChecked(getState())) publish({ ...getState(), hasCheckFailed: true });
      });
    },

    /** Another tab has removed the stored user before the provider was asked. */
    forgetStored: (): void => {
      if (isBeingChecked(getState())) publish(SIGNED_OUT);
    },

    /** Preloads the provider. A failure is reported when the provider is used. */
    preload: (): void => void openClient().catch(() => undefined),

    signIn: (email: string, password: string) => attempt((provider) => provider.signIn(email, password)),
    signInWithGoogle: () => attempt((provider) => provider.signInWithGoogle()),

    /** Creates the account, then sets its name. A name that cannot be set is logged: the account exists. */
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

    /** Signs out, runs `onSignedOut`, and resolves to whether that succeeded. A failure is only logged. */
    signOut: async (): Promise<boolean> => {
      await finishWork(store);
      const left = await leave((provider) => provider.signOut());
      if (!left.ok) logError('Could not sign out.', left.error);
      return left.ok;
    },

    reauthenticate: (password: string | null) => attempt((provider) => provider.reauthenticate(password)),
    /** Deletes the identity and leaves for `onSignedOut`. The account's data has to be deleted first: afterwards there is no token for it. */
    deleteUser: () => leave((provider) => provider.deleteUser()),

    /** The ID token, or null, logged, when there is none to be had. */
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

/** Runs work for the user: at once, or when a stored sign-in has been confirmed; never for a guest. */
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

/** A sign-out waits this long for unfinished work. The rest is done at the next sign-in. */
const MAX_WORK_MS = 2000;

interface UnfinishedWork {
  readonly finish: () => Promise<unknown>;
  /** Ends it for good. */
  readonly stop: () => void;
}

/** Work to finish before a sign-out; `null` while there is none. */
export const unfinishedWorkAtom = atom<UnfinishedWork | null>(null);

/** Finishes that work. `isExpected`: it will be registered in a moment, on a page that has just opened. */
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
