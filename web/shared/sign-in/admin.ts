import type { Claims } from './identity.ts';

/**
 * Whether a user is an admin: by the token's `admin` flag, which must be the value true, or by a listed email. The list
 * contains SHA-256 hashes of lower-case addresses, made by the build from `VITE_ADMIN_EMAILS`, so that the bundle does not
 * publish them. This is obfuscation only: anyone who guesses an address can confirm it.
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

async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
