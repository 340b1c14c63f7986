/** Sign-in, without React. A stored user is `provisional` until the provider's first event decides. */
import type { Result } from '#compute';
import { navigate } from 'wouter/use-browser-location';
import { atom, type Store } from '../../store.ts';
import { hydratedAtom } from '../browser/browser-state.ts';
import type { AuthClient } from './firebase-auth.ts';
import {
  logError,
  readStoredUser,
  type FirebaseConfig,
  type SignedInUser,
  type StoredUser,
} from './identity.ts';

/** Our own error code: the provider's code could not be loaded. */
export const NOT_LOADED_CODE = 'candor/provider-not-loaded';

export type AuthOutcome = Result<void, unknown>;

/** No user. Prerendered pages show this state. */
export const SIGNED_OUT = {
  status: 'signed-out' as 'provisional' | 'signed-in' | 'signed-out',
  user: null as SignedInUser | null,
  /** Set while the status is `provisional`. Opens nothing private. */
  storedUser: null as StoredUser | null,
  hasCheckFailed: false,
  /** The user did not sign out in this tab. */
  wasSignedOutByProvider: false,
  isAdmin: false,
};

export type AuthState = typeof SIGNED_OUT;

const stateAtom = atom(SIGNED_OUT);

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

/** Its methods are fields, so that pages can take them apart. */
export class Auth {
  readonly #store: Store;
  readonly #loadClient: () => Promise<AuthClient>;
  #client: Promise<AuthClient> | null = null;
  #isSigningOut = false;
  /** `null` in a build without an identity provider. */
  readonly config: FirebaseConfig | null;

  constructor(store: Store, config: FirebaseConfig | null, loadClient: () => Promise<AuthClient>) {
    this.#store = store;
    this.#loadClient = loadClient;
    this.config = config;
    const storedUser = config && readStoredUser(config.apiKey);
    store.set(stateAtom, storedUser ? { ...SIGNED_OUT, status: 'provisional', storedUser } : SIGNED_OUT);
  }

  readonly getState = (): AuthState => this.#store.get(stateAtom);

  /** Checks a stored user. */
  readonly start = (): void => {
    const state = this.getState();
    if (state.status !== 'provisional') return;
    if (state.hasCheckFailed) this.#publish({ ...state, hasCheckFailed: false });
    this.#open().catch((cause: unknown) => {
      logError('Could not load the identity provider.', cause);
      if (this.getState().status === 'provisional')
        this.#publish({ ...this.getState(), hasCheckFailed: true });
    });
  };

  /** For a stored user that another tab removes before the check. */
  readonly forgetStored = (): void => {
    if (this.getState().status === 'provisional') this.#publish(SIGNED_OUT);
  };

  /** A failure is reported when the provider is used. */
  readonly preload = (): void => void this.#open().catch(() => undefined);

  /** Calls the provider. Has published the user when it resolves. */
  readonly call = async (operation: (client: AuthClient) => Promise<void>): Promise<AuthOutcome> => {
    try {
      const client = await this.#open();
      await operation(client);
      const user = client.currentUser();
      if (user) void this.#publishUser(client, user);
      return { ok: true, value: undefined };
    } catch (error) {
      return { ok: false, error };
    }
  };

  /** Resolves to whether it succeeded. A failure is only logged. */
  readonly signOut = async (): Promise<boolean> => {
    await finishWork(this.#store);
    const left = await this.#leave((client) => client.signOut());
    if (!left.ok) logError('Could not sign out.', left.error);
    return left.ok;
  };

  /** Delete the account's data first: afterwards there is no token for it. */
  readonly deleteUser = () => this.#leave((client) => client.deleteUser());

  /** `null` if there is no token, or `uid` is not the current user; the cause is logged. */
  readonly idToken = async (isFresh = false, uid?: string): Promise<string | null> => {
    try {
      return await (await this.#open()).idToken(isFresh, uid);
    } catch (cause) {
      logError('Could not read the ID token.', cause);
      return null;
    }
  };

  #publish(next: AuthState): void {
    this.#store.set(publishAuthAtom, next);
  }

  #open(): Promise<AuthClient> {
    this.#client ??= this.#load().catch((cause: unknown) => {
      this.#client = null;
      throw Object.assign(new Error('The identity provider could not be loaded.', { cause }), {
        code: NOT_LOADED_CODE,
      });
    });
    return this.#client;
  }

  async #load(): Promise<AuthClient> {
    const client = await this.#loadClient();
    client.onUser((user) => {
      const before = this.getState();
      if (user !== null) void this.#publishUser(client, user);
      // `#leave` publishes the state itself, after the page has been left.
      else if (!this.#isSigningOut)
        this.#publish({ ...SIGNED_OUT, wasSignedOutByProvider: (before.user ?? before.storedUser) !== null });
    });
    return client;
  }

  async #publishUser(client: AuthClient, user: SignedInUser): Promise<void> {
    const isKnown = this.getState().user?.uid === user.uid;
    this.#publish(isKnown ? { ...this.getState(), user } : { ...SIGNED_OUT, status: 'signed-in', user });
    if (isKnown) return;
    const isAdmin = await client.isAdmin().catch((cause: unknown) => {
      logError('Could not refresh the claims.', cause);
      return false;
    });
    if (this.getState().user?.uid === user.uid) this.#publish({ ...this.getState(), isAdmin });
  }

  async #leave(operation: (client: AuthClient) => Promise<void>): Promise<AuthOutcome> {
    this.#isSigningOut = true;
    const left = await this.call(operation);
    this.#isSigningOut = false;
    if (left.ok) {
      // Before the state changes, or a protected page would lead to /login.
      navigate('/');
      this.#publish(SIGNED_OUT);
    }
    return left;
  }
}

/** Longest wait of a sign-out. The rest is done at the next sign-in. */
const MAX_WORK_MS = 2000;

/** Work to finish before a sign-out; `null` while there is none. */
export const unfinishedWorkAtom = atom<{ flush: () => Promise<unknown>; stop: () => void } | null>(null);

export async function finishWork(store: Store): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, MAX_WORK_MS));
  await Promise.race([store.get(unfinishedWorkAtom)?.flush(), timeout]);
}
