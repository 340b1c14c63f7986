/** Who is signed in, for React: the provider, the route that needs a user, and the place to return to after signing in. */
import { createContext, Fragment, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { Redirect } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { useIsHydrated } from '../ui/browser-state.ts';
import { afterFirstScreen } from '../ui/first-screen.ts';
import type * as FirebaseAuth from './firebase-auth.ts';
import {
  CONFIGURATION_INCOMPLETE,
  parseAdminEmailHashes,
  readStoredUser,
  storedUserKey,
  type FirebaseConfig,
} from './identity.ts';
import { createAuth, SIGNED_OUT, type Auth, type AuthState } from './auth.ts';
import { listen } from '../ui/listen.ts';

interface AuthProviderProps {
  /** `null`: the build has no identity provider, and no user. */
  readonly config: FirebaseConfig | null;
  readonly children: ReactNode;
}

/** Gives the pages their user. A stored sign-in is checked after the first screen, or as soon as a page waits for it. */
export function AuthProvider({ config, children }: AuthProviderProps) {
  const [changed, setChanged] = useState<AuthState | null>(null);
  const [auth] = useState(() => openAuth(config, setChanged));
  // A page is prerendered for a guest, and has to be hydrated as such.
  const state = useIsHydrated() ? (changed ?? auth.getState()) : SIGNED_OUT;
  useEffect(() => afterFirstScreen(auth.start), [auth]);
  useEffect(() => {
    if (config === null) return undefined;
    const ownKey = storedUserKey(config.apiKey);
    // Once loaded, the SDK notices by itself what another tab does.
    const storage = ({ key, newValue }: StorageEvent) => {
      if (key === ownKey && newValue !== null) auth.preload();
      else if (key === ownKey || key === null) auth.forgetStored();
    };
    // The provider may have been out of reach.
    const onReturn = () => auth.getState().hasCheckFailed && auth.start();
    return listen(window, { storage, online: onReturn, focus: onReturn });
  }, [auth, config]);
  const isConfigured = config !== null;
  const value = useMemo(() => ({ ...auth, ...state, isConfigured }), [auth, state, isConfigured]);
  return <AuthContext value={value}>{children}</AuthContext>;
}

function openAuth(config: FirebaseConfig | null, onChange: (state: AuthState) => void) {
  return createAuth({
    loadClient: () =>
      config === null ? Promise.reject(new Error(CONFIGURATION_INCOMPLETE)) : openClient(config),
    stored: config && readStoredUser(config.apiKey),
    adminEmailHashes: parseAdminEmailHashes(import.meta.env.VITE_ADMIN_EMAIL_HASHES),
    onChange,
    onSignedOut: () => navigate('/'),
  });
}

async function openClient(config: FirebaseConfig) {
  const { openFirebaseAuth, startTokenSync } = await loadProvider();
  const client = openFirebaseAuth(config);
  const url = import.meta.env.VITE_TOKEN_SYNC_URL;
  if (url) startTokenSync(client, url);
  return client;
}

let failedUrl: string | null = null;

/** Loads the SDK. A browser never asks again for a module that failed to load, so the next try is for another address. */
async function loadProvider(): Promise<typeof FirebaseAuth> {
  try {
    return failedUrl === null
      ? await import('./firebase-auth.ts')
      : await import(/* @vite-ignore */ `${failedUrl}?again=${Date.now()}`);
  } catch (cause) {
    // The only place where a browser names the file; Safari does not, and needs a reload.
    failedUrl ??= /https?:\S+\.js$/.exec(String(cause))?.[0] ?? null;
    throw cause;
  }
}

type AuthValue = AuthState &
  Omit<Auth, 'getState' | 'forgetStored'> & {
    isConfigured: boolean;
  };

const AuthContext = createContext<AuthValue | null>(null);

/** Who is signed in, and the actions that change it. Throws outside `AuthProvider`. */
export function useAuth(): AuthValue {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within AuthProvider');
  return auth;
}

/** Renders the page for a signed-in or provisional user, remounting it when the user changes. Redirects guests to /login, which remembers where they came from. */
export function ProtectedRoute({ children }: { children: ReactNode }) {
  const { user, storedUser } = useAuth();
  const uid = (user ?? storedUser)?.uid;
  if (uid !== undefined) return <Fragment key={uid}>{children}</Fragment>;
  return <Redirect to="/login" replace state={rememberPlace(window.location)} />;
}

/** The history state that remembers a place of this app: never in the address, where anyone could set it. */
export function rememberPlace({ pathname, search, hash }: Location): { returnTo: string } {
  return { returnTo: `${pathname}${search}${hash}` };
}
