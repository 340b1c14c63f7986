export type SignedInUser = {
  uid: string;
  email: string | null;
  displayName: string | null;
  emailVerified: boolean;
  /** As the provider writes it, an HTTP date. */
  creationTime: string | null;
  /** "google.com", "password", or another provider's own id. */
  providerId: string | null;
};

/** The name to show: the display name, else the part of the email before the @, else "User". */
export function shownName(user: Pick<SignedInUser, 'displayName' | 'email'>): string {
  return user.displayName || user.email?.split('@')[0] || 'User';
}

/** The avatar's letter: first of the display name, else of the email, else "U", in upper case. */
export function avatarLetter(user: Pick<SignedInUser, 'displayName' | 'email'>): string {
  const [first = 'U'] = user.displayName || user.email || 'U';
  return first.toUpperCase();
}
