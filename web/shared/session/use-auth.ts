import { createContext, use } from 'react';
import type { Session, SessionState } from './session.ts';

export type Auth = SessionState & Omit<Session, 'getState' | 'forgetStored'>;

export const AuthContext = createContext<Auth | null>(null);

/** The session and its actions. Throws outside `AuthProvider`. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within AuthProvider');
  return auth;
}
