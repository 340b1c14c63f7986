import type { Claims } from './claims.ts';

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
  sendPasswordReset: (email: string) => Promise<void>;
  changePassword: (password: string) => Promise<void>;
  updateDisplayName: (displayName: string) => Promise<void>;
  /** Mails the link that verifies the user's address. */
  sendVerificationEmail: () => Promise<void>;
  /** Asks the provider again about the user, who may have followed a link meanwhile. */
  reloadUser: () => Promise<void>;
  /** Claims of a fresh ID token. */
  refreshClaims: () => Promise<Claims>;
  idToken: (forceRefresh: boolean) => Promise<string>;
  /** Calls back on each new ID token with the way to read it, and with null when there is none. */
  onIdToken: (listener: (readToken: (() => Promise<string>) | null) => void) => void;
};
