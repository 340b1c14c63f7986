import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { rememberPlace } from './return-to.ts';
import { useAuth } from './use-auth.ts';

/**
 * Shows its page to a signed-in user. A guest is sent to /login, which remembers the place asked for; the redirect
 * takes the place's entry in the history, so Back does not bounce. Expects the first check to be over.
 */
export function ProtectedRoute({ children }: { children: ReactNode }) {
  const { status } = useAuth();
  if (status === 'signed-in') return children;
  return <Redirect to="/login" replace state={rememberPlace(window.location)} />;
}
