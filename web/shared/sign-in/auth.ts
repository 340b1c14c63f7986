/** Sign-in, without React. A stored user is `provisional` (`loading` if unreadable) until the provider's first event decides. */
import type { Result } from '#compute';
import { atom, type Store } from '../../store.ts';
import { hydratedAtom } from '../browser/browser-state.ts';
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

class Session {
  readonly #store: Store;
  readonly #options: AuthOptions;
  #client: Promise<AuthClient> | null = null;
  #isSigningOut = false;

  constructor(store: Store, options: AuthOptions) {
    this.#store = store;
    this.#options = options;
    store.set(stateAtom, initialState(options.stored));
  }

  get state(): AuthState {
    return this.#store.get(stateAtom);
  }

  publish(next: AuthState): void {
    this.#store.set(publishAuthAtom, next);
  }

  open(): Promise<AuthClient> {
    this.#client ??= this.#load().catch((cause: unknown) => {
      this.#client = null;
      throw Object.assign(new Error('The identity provider could not be loaded.', { cause }), {
        code: NOT_LOADED_CODE,
      });
    });
    return this.#client;
  }

  async #load(): Promise<AuthClient> {
    const client = await this.#options.loadClient();
    client.onUser((user) => {
      const before = this.state;
      if (user !== null) this.#publishUser(client, user);
      // `leave` publishes the state itself, after the page has been left.
      else if (!this.#isSigningOut)
        this.publish({ ...SIGNED_OUT, wasSignedOutByProvider: (before.user ?? before.storedUser) !== null });
    });
    return client;
  }

  #publishUser(client: AuthClient, user: SignedInUser): void {
    const isKnown = this.state.user?.uid === user.uid;
    this.publish(isKnown ? { ...this.state, user } : { ...SIGNED_OUT, status: 'signed-in', user });
    if (!isKnown) void this.#refreshClaims(client, user);
  }

  async #refreshClaims(client: AuthClient, user: SignedInUser): Promise<void> {
    let read: UserClaims = { claims: {}, isAdmin: false };
    try {
      read = await client.refreshClaims(this.#options.adminEmailHashes);
    } catch (cause) {
      logError('Could not refresh the claims.', cause);
    }
    if (this.state.user?.uid === user.uid) this.publish({ ...this.state, ...read });
  }

  /** Publishes the user before it resolves. */
  async attempt(operation: (client: AuthClient) => Promise<void>): Promise<AuthOutcome> {
    try {
      const client = await this.open();
      await operation(client);
      const user = client.currentUser();
      if (user) this.#publishUser(client, user);
      return { ok: true, value: undefined };
    } catch (error) {
      return { ok: false, error };
    }
  }

  async leave(operation: (client: AuthClient) => Promise<void>): Promise<AuthOutcome> {
    this.#isSigningOut = true;
    const left = await this.attempt(operation);
    this.#isSigningOut = false;
    if (left.ok) {
      this.#options.onSignedOut();
      this.publish(SIGNED_OUT);
    }
    return left;
  }

  start(): void {
    if (!isBeingChecked(this.state)) return;
    if (this.state.hasCheckFailed) this.publish({ ...this.state, hasCheckFailed: false });
    this.open().catch((cause: unknown) => {
      logError('Could not load the identity provider.', cause);
      if (isBeingChecked(this.state)) this.publish({ ...this.state, hasCheckFailed: true });
    });
  }
}

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(store: Store, options: AuthOptions) {
  const session = new Session(store, options);
  return {
    getState: () => session.state,
    start: () => session.start(),

    /** For a stored user that another tab removes before the check. */
    forgetStored: (): void => {
      if (isBeingChecked(session.state)) session.publish(SIGNED_OUT);
    },

    /** A failure is reported when the provider is used. */
    preload: (): void => void session.open().catch(() => undefined),

    signIn: (email: string, password: string) => session.attempt((client) => client.signIn(email, password)),
    signInWithGoogle: () => session.attempt((client) => client.signInWithGoogle()),

    /** A failure to set the name is only logged: the account exists. */
    signUp: (name: string, email: string, password: string) =>
      session.attempt(async (client) => {
        await client.signUp(email, password);
        if (name === '') return;
        await client
          .updateDisplayName(name)
          .catch((cause: unknown) => logError('Could not set the display name.', cause));
      }),

    sendPasswordReset: (email: string) => session.attempt((client) => client.sendPasswordReset(email)),
    changePassword: (password: string) => session.attempt((client) => client.changePassword(password)),
    updateDisplayName: (name: string) => session.attempt((client) => client.updateDisplayName(name)),
    sendVerificationEmail: () => session.attempt((client) => client.sendVerificationEmail()),
    reloadUser: () => session.attempt((client) => client.reloadUser()),
    reauthenticate: (password: string | null) => session.attempt((client) => client.reauthenticate(password)),

    /** Resolves to whether it succeeded. A failure is only logged. */
    signOut: async (): Promise<boolean> => {
      await finishWork(store);
      const left = await session.leave((client) => client.signOut());
      if (!left.ok) logError('Could not sign out.', left.error);
      return left.ok;
    },

    /** Delete the account's data first: afterwards there is no token for it. */
    deleteUser: () => session.leave((client) => client.deleteUser()),

    /** `null` if there is no token; the cause is logged. */
    idToken: async (forceRefresh = false): Promise<string | null> => {
      try {
        return await (await session.open()).idToken(forceRefresh);
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
  readonly flush: () => Promise<unknown>;
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
  await Promise.race([store.get(unfinishedWorkAtom)?.flush(), timeout]);
}
