import { NOT_LOADED_CODE } from '../../shared/sign-in/auth.ts';
import { NO_USER_CODE } from '../../shared/sign-in/identity.ts';

type FailureTexts = {
  /** Message by the provider's error code. */
  readonly codes?: Readonly<Record<string, string>>;
  /** An error without an entry in `codes` shows its own message, if it has one. */
  readonly showsOwnMessage?: true;
  readonly other: string;
  /** For a thrown value that is not an object; defaults to `other`. */
  readonly notAnObject?: string;
};

const NETWORK_ERROR = 'Network error. Check your connection and try again.';
const INVALID_API_KEY =
  'The identity service credentials look incorrect. Check this deployment’s Firebase settings.';

/** Messages by operation and error code. The specification leaves those for the API key and for disabled sign-ups open. */
export const ERROR_CATALOGUE = {
  login: { other: 'Failed to log in. Please check your credentials.' },
  googleLogin: { other: 'Failed to log in with Google.' },
  registration: {
    codes: {
      'auth/email-already-in-use': 'That email is already registered. Try signing in instead.',
      'auth/invalid-email': 'The email address looks invalid. Double-check and try again.',
      'auth/weak-password': 'Your password is too weak. Use at least six characters.',
      'auth/network-request-failed': NETWORK_ERROR,
      // The SDK and the service each check the key: two codes for the same error.
      'auth/invalid-api-key': INVALID_API_KEY,
      'auth/api-key-not-valid.-please-pass-a-valid-api-key.': INVALID_API_KEY,
      'auth/operation-not-allowed':
        'Email/password sign-ups are disabled. Sign up with Google, or ask the site’s operator to enable them.',
    },
    showsOwnMessage: true,
    other: 'Could not create the account. Please try again.',
    notAnObject: 'Something went wrong. Please try again.',
  },
  googleSignUp: { other: 'Failed to sign up with Google.' },
  passwordUpdate: {
    codes: { [NO_USER_CODE]: 'No authenticated user' },
    other: 'Failed to update password. Please try logging in again.',
  },
  reset: {
    codes: {
      'auth/user-not-found': 'No account exists with that email. Please sign up or try a different address.',
      'auth/invalid-email': 'The email address appears to be invalid. Check the spelling and try again.',
      'auth/too-many-requests': 'Too many attempts. Please wait a moment before trying again.',
    },
    other: 'Failed to send reset email. Verify the address and try again.',
  },
} satisfies Readonly<Record<string, FailureTexts>>;

export type AuthOperation = keyof typeof ERROR_CATALOGUE;

export const PASSWORD_UPDATED = 'Password updated successfully!';
export const RESET_SENT =
  'Password reset email sent. Check your inbox, spam, promotions, and other folders for the reset link.';

/** The network message if the provider's code did not load, else the error code's, else the error's own or the general one. */
export function authFailureText(operation: AuthOperation, error: unknown): string {
  const texts: FailureTexts = ERROR_CATALOGUE[operation];
  const { codes = {}, showsOwnMessage, other, notAnObject = other } = texts;
  if (typeof error !== 'object' || error === null) return notAnObject;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === NOT_LOADED_CODE) return NETWORK_ERROR;
  if (typeof code === 'string' && Object.hasOwn(codes, code)) return codes[code] ?? other;
  return showsOwnMessage && typeof message === 'string' && message !== '' ? message : other;
}
