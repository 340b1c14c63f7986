import type { Claims } from './identity.ts';

/**
 * Whether the token's `admin` flag is true or the email is listed. The build turns `VITE_ADMIN_EMAILS` into SHA-256 hashes of
 * lower-case addresses. This is obfuscation only: anyone who guesses an address can confirm it.
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
