/**
 * The error catalogue of the account pages (specification, section 8): for each form the provider's code and our text.
 * Where the provider has two names for one fault, both stand here.
 */
const INVALID_API_KEY_TEXT =
  'The identity service credentials look incorrect. Check the Firebase settings of this deployment.';

const REGISTRATION_TEXTS: Readonly<Record<string, string>> = {
  'auth/email-already-in-use': 'That email is already registered. Try signing in instead.',
  'auth/invalid-email': 'The email address looks invalid. Double-check and try again.',
  'auth/weak-password': 'Your password is too weak. Use at least six characters.',
  'auth/network-request-failed': 'Network error. Check your connection and try again.',
  'auth/invalid-api-key': INVALID_API_KEY_TEXT,
  'auth/api-key-not-valid.-please-pass-a-valid-api-key.': INVALID_API_KEY_TEXT,
  'auth/operation-not-allowed':
    'Email/password sign-ups are disabled. Enable them in the Firebase console, or sign up with Google.',
};

const RESET_TEXTS: Readonly<Record<string, string>> = {
  'auth/user-not-found': 'No account exists with that email. Please sign up or try a different address.',
  'auth/invalid-email': 'The email address appears to be invalid. Check the spelling and try again.',
  'auth/too-many-requests': 'Too many attempts. Please wait a moment before trying again.',
};

/** Texts that do not depend on what went wrong. */
export const AUTH_TEXTS = {
  loginFailed: 'Failed to log in. Please check your credentials.',
  googleLoginFailed: 'Failed to log in with Google.',
  googleSignUpFailed: 'Failed to sign up with Google.',
  passwordUpdated: 'Password updated successfully!',
  resetSent:
    'Password reset email sent. Check your inbox, spam, promotions, and other folders for the reset link.',
} as const;

/** The text for a failed registration: by code, else the error's own message, else a general one. */
export function registrationText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'Something went wrong. Please try again.';
  const listed = textFor(REGISTRATION_TEXTS, error);
  if (listed !== undefined) return listed;
  const ownText = 'message' in error && typeof error.message === 'string' ? error.message : '';
  return ownText || 'Could not create the account. Please try again.';
}

/** The text for a failed reset: by code, else a general one. */
export function resetText(error: unknown): string {
  return textFor(RESET_TEXTS, error) ?? 'Failed to send reset email. Verify the address and try again.';
}

/** The text for a failed password update. Without a signed-in user the error says so itself. */
export function passwordUpdateText(error: unknown): string {
  return error instanceof Error && error.message === 'No authenticated user'
    ? error.message
    : 'Failed to update password. Please try logging in again.';
}

function textFor(texts: Readonly<Record<string, string>>, error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && Object.hasOwn(texts, error.code) ? texts[error.code] : undefined;
}
