/** Custom claims of an ID token: whatever the operator put there. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Whether a user is an admin: by the token's `admin` flag, which must be the value true, or by a listed email. The list
 * holds SHA-256 hashes of lower-case addresses, made by the build from `VITE_ADMIN_EMAILS`, so that the bundle does not
 * publish them. That is obfuscation: who guesses an address can confirm it.
 */
export async function isAdmin(
  claims: Claims,
  email: string | null,
  adminEmailHashes: readonly string[],
): Promise<boolean> {
  if (claims['admin'] === true) return true;
  // Pages served over plain http have no `crypto.subtle`.
  if (email === null || adminEmailHashes.length === 0 || !globalThis.isSecureContext) return false;
  return adminEmailHashes.includes(await sha256Hex(email.toLowerCase()));
}

/** Splits the build's comma-separated hashes. */
export function parseAdminEmailHashes(setting: string | undefined): readonly string[] {
  return (setting ?? '').split(',').filter((hash) => hash !== '');
}

async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
