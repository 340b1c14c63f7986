/** The identity provider's public settings, fixed at build time. */
export type FirebaseConfig = {
  apiKey: string;
  authDomain: string;
  projectId: string;
  appId: string;
  /** Origin of a local Auth emulator, or null for the real service. */
  emulatorUrl: string | null;
};

type FirebaseSettings = Readonly<Record<string, string | undefined>>;

/** The settings of this build. Vite replaces each name literally, so each is spelt out. */
export const BUILD_SETTINGS: FirebaseSettings = {
  VITE_FIREBASE_API_KEY: import.meta.env.VITE_FIREBASE_API_KEY,
  VITE_FIREBASE_AUTH_DOMAIN: import.meta.env.VITE_FIREBASE_AUTH_DOMAIN,
  VITE_FIREBASE_PROJECT_ID: import.meta.env.VITE_FIREBASE_PROJECT_ID,
  VITE_FIREBASE_APP_ID: import.meta.env.VITE_FIREBASE_APP_ID,
  VITE_FIREBASE_AUTH_EMULATOR: import.meta.env.VITE_FIREBASE_AUTH_EMULATOR,
};

/**
 * Checks the settings and names them in one value.
 * When any is absent or empty, logs the missing names, never values, and throws.
 */
export function readFirebaseConfig(settings: FirebaseSettings): FirebaseConfig {
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
    emulatorUrl: settings['VITE_FIREBASE_AUTH_EMULATOR']?.trim() || null,
  };
  if (missing.length > 0) {
    // oxlint-disable-next-line no-console -- the deployer has to learn the missing names
    console.error('Missing Firebase configuration:', missing.join(', '));
    throw new Error('Firebase configuration incomplete. Check your environment variables.');
  }
  return config;
}
