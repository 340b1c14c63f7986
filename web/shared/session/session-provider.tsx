import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { parseAdminEmails } from './claims.ts';
import type { FirebaseConfig } from './firebase-config.ts';
import { createSession, SIGNED_OUT } from './session.ts';
import { hasStoredSession, storedSessionKey } from './stored-session.ts';
import { AuthContext } from './use-auth.ts';
import { forgetUser } from './user-memory.ts';

// oxlint-disable-next-line no-console -- these failures are to be logged and have no place on the page
const logError = (what: string, cause: unknown) => console.error(what, cause);

/**
 * Gives the pages their session. It is an external store and not an atom: the location is one too, so both change in
 * the same render, and a page never sees the new place with the old user.
 */
export function AuthProvider({ config, children }: { config: FirebaseConfig; children: ReactNode }) {
  const [session] = useState(() => openSession(config));
  const state = useSyncExternalStore(session.subscribe, session.getState, () => SIGNED_OUT);
  useEffect(() => {
    session.start();
    // Until the SDK is here it is we who have to notice a sign-in in another tab; from then on it notices by itself.
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === storedSessionKey(config.apiKey) && newValue !== null) session.preload();
    };
    // A session that could not be checked for want of the SDK is checked when the network is back.
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

function openSession(config: FirebaseConfig) {
  return createSession({
    loadClient: () => openClient(config),
    hasStoredSession: holdsSession(config),
    adminEmails: parseAdminEmails(import.meta.env.VITE_ADMIN_EMAILS),
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
