/** User data available without the identity provider's SDK: build settings and the stored session. */

export type FirebaseConfig = NonNullable<ReturnType<typeof readFirebaseConfig>>;

type FirebaseSettings = Readonly<Record<string, string | undefined>>;

/** The settings of this build. Vite replaces each name literally, so each is spelt out. */
export const BUILD_SETTINGS: FirebaseSettings = {
  VITE_FIREBASE_API_KEY: import.meta.env.VITE_FIREBASE_API_KEY,
  VITE_FIREBASE_AUTH_DOMAIN: import.meta.env.VITE_FIREBASE_AUTH_DOMAIN,
  VITE_FIREBASE_PROJECT_ID: import.meta.env.VITE_FIREBASE_PROJECT_ID,
  VITE_FIREBASE_APP_ID: import.meta.env.VITE_FIREBASE_APP_ID,
  VITE_FIREBASE_AUTH_EMULATOR: import.meta.env.VITE_FIREBASE_AUTH_EMULATOR,
};

export const CONFIGURATION_INCOMPLETE =
  'Firebase configuration incomplete. Check your environment variables.';

/** `null` if a setting is missing. Logs the missing names, never values. */
export function readFirebaseConfig(settings: FirebaseSettings) {
  const missing: string[] = [];
  const required = (name: string): string => {
    const value = settings[name]?.trim() ?? '';
    if (value === '') missing.push(name);
    return value;
  };
  const config = {
    apiKey: required('VITE_FIREBASE_API_KEY'),
    authDomain: required('VITE_FIREBASE_AUTH_DOMAIN'),
    projectId: required('VITE_FIREBASE_PROJECT_ID'),
    appId: required('VITE_FIREBASE_APP_ID'),
    /** Origin of a local Auth emulator, or null for the real service. */
    emulatorUrl: settings['VITE_FIREBASE_AUTH_EMULATOR']?.trim() || null,
  };
  if (missing.length > 0) {
    // oxlint-disable-next-line no-console -- the deployer has to learn the missing names
    console.error('Missing Firebase configuration:', missing.join(', '));
    return null;
  }
  return config;
}

// oxlint-disable-next-line no-console -- these failures are to be logged and have no place on the page
export const logError = (what: string, cause: unknown) => console.error(what, cause);

export type SignedInUser = {
  uid: string;
  email: string | null;
  displayName: string | null;
  emailVerified: boolean;
  creationTime: string | null;
  providerId: string | null;
};

export function displayNameOf(user: Pick<SignedInUser, 'displayName' | 'email'>): string {
  return user.displayName || user.email?.split('@')[0] || 'User';
}

export function avatarLetter(user: Pick<SignedInUser, 'displayName' | 'email'>): string {
  const [first = 'U'] = user.displayName || user.email || 'U';
  return first.toUpperCase();
}

/** Stored by the SDK, not confirmed by the provider. */
export type StoredUser = Pick<SignedInUser, 'uid' | 'email' | 'displayName'>;

/** The key under which the SDK stores the user of its default app, in local or session storage. */
export function storedUserKey(apiKey: string): string {
  return `firebase:authUser:${apiKey}:[DEFAULT]`;
}

/** `null` if storage has no user with all that the SDK needs, or refuses access. */
export function readStoredUser(apiKey: string): StoredUser | null {
  for (const openArea of [() => localStorage, () => sessionStorage]) {
    try {
      const stored = JSON.parse(openArea().getItem(storedUserKey(apiKey)) ?? 'null');
      if (stored?.uid && stored.apiKey === apiKey && stored.stsTokenManager.refreshToken)
        return { uid: stored.uid, email: stored.email ?? null, displayName: stored.displayName ?? null };
    } catch {
      // The next area may be open.
    }
  }
  return null;
}
