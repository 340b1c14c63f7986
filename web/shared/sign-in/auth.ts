/**
 * Authentication state without React, and the hooks that other modules run at sign-out.
 *
 * Without a stored user the status is `signed-out` at once. With one it is `provisional` (`loading` where the entry cannot be
 * read) until the identity provider's first event, which alone decides between `signed-in` and `signed-out`. A provider that
 * cannot be loaded decides nothing, and `start` tries again.
 */
import type { Result } from '#compute';
import type { AuthClient } from './firebase-auth.ts';
import { isAdmin, logError, type Claims, type SignedInUser, type StoredUser } from './identity.ts';

/** Our own error code: the provider's code could not be loaded. */
export const NOT_LOADED_CODE = 'candor/provider-not-loaded';

export type AuthState = {
  status: 'loading' | 'provisional' | 'signed-in' | 'signed-out';
  user: SignedInUser | null;
  /** The stored user, while the status is `provisional`. Opens nothing that is not public. */
  storedUser: StoredUser | null;
  hasCheckFailed: boolean;
  /** The provider ended the sign-in; the user did not sign out in this tab. */
  wasSignedOutByProvider: boolean;
  claims: Claims;
  isAdmin: boolean;
};

/** On failure the provider's own error; pages map it to a message. */
export type AuthOutcome = Result<void, unknown>;

export type AuthOptions = {
  loadClient: () => Promise<AuthClient>;
  stored: StoredUser | 'unreadable' | null;
  adminEmailHashes: readonly string[];
  onChange: (state: AuthState) => void;
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

function initialState(stored: AuthOptions['stored']): AuthState {
  if (stored === null) return SIGNED_OUT;
  return stored === 'unreadable'
    ? { ...SIGNED_OUT, status: 'loading' }
    : { ...SIGNED_OUT, status: 'provisional', storedUser: stored };
}

export type Auth = ReturnType<typeof createAuth>;

/** Operations load the provider when it is first needed. */
export function createAuth(options: AuthOptions) {
  let state = initialState(options.stored);
  /** Loaded or being loaded; `null` before, and after a failure. */
  let client: Promise<AuthClient> | null = null;
  let isSigningOut = false;

  const isUnsettled = () => state.status === 'loading' || state.status === 'provisional';

  function publish(next: AuthState): void {
    const hasLeft = state.user !== null && state.user.uid !== next.user?.uid;
    state = next;
    if (hasLeft) for (const forget of signOutListeners) forget();
    options.onChange(next);
  }

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
      if (user !== null) publishUser(loaded, user);
      // A sign-out publishes its own state, after the page has been left.
      else if (!isSigningOut)
        publish({ ...SIGNED_OUT, wasSignedOutByProvider: state.user !== null || state.storedUser !== null });
    });
    return loaded;
  }

  /** Publishes the provider's user, and their claims if it is another user than before. */
  function publishUser(from: AuthClient, user: SignedInUser): void {
    const isKnown = state.user?.uid === user.uid;
    publish(isKnown ? { ...state, user } : { ...SIGNED_OUT, status: 'signed-in', user });
    if (!isKnown) void refreshClaims(from, user);
  }

  async function refreshClaims(from: AuthClient, user: SignedInUser): Promise<void> {
    let claims: Claims = {};
    let admin = false;
    try {
      claims = await from.refreshClaims();
      admin = await isAdmin(claims, user.email, options.adminEmailHashes);
    } catch (cause) {
      logError('Could not refresh the claims.', cause);
    }
    if (state.user?.uid === user.uid) publish({ ...state, claims, isAdmin: admin });
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
    getState: () => state,

    /** Begins the first check where there is something to check, or tries again after it failed. */
    start: (): void => {
      if (!isUnsettled()) return;
      if (state.hasCheckFailed) publish({ ...state, hasCheckFailed: false });
      openClient().catch((cause: unknown) => {
        logError('Could not load the identity provider.', cause);
        if (isUnsettled()) publish({ ...state, hasCheckFailed: true });
      });
    },

    /** Another tab has removed the stored user before the provider was asked. */
    forgetStored: (): void => {
      if (isUnsettled()) publish(SIGNED_OUT);
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
      await finishWork();
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

const signOutListeners = new Set<() => void>();

/** Registers a function that drops the user's data from memory, for modules that outlive a page. */
export function onSignOut(forget: () => void): void {
  signOutListeners.add(forget);
}

/** A sign-out waits this long for unfinished work. The rest is done at the next sign-in. */
const MAX_WORK_MS = 2000;

let work: (() => Promise<unknown>) | null = null;
let onRegistered: (() => void) | null = null;

/** Registers work to finish before sign-out; returns a function that unregisters it. */
export function beforeSignOut(finish: () => Promise<unknown>): () => void {
  work = finish;
  onRegistered?.();
  return () => {
    work = null;
  };
}

/** Finishes the registered work. `isExpected`: it will be registered in a moment, on a page that has just opened. */
export async function finishWork({ isExpected = false } = {}): Promise<void> {
  const finish = async () => {
    if (isExpected && work === null) await new Promise<void>((resolve) => (onRegistered = resolve));
    await work?.();
  };
  await Promise.race([finish(), new Promise((resolve) => setTimeout(resolve, MAX_WORK_MS))]);
}
