/** The only importer of the Firebase SDK. Loaded on demand, never part of the first page. */
import { initializeApp } from 'firebase/app';
import {
  browserLocalPersistence,
  browserPopupRedirectResolver,
  browserSessionPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getIdToken,
  getIdTokenResult,
  GoogleAuthProvider,
  inMemoryPersistence,
  initializeAuth,
  onAuthStateChanged,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  updatePassword,
  updateProfile,
} from 'firebase/auth';
import type { User } from 'firebase/auth';
import type { AuthClient, SessionUser } from './auth-client.ts';
import type { FirebaseConfig } from './firebase-config.ts';

/**
 * Opens the identity provider. Persistence is tried in the specified order: local storage, session storage, memory.
 * No popup resolver is given here: it would load a third-party script on every page.
 */
export function openFirebaseAuth({ emulatorUrl, ...options }: FirebaseConfig): AuthClient {
  const auth = initializeAuth(initializeApp(options), {
    persistence: [browserLocalPersistence, browserSessionPersistence, inMemoryPersistence],
  });
  if (emulatorUrl !== null) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true });

  const requireUser = (): User => {
    if (!auth.currentUser) throw new Error('No authenticated user');
    return auth.currentUser;
  };

  return {
    onUser: (listener) => void onAuthStateChanged(auth, (user) => listener(toSessionUser(user))),
    currentUser: () => toSessionUser(auth.currentUser),
    signIn: async (email, password) => void (await signInWithEmailAndPassword(auth, email, password)),
    signInWithGoogle: async () => {
      const provider = new GoogleAuthProvider();
      provider.setCustomParameters({ prompt: 'select_account' });
      await signInWithPopup(auth, provider, browserPopupRedirectResolver);
    },
    signUp: async (email, password) => void (await createUserWithEmailAndPassword(auth, email, password)),
    signOut: () => signOut(auth),
    sendPasswordReset: (email) => sendPasswordResetEmail(auth, email),
    changePassword: async (password) => updatePassword(requireUser(), password),
    updateDisplayName: async (displayName) => updateProfile(requireUser(), { displayName }),
    refreshClaims: async () => (await getIdTokenResult(requireUser(), true)).claims,
    idToken: async (forceRefresh) => getIdToken(requireUser(), forceRefresh),
  };
}

function toSessionUser(user: User | null): SessionUser | null {
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
