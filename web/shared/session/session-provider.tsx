import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { parseAdminEmails } from './claims.ts';
import type { FirebaseConfig } from './firebase-config.ts';
import { createSession } from './session.ts';
import { hasStoredSession } from './stored-session.ts';
import { AuthContext } from './use-auth.ts';

/**
 * Gives the pages their session. It is an external store and not an atom: the location is one too, so both change in
 * the same render, and a page never sees the new place with the old user.
 */
export function AuthProvider({ config, children }: { config: FirebaseConfig; children: ReactNode }) {
  const [session] = useState(() => openSession(config));
  const state = useSyncExternalStore(session.subscribe, session.getState);
  useEffect(() => session.start(), [session]);
  const auth = useMemo(() => ({ ...session, ...state }), [session, state]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

function openSession(config: FirebaseConfig) {
  return createSession({
    loadClient: async () => (await import('./firebase-auth.ts')).openFirebaseAuth(config),
    hasStoredSession: hasStoredSession(config.apiKey, [() => localStorage, () => sessionStorage]),
    adminEmails: parseAdminEmails(import.meta.env.VITE_ADMIN_EMAILS),
    onSignedOut: () => navigate('/'),
    // oxlint-disable-next-line no-console -- these failures are to be logged and have no place on the page
    logError: (what, cause) => console.error(what, cause),
  });
}
