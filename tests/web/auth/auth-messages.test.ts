import { describe, expect, it } from 'vitest';
import { authFailureText, type AuthOperation } from '#web/features/auth/auth-form.tsx';
import { PASSWORD_UPDATED, RESET_SENT } from '#web/features/auth/password-pages.tsx';
import ERROR_CATALOGUE from '#web/features/auth/error-catalogue.json' with { type: 'json' };
import { NOT_LOADED_CODE } from '#web/shared/sign-in/auth.ts';

const coded = (code: string) => Object.assign(new Error('Firebase: own text'), { code });

/** Section 8 of the specification, row by row: operation, code ("*" for any other), text. */
const ROWS: readonly (readonly [AuthOperation, string, string])[] = [
  ['login', '*', 'Failed to log in. Please check your credentials.'],
  ['googleLogin', '*', 'Failed to log in with Google.'],
  ['registration', 'auth/email-already-in-use', 'That email is already registered. Try signing in instead.'],
  ['registration', 'auth/invalid-email', 'The email address looks invalid. Double-check and try again.'],
  ['registration', 'auth/weak-password', 'Your password is too weak. Use at least six characters.'],
  ['registration', 'auth/network-request-failed', 'Network error. Check your connection and try again.'],
  [
    'registration',
    'auth/invalid-api-key',
    'The identity service credentials look incorrect. Check this deployment’s Firebase settings.',
  ],
  [
    'registration',
    'auth/api-key-not-valid.-please-pass-a-valid-api-key.',
    'The identity service credentials look incorrect. Check this deployment’s Firebase settings.',
  ],
  [
    'registration',
    'auth/operation-not-allowed',
    'Email/password sign-ups are disabled. Sign up with Google, or ask the site’s operator to enable them.',
  ],
  ['registration', '*', 'Could not create the account. Please try again.'],
  ['googleSignUp', '*', 'Failed to sign up with Google.'],
  ['passwordUpdate', 'candor/no-authenticated-user', 'No authenticated user'],
  ['passwordUpdate', '*', 'Failed to update password. Please try logging in again.'],
  [
    'reset',
    'auth/user-not-found',
    'No account exists with that email. Please sign up or try a different address.',
  ],
  [
    'reset',
    'auth/invalid-email',
    'The email address appears to be invalid. Check the spelling and try again.',
  ],
  ['reset', 'auth/too-many-requests', 'Too many attempts. Please wait a moment before trying again.'],
  ['reset', '*', 'Failed to send reset email. Verify the address and try again.'],
];

describe('the error catalogue', () => {
  it.each(ROWS.filter(([, code]) => code !== '*'))('answers %s, %s with "%s"', (operation, code, text) => {
    expect(authFailureText(operation, coded(code))).toBe(text);
  });

  it.each(ROWS.filter(([, code]) => code === '*'))(
    'answers any other failure of %s (%s) with "%s"',
    (operation, _code, text) => {
      // An error without a message: registration shows an error's own message if it has one.
      for (const error of [new Error(''), {}, { message: 7 }, { code: 7 }]) {
        expect(authFailureText(operation, error)).toBe(text);
      }
    },
  );

  it('has no entry beyond the specification', () => {
    const rows = Object.entries(ERROR_CATALOGUE).flatMap(([operation, texts]) =>
      Object.keys(texts).map((code) => `${operation} ${code.replace('other', '*')}`),
    );
    const specified = ROWS.map(([operation, code]) => `${operation} ${code}`);
    expect(rows.toSorted()).toEqual(['registration no object', ...specified].toSorted());
  });

  it('shows an unknown error’s own message for registration only', () => {
    const shown = (Object.keys(ERROR_CATALOGUE) as AuthOperation[]).filter(
      (operation) => authFailureText(operation, coded('auth/quota-exceeded')) === 'Firebase: own text',
    );
    expect(shown).toEqual(['registration']);
  });

  it.each(['boom', 7, null, undefined])(
    'answers %j, which is no object, in registration with its own text',
    (odd) => {
      expect(authFailureText('registration', odd)).toBe('Something went wrong. Please try again.');
      expect(authFailureText('login', odd)).toBe('Failed to log in. Please check your credentials.');
      expect(authFailureText('reset', odd)).toBe(
        'Failed to send reset email. Verify the address and try again.',
      );
    },
  );

  it('blames the network in every operation if the provider’s code did not load', () => {
    for (const operation of Object.keys(ERROR_CATALOGUE) as AuthOperation[]) {
      expect(authFailureText(operation, coded(NOT_LOADED_CODE))).toBe(
        'Network error. Check your connection and try again.',
      );
    }
  });

  it('treats "constructor" and the like as unknown codes', () => {
    expect(authFailureText('reset', coded('constructor'))).toBe(
      'Failed to send reset email. Verify the address and try again.',
    );
  });
});

it('the success texts are the specified ones', () => {
  expect(PASSWORD_UPDATED).toBe('Password updated successfully!');
  expect(RESET_SENT).toBe(
    'Password reset email sent. Check your inbox, spam, promotions, and other folders for the reset link.',
  );
});
