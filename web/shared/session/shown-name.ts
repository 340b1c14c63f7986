import type { SessionUser } from './auth-client.ts';

/** The name to show: the display name, else the part of the email before the @, else "User". */
export function shownName(user: Pick<SessionUser, 'displayName' | 'email'>): string {
  return user.displayName || user.email?.split('@')[0] || 'User';
}

/** The avatar's letter: first of the display name, else of the email, else "U", in upper case. */
export function avatarLetter(user: Pick<SessionUser, 'displayName' | 'email'>): string {
  const [first = 'U'] = user.displayName || user.email || 'U';
  return first.toUpperCase();
}
