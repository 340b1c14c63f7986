import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { rememberPlace } from './return-to.ts';
import { useAuth } from './use-auth.ts';

/**
 * Shows its page to a signed-in user. A guest is sent to /login, which remembers the place asked for; the redirect
 * takes the place's entry in the history, so Back does not bounce. Another user, signed in from another tab, gets a page
 * of their own. Expects the first check to be over.
 */
export function ProtectedRoute({ children }: { children: ReactNode }) {
  const { user } = useAuth();
  if (user) return <Fragment key={user.uid}>{children}</Fragment>;
  return <Redirect to="/login" replace state={rememberPlace(window.location)} />;
}
