/** Who is signed in: the user, the session and its operations, and what is to be done when they leave. No React in here. */
import type { Result } from '#compute';
import { isAdmin, type Claims, type StoredUser } from './identity.ts';

/** What the app knows of the signed-in user. */
export type SessionUser = {
  uid: string;
  email: string | null;
  displayName: string | null;
  emailVerified: boolean;
  /** As the provider writes it, an HTTP date. */
  creationTime: string | null;
  /** "google.com", "password", or another provider's own id. */
  providerId: string | null;
};

/** The name to show: the display name, else the part of the email before the @, else "User". */
export function shownName(user: Pick<SessionUser, 'displayName' | 'email'>): string {
  return user.displayName || user.email?.split('@')[0] || 'User';
}

/** The avatar's letter: first of the display name, else of the email, else "U", in upper case. */
export function avatarLetter(user: Pick<SessionUser, 'displayName' | 'email'>): string {
  const [first = 'U'] = user.displayName || user.email || 'U';
  return first.toUpperCase();
}

/**
 * The identity provider as the session uses it. Every operation rejects with the provider's own error, whose
 * `code` is in the error catalogue.
 */
export type AuthClient = {
  /** Calls back once the stored session has been checked, then on each sign-in and sign-out. */
  onUser: (listener: (user: SessionUser | null) => void) => void;
  currentUser: () => SessionUser | null;
  signIn: (email: string, password: string) => Promise<void>;
  signInWithGoogle: () => Promise<void>;
  signUp: (email: string, password: string) => Promise<void>;
  signOut: () => Promise<void>;
  /** Asks the signed-in user who they are again: for the password, or by Google's popup where it is `null`. */
  reauthenticate: (password: string | null) => Promise<void>;
  /** Deletes the signed-in user's identity, which takes a recent sign-in. */
  deleteUser: () => Promise<void>;
  sendPasswordReset: (email: string) => Promise<void>;
  changePassword: (password: string) => Promise<void>;
  updateDisplayName: (displayName: string) => Promise<void>;
  /** Mails the link that verifies the user's address. */
  sendVerificationEmail: () => Promise<void>;
  /** Reloads the user from the provider: they may have opened a verification link elsewhere. */
  reloadUser: () => Promise<void>;
  /** Claims of a fresh ID token. */
  refreshClaims: () => Promise<Claims>;
  idToken: (forceRefresh: boolean) => Promise<string>;
  /** Calls back on each new ID token with the way to read it, and with null when there is none. */
  onIdToken: (listener: (readToken: (() => Promise<string>) | null) => void) => void;
};

/** Our own error code: the operation needs a signed-in user. */
export const NO_USER_CODE = 'candor/no-authenticated-user';
/** Our own error code: the provider's code could not be loaded. */
export const NOT_LOADED_CODE = 'candor/provider-not-loaded';

export type SessionState = {
  /** `loading` and `provisional` until the provider has confirmed or denied the stored session. */
  status: 'loading' | 'provisional' | 'signed-in' | 'signed-out';
  user: SessionUser | null;
  /** Whom the stored session names, while the status is `provisional`. Opens nothing that is not public. */
  storedUser: StoredUser | null;
  /** The last attempt to ask the provider failed. */
  hasCheckFailed: boolean;
  claims: Claims;
  isAdmin: boolean;
};

/** On failure the provider's own error; pages map it to a message. */
export type AuthOutcome = Result<void, unknown>;

export type SessionOptions = {
  loadClient: () => Promise<AuthClient>;
  /** The session in this browser, which the provider has to confirm. */
  stored: StoredUser | 'unreadable' | null;
  adminEmailHashes: readonly string[];
  /** Receives every new state. */
  onChange: (state: SessionState) => void;
  /** Runs before a sign-out, which waits for it. Never rejects. */
  beforeSignOut: () => Promise<void>;
  /** Runs after a sign-out, before the state changes: leave a protected page here. */
  onSignedOut: () => void;
  /** Runs when the user signs out or changes: drop the previous user's data from memory here. */
  onUserLeft: () => void;
  logError: (what: string, cause: unknown) => void;
};

/** Nobody is signed in. Prerendered pages show it. */
export const SIGNED_OUT: SessionState = {
  status: 'signed-out',
  user: null,
  storedUser: null,
  hasCheckFailed: false,
  claims: {},
  isAdmin: false,
};

/** Before the provider has spoken. */
function initialState(stored: SessionOptions['stored']): SessionState {
  if (stored === null) return SIGNED_OUT;
  return stored === 'unreadable'
    ? { ...SIGNED_OUT, status: 'loading' }
    : { ...SIGNED_OUT, status: 'provisional', storedUser: stored };
}

export type Session = ReturnType<typeof createSession>;

/**
 * The session: who is signed in, and every operation on it. Independent of React.
 * Without a stored session the first check ends at once, signed out. Otherwise the provider's first event ends it, and nothing
 * else does: a provider that cannot be loaded signs nobody out, and `start` tries again.
 */
export function createSession(options: SessionOptions) {
  let state = initialState(options.stored);
  let opening: Promise<AuthClient> | null = null;
  let isSigningOut = false;

  const isUnsettled = () => state.status === 'loading' || state.status === 'provisional';

  function publish(next: SessionState): void {
    const hasLeft = state.user !== null && state.user.uid !== next.user?.uid;
    state = next;
    if (hasLeft) options.onUserLeft();
    options.onChange(next);
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

  /** Publishes the provider's user. Claims are read only when it is another user than before. */
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
      admin = await isAdmin(claims, user.email, options.adminEmailHashes);
    } catch (cause) {
      options.logError('Could not refresh the claims.', cause);
    }
    if (state.user?.uid === user.uid) publish({ ...state, claims, isAdmin: admin });
  }

  /** Runs one operation of the provider and publishes its effect on the user before resolving. */
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

  /** Runs the operation that ends the session, and leaves for `onSignedOut` before the state changes. */
  async function leave(operation: (client: AuthClient) => Promise<void>): Promise<AuthOutcome> {
    isSigningOut = true;
    try {
      await operation(await open());
      options.onSignedOut();
      publish(SIGNED_OUT);
      return { ok: true, value: undefined };
    } catch (error) {
      return { ok: false, error };
    } finally {
      isSigningOut = false;
    }
  }

  return {
    getState: () => state,

    /** Begins the first check where there is something to check, or tries again after it failed. */
    start: (): void => {
      if (!isUnsettled()) return;
      if (state.hasCheckFailed) publish({ ...state, hasCheckFailed: false });
      open().catch((cause: unknown) => {
        options.logError('Could not load the identity provider.', cause);
        if (isUnsettled()) publish({ ...state, hasCheckFailed: true });
      });
    },

    /** The stored session is gone, removed in another tab, before the provider was asked. */
    forgetStored: (): void => {
      if (isUnsettled()) publish(SIGNED_OUT);
    },

    /** Preloads the provider. A failure is reported when the provider is used. */
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
      await options.beforeSignOut();
      const left = await leave((client) => client.signOut());
      if (!left.ok) options.logError('Could not sign out.', left.error);
    },

    /** Makes sure that it is the user who asks. */
    reauthenticate: (password: string | null) => attempt((client) => client.reauthenticate(password)),
    /** Deletes the identity and leaves for `onSignedOut`. The account's data has to be deleted before: nobody could later. */
    deleteUser: () => leave((client) => client.deleteUser()),

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

const callbacks = new Set<() => void>();

/** Registers a function that drops the user's data from memory, for modules that hold some longer than a page lives. */
export function whenUserLeaves(forget: () => void): void {
  callbacks.add(forget);
}

/** Drops all data of the user who signed out. */
export function forgetUser(): void {
  for (const forget of callbacks) forget();
}

/** What is not done by then waits for the next sign-in. */
const LAST_WORK_MS = 2000;

let lastWork: (() => Promise<unknown>) | null = null;

/** Gives the work to finish before a sign-out; `null` takes it back. */
export function beforeSignOut(work: typeof lastWork): void {
  lastWork = work;
}

/** Finishes that work, in two seconds at most. */
export async function finishWork(): Promise<void> {
  await Promise.race([lastWork?.(), new Promise((resolve) => setTimeout(resolve, LAST_WORK_MS))]);
}
