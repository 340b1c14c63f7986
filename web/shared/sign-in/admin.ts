import { sha256Hex } from '../sha256.ts';
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
