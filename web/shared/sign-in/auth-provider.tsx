import { createContext, Fragment, use, type ReactNode } from 'react';
import { Redirect } from 'wouter';
import { atom, useAtomValueRawSync } from '../../store.ts';
import { authStateAtom } from './auth.ts';
import { signInAtom } from './open-sign-in.ts';

const AuthContext = createContext(false);

export function AuthProvider({ children }: { children: ReactNode }) {
  return <AuthContext value>{children}</AuthContext>;
}

const authAtom = atom((get) => {
  const signIn = get(signInAtom);
  return signIn && { ...signIn, ...get(authStateAtom) };
});

export function useAuth() {
  const auth = useAtomValueRawSync(authAtom);
  if (!use(AuthContext) || !auth) throw new Error('useAuth must be used within AuthProvider');
  return auth;
}

/** Remounts the page when the user changes. Unless it is open, redirects guests to /login, which remembers the page. */
export function ProtectedRoute({ isOpen = false, children }: { isOpen?: boolean; children: ReactNode }) {
  const { user, storedUser } = useAuth();
  const uid = (user ?? storedUser)?.uid;
  if (uid !== undefined || isOpen) return <Fragment key={uid}>{children}</Fragment>;
  const { pathname, search, hash } = window.location;
  // In the history state, not in the URL, where anyone could set it.
  return <Redirect to="/login" replace state={{ returnTo: `${pathname}${search}${hash}` }} />;
}
