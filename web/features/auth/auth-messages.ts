/**
 * Messages of the identity provider's failures. `error-catalogue.json` has the specification's texts by operation and error code;
 * the SDK and the service each check the API key, so that error has two codes.
 */
import { NOT_LOADED_CODE } from '../../shared/sign-in/auth.ts';
import CATALOGUE from './error-catalogue.json' with { type: 'json' };

export type AuthOperation = keyof typeof CATALOGUE;

export const PASSWORD_UPDATED = 'Password updated successfully!';
export const RESET_SENT =
  'Password reset email sent. Check your inbox, spam, promotions, and other folders for the reset link.';

/** The network message if the provider's code did not load, else the error code's, else the error's own or the general one. */
export function authFailureText(operation: AuthOperation, error: unknown): string {
  const texts: Readonly<Record<string, string>> & { readonly other: string } = CATALOGUE[operation];
  if (typeof error !== 'object' || error === null) return texts['no object'] ?? texts.other;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === NOT_LOADED_CODE) return CATALOGUE.registration['auth/network-request-failed'];
  if (typeof code === 'string' && Object.hasOwn(texts, code)) return texts[code] ?? texts.other;
  // The specification has registration show an unknown error's own message.
  const isShown = operation === 'registration' && typeof message === 'string' && message !== '';
  return isShown ? message : texts.other;
}
