/** Custom claims of an ID token: whatever the operator put there. */
export type Claims = Readonly<Record<string, unknown>>;

/** Splits the comma-separated setting `VITE_ADMIN_EMAILS` into lower-case addresses. */
export function parseAdminEmails(setting: string | undefined): readonly string[] {
  return (setting ?? '')
    .split(',')
    .map((email) => email.trim().toLowerCase())
    .filter((email) => email !== '');
}

/** A user is an admin by the token's `admin` flag, which must be the value true, or by a listed email. */
export function isAdmin(claims: Claims, email: string | null, adminEmails: readonly string[]): boolean {
  return claims['admin'] === true || (email !== null && adminEmails.includes(email.toLowerCase()));
}
