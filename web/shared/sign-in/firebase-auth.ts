/** The only importer of the Firebase SDK, and the sync of its ID tokens. Loaded on demand, never part of the first page. */
import { FirebaseError, initializeApp } from 'firebase/app';
import * as sdk from 'firebase/auth';
import { sha256Hex } from '../sha256.ts';
import { logError, type FirebaseConfig, type SignedInUser } from './identity.ts';

/** Not in the SDK's list of codes. */
const POLICY_CODE = 'auth/password-does-not-meet-requirements';

export type AuthClient = ReturnType<typeof openFirebaseAuth>;

/** Opens the identity provider, without a popup resolver, which would load a third-party script on every page. */
export function openFirebaseAuth({ emulatorUrl, ...options }: FirebaseConfig) {
  const auth = sdk.initializeAuth(initializeApp(options), {
    persistence: [sdk.browserLocalPersistence, sdk.browserSessionPersistence, sdk.inMemoryPersistence],
  });
  if (emulatorUrl !== null) sdk.connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });
  const syncUrl = import.meta.env.VITE_TOKEN_SYNC_URL;
  if (syncUrl) startTokenSync(auth, syncUrl);

  const requireUser = (uid?: string): sdk.User => {
    const user = auth.currentUser;
    if (user && (uid === undefined || user.uid === uid)) return user;
    throw Object.assign(new Error('No authenticated user'), { code: 'candor/no-authenticated-user' });
  };

  const updateDisplayName = async (displayName: string) => sdk.updateProfile(requireUser(), { displayName });

  return {
    /** Calls back after the check of the stored user, then on each sign-in and sign-out. */
    onUser: (listener: (user: SignedInUser | null) => void) =>
      void sdk.onAuthStateChanged(auth, (user) => listener(toSignedInUser(user))),
    currentUser: () => toSignedInUser(auth.currentUser),
    signIn: async (email: string, password: string) =>
      void (await sdk.signInWithEmailAndPassword(auth, email, password)),
    signInWithGoogle: async () => {
      const provider = new sdk.GoogleAuthProvider();
      provider.setCustomParameters({ prompt: 'select_account' });
      await sdk.signInWithPopup(auth, provider, sdk.browserPopupRedirectResolver);
    },
    reauthenticate: async (password: string | null) => void (await reauthenticate(requireUser(), password)),
    deleteUser: async () => sdk.deleteUser(requireUser()),
    /** A failure to set the name is only logged: the account exists. */
    signUp: async (name: string, email: string, password: string) => {
      await sdk.createUserWithEmailAndPassword(auth, email, password).catch(refreshPolicy(auth, password));
      if (name === '') return;
      await updateDisplayName(name).catch((cause) => logError('Could not set the display name.', cause));
    },
    signOut: () => sdk.signOut(auth),
    sendPasswordReset: (email: string) => sdk.sendPasswordResetEmail(auth, email),
    changePassword: async (password: string) =>
      sdk.updatePassword(requireUser(), password).catch(refreshPolicy(auth, password)),
    updateDisplayName,
    sendVerificationEmail: async () => sdk.sendEmailVerification(requireUser()),
    reloadUser: async () => sdk.reload(requireUser()),
    /** Refreshes the claims for it. */
    isAdmin: async () => {
      const user = requireUser();
      const { claims } = await sdk.getIdTokenResult(user, true);
      return isAdmin(claims, user.email);
    },
    idToken: async (isFresh: boolean, uid?: string) => sdk.getIdToken(requireUser(uid), isFresh),
  };
}

/** Without a password by Google's popup. */
function reauthenticate(user: sdk.User, password: string | null): Promise<sdk.UserCredential> {
  if (password !== null) {
    const credential = sdk.EmailAuthProvider.credential(user.email ?? '', password);
    return sdk.reauthenticateWithCredential(user, credential);
  }
  return sdk.reauthenticateWithPopup(user, new sdk.GoogleAuthProvider(), sdk.browserPopupRedirectResolver);
}

const refreshPolicy = (auth: sdk.Auth, password: string) => async (error: unknown) => {
  if (error instanceof FirebaseError && error.code === POLICY_CODE) {
    await sdk.validatePassword(auth, password).catch(() => undefined);
  }
  throw error;
};

function toSignedInUser(user: sdk.User | null): SignedInUser | null {
  if (!user) return null;
  return {
    uid: user.uid,
    email: user.email,
    displayName: user.displayName,
    emailVerified: user.emailVerified,
    creationTime: user.metadata.creationTime ?? null,
    providerId: user.providerData[0]?.providerId ?? null,
  };
}

/** A server that does not respond must not block a queued sign-out. */
const SYNC_TIMEOUT_MS = 10_000;

/** POSTs each new ID token, DELETEs at sign-out, one after the other, until the returned function is called. Failures are only logged. */
export function startTokenSync(auth: sdk.Auth, url: string): () => void {
  let queue = Promise.resolve();
  let wasSignedIn = false;
  return sdk.onIdTokenChanged(auth, (user) => {
    if (user === null && !wasSignedIn) return;
    wasSignedIn = user !== null;
    queue = queue
      .then(async () => send(url, user && (await sdk.getIdToken(user))))
      .catch((cause: unknown) => logError('Could not sync the token.', cause));
  });
}

async function send(url: string, token: string | null): Promise<void> {
  const response = await fetch(url, {
    ...(token === null
      ? { method: 'DELETE' }
      : { method: 'POST', headers: { authorization: `Bearer ${token}` } }),
    // The server may set its own cookie, on another origin too.
    credentials: 'include',
    // A sign-out must reach the server even when the page is closed.
    keepalive: true,
    signal: AbortSignal.timeout(SYNC_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
}

/**
 * Whether the token's `admin` flag is true or the email is listed. The build turns `VITE_ADMIN_EMAILS` into SHA-256 hashes of
 * lower-case addresses. This is obfuscation only: anyone who guesses an address can confirm it.
 */
export async function isAdmin(claims: sdk.ParsedToken, email: string | null): Promise<boolean> {
  if (claims['admin'] === true) return true;
  const hashes = import.meta.env.VITE_ADMIN_EMAIL_HASHES;
  // Pages served over plain http have no `crypto.subtle`.
  if (!email || !hashes || !globalThis.isSecureContext) return false;
  return hashes.split(',').includes(await sha256Hex(email.toLowerCase()));
}
