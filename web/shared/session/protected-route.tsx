import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { useAuth } from './session-provider.tsx';

/**
 * Shows its page to a signed-in user, and to a provisional one: a page that must not open to them waits outside. A guest is
 * sent to /login, which remembers the place asked for; the redirect takes the place's entry in the history, so Back does not
 * bounce. Another user, signed in from another tab, gets a page of their own.
 */
export function ProtectedRoute({ children }: { children: ReactNode }) {
  const { user, storedUser } = useAuth();
  const uid = (user ?? storedUser)?.uid;
  if (uid !== undefined) return <Fragment key={uid}>{children}</Fragment>;
  return <Redirect to="/login" replace state={rememberPlace(window.location)} />;
}

/** Where a visitor goes after signing in when no page was remembered. */
export const DEFAULT_DESTINATION = '/prediction';

const SIGN_IN_PATHS: ReadonlySet<string> = new Set(['/login', '/register', '/forgot-password']);

/** The history state that remembers a place of this app: never in the address, where anyone could set it. */
export function rememberPlace({ pathname, search, hash }: Location): { returnTo: string } {
  return { returnTo: `${pathname}${search}${hash}` };
}

/**
 * The remembered place from a history state, or /prediction.
 * Accepts only a path of this origin: one leading slash, no backslash or control character (browsers read both as
 * ways to another host), and not a sign-in page, which would send the visitor round in a circle.
 */
export function readDestination(historyState: unknown): string {
  const place =
    typeof historyState === 'object' && historyState !== null && 'returnTo' in historyState
      ? historyState.returnTo
      : null;
  if (typeof place !== 'string' || !isOwnPath(place)) return DEFAULT_DESTINATION;
  const [pathname = ''] = place.split(/[?#]/, 1);
  return SIGN_IN_PATHS.has(pathname.replace(/\/+$/, '').toLowerCase()) ? DEFAULT_DESTINATION : place;
}

function isOwnPath(place: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is being refused
  return /^\/(?!\/)[^\\\u0000-\u001f\u007f]*$/.test(place);
}
