import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { parseAdminEmailHashes } from './claims.ts';
import type { FirebaseConfig } from './firebase-config.ts';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';
import { createSession, SIGNED_OUT, type SessionState } from './session.ts';
import { AuthContext } from './use-auth.ts';
import { forgetUser } from './user-memory.ts';

// oxlint-disable-next-line no-console -- these failures are to be logged and have no place on the page
const logError = (what: string, cause: unknown) => console.error(what, cause);

/** Gives the pages their session, and checks a stored one as soon as it mounts. */
export function AuthProvider({ config, children }: { config: FirebaseConfig; children: ReactNode }) {
  const [changed, setChanged] = useState<SessionState | null>(null);
  const [session] = useState(() => openSession(config, setChanged));
  // A page is prerendered for a guest, and has to be hydrated as such.
  const state = useIsHydrated() ? (changed ?? session.getState()) : SIGNED_OUT;
  useEffect(() => {
    session.start();
    // Once loaded, the SDK notices a sign-in in another tab by itself.
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === storedSessionKey(config.apiKey) && newValue !== null) session.preload();
    };
    // The SDK could not be loaded without a network, so a stored session is still to be checked.
    const onOnline = () => holdsSession(config) && session.preload();
    addEventListener('storage', onStorage);
    addEventListener('online', onOnline);
    return () => {
      removeEventListener('storage', onStorage);
      removeEventListener('online', onOnline);
    };
  }, [session, config]);
  const auth = useMemo(() => ({ ...session, ...state }), [session, state]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

function holdsSession({ apiKey }: FirebaseConfig): boolean {
  return hasStoredSession(apiKey, [() => localStorage, () => sessionStorage]);
}

function openSession(config: FirebaseConfig, onChange: (state: SessionState) => void) {
  return createSession({
    loadClient: () => openClient(config),
    hasStoredSession: holdsSession(config),
    adminEmailHashes: parseAdminEmailHashes(import.meta.env.VITE_ADMIN_EMAIL_HASHES),
    onChange,
    onSignedOut: () => navigate('/'),
    onUserLeft: forgetUser,
    logError,
  });
}

async function openClient(config: FirebaseConfig) {
  const client = (await import('./firebase-auth.ts')).openFirebaseAuth(config);
  const url = import.meta.env.VITE_TOKEN_SYNC_URL;
  if (url) {
    import('./token-sync.ts').then(
      ({ startTokenSync }) => startTokenSync({ client, url, logError }),
      (cause: unknown) => logError('Could not sync the token.', cause),
    );
  }
  return client;
}

/** The key under which the SDK stores the user of its default app, in local or session storage. */
export function storedSessionKey(apiKey: string): string {
  return `firebase:authUser:${apiKey}:[DEFAULT]`;
}

/**
 * Whether this browser holds a session of the identity provider. Without one nobody is signed in, and the SDK need not
 * be loaded to know it.
 * Storage that refuses access holds nothing.
 */
export function hasStoredSession(apiKey: string, openAreas: readonly (() => Storage)[]): boolean {
  return openAreas.some((openArea) => {
    try {
      return openArea().getItem(storedSessionKey(apiKey)) !== null;
    } catch {
      return false;
    }
  });
}
