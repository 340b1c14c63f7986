import type { Result } from '#compute';
import type { AuthClient, SessionUser } from './auth-client.ts';
import { isAdmin } from './claims.ts';
import type { Claims } from './claims.ts';

/** The code of our own error where an operation needs a user and there is none. */
export const NO_USER_CODE = 'candor/no-authenticated-user';
/** The code of our own error where the provider's code did not arrive: no fault of what the user typed. */
export const NOT_LOADED_CODE = 'candor/provider-not-loaded';

export type SessionState = {
  status: 'loading' | 'signed-in' | 'signed-out';
  user: SessionUser | null;
  claims: Claims;
  isAdmin: boolean;
};

/** The provider's own error on failure; the pages choose the words. */
export type AuthOutcome = Result<void, unknown>;

export type SessionOptions = {
  loadClient: () => Promise<AuthClient>;
  /** Whether this browser holds a session that the provider has to confirm. */
  hasStoredSession: boolean;
  adminEmails: readonly string[];
  /** Runs after a sign-out and before the state says so: the place to leave a protected page. */
  onSignedOut: () => void;
  /** Runs when the user who was here is gone or another: the place to drop what was theirs from memory. */
  onUserLeft: () => void;
  logError: (what: string, cause: unknown) => void;
};

/** Nobody is signed in: also what HTML written at build time shows. */
export const SIGNED_OUT: SessionState = { status: 'signed-out', user: null, claims: {}, isAdmin: false };

export type Session = ReturnType<typeof createSession>;

/**
 * The session: who is signed in, and what can be done about it. No React in it.
 * The first check ends at once, signed out, where no session is stored. Otherwise the provider is loaded and its first
 * event ends the check. A provider that cannot be loaded leaves the visitor signed out; the next use tries again.
 */
export function createSession(options: SessionOptions) {
  let state: SessionState = options.hasStoredSession ? { ...SIGNED_OUT, status: 'loading' } : SIGNED_OUT;
  let opening: Promise<AuthClient> | null = null;
  let isSigningOut = false;
  const listeners = new Set<() => void>();

  function publish(next: SessionState): void {
    const hasLeft = state.user !== null && state.user.uid !== next.user?.uid;
    state = next;
    if (hasLeft) options.onUserLeft();
    for (const listener of listeners) listener();
  }

  function open(): Promise<AuthClient> {
    opening ??= options.loadClient().then(
      (client) => {
        client.onUser((user) => adopt(client, user));
        return client;
      },
      (cause: unknown) => {
        opening = null;
        throw Object.assign(new Error('The identity provider could not be loaded.', { cause }), {
          code: NOT_LOADED_CODE,
        });
      },
    );
    return opening;
  }

  /** Takes over the provider's user. A user who is new here gets claims read; one already here only new details. */
  function adopt(client: AuthClient, user: SessionUser | null): void {
    if (user === null) {
      if (!isSigningOut) publish(SIGNED_OUT);
      return;
    }
    const isKnown = state.user?.uid === user.uid;
    publish(isKnown ? { ...state, user } : { ...SIGNED_OUT, status: 'signed-in', user });
    if (!isKnown) void refreshClaims(client, user);
  }

  async function refreshClaims(client: AuthClient, user: SessionUser): Promise<void> {
    let claims: Claims = {};
    let admin = false;
    try {
      claims = await client.refreshClaims();
      admin = isAdmin(claims, user.email, options.adminEmails);
    } catch (cause) {
      options.logError('Could not refresh the claims.', cause);
    }
    if (state.user?.uid === user.uid) publish({ ...state, claims, isAdmin: admin });
  }

  /** Runs one operation of the provider and shows its effect on the user before it answers. */
  async function attempt(operation: (client: AuthClient) => Promise<void>): Promise<AuthOutcome> {
    try {
      const client = await open();
      await operation(client);
      const user = client.currentUser();
      if (user) adopt(client, user);
      return { ok: true, value: undefined };
    } catch (error) {
      return { ok: false, error };
    }
  }

  return {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    /** Begins the first check where there is something to check. */
    start: (): void => {
      if (state.status !== 'loading') return;
      open().catch((cause: unknown) => {
        options.logError('Could not load the identity provider.', cause);
        publish(SIGNED_OUT);
      });
    },

    /** Loads the provider ahead of its use; a failure shows when it is used. */
    preload: (): void => void open().catch(() => undefined),

    signIn: (email: string, password: string) => attempt((client) => client.signIn(email, password)),
    signInWithGoogle: () => attempt((client) => client.signInWithGoogle()),

    /** Creates the account, then sets its name. A name that cannot be set is logged: the account exists. */
    signUp: (name: string, email: string, password: string) =>
      attempt(async (client) => {
        await client.signUp(email, password);
        if (name === '') return;
        await client
          .updateDisplayName(name)
          .catch((cause: unknown) => options.logError('Could not set the display name.', cause));
      }),

    sendPasswordReset: (email: string) => attempt((client) => client.sendPasswordReset(email)),
    changePassword: (password: string) => attempt((client) => client.changePassword(password)),
    updateDisplayName: (name: string) => attempt((client) => client.updateDisplayName(name)),
    sendVerificationEmail: () => attempt((client) => client.sendVerificationEmail()),
    /** Takes over what changed at the provider since, such as a verified address. */
    reloadUser: () => attempt((client) => client.reloadUser()),

    /** Signs out and leaves for `onSignedOut`. A failure is only logged. */
    signOut: async (): Promise<void> => {
      isSigningOut = true;
      try {
        await (await open()).signOut();
        options.onSignedOut();
        publish(SIGNED_OUT);
      } catch (cause) {
        options.logError('Could not sign out.', cause);
      } finally {
        isSigningOut = false;
      }
    },

    /** The ID token, or null, logged, when there is none to be had. */
    idToken: async (forceRefresh = false): Promise<string | null> => {
      try {
        return await (await open()).idToken(forceRefresh);
      } catch (cause) {
        options.logError('Could not read the ID token.', cause);
        return null;
      }
    },
  };
}
