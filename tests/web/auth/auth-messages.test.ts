import { describe, expect, it } from 'vitest';
import {
  AUTH_TEXTS,
  passwordUpdateText,
  registrationText,
  resetText,
} from '../../../web/features/auth/auth-messages.ts';

const coded = (code: string) => Object.assign(new Error('Firebase: own text'), { code });

describe('registrationText', () => {
  it.each([
    ['auth/email-already-in-use', 'That email is already registered. Try signing in instead.'],
    ['auth/invalid-email', 'The email address looks invalid. Double-check and try again.'],
    ['auth/weak-password', 'Your password is too weak. Use at least six characters.'],
    ['auth/network-request-failed', 'Network error. Check your connection and try again.'],
  ])('of %s is "%s"', (code, text) => {
    expect(registrationText(coded(code))).toBe(text);
  });

  it('of a wrong API key, by either name, says that the credentials look incorrect', () => {
    const text = registrationText(coded('auth/invalid-api-key'));
    expect(text).toMatch(/credentials look incorrect/);
    expect(registrationText(coded('auth/api-key-not-valid.-please-pass-a-valid-api-key.'))).toBe(text);
  });

  it('of a switched-off method says that email/password sign-ups are disabled', () => {
    expect(registrationText(coded('auth/operation-not-allowed'))).toMatch(
      /^Email\/password sign-ups are disabled/,
    );
  });

  it('of another error is its own message, or the general text without one', () => {
    expect(registrationText(coded('auth/quota-exceeded'))).toBe('Firebase: own text');
    for (const silent of [new Error(''), {}, { message: 7 }]) {
      expect(registrationText(silent)).toBe('Could not create the account. Please try again.');
    }
  });

  it('of something that is no object is the text for that', () => {
    for (const odd of ['boom', 7, null, undefined]) {
      expect(registrationText(odd)).toBe('Something went wrong. Please try again.');
    }
  });

  it('is not fooled by a code that every object knows', () => {
    expect(registrationText(coded('constructor'))).toBe('Firebase: own text');
  });
});

describe('resetText', () => {
  it.each([
    ['auth/user-not-found', 'No account exists with that email. Please sign up or try a different address.'],
    ['auth/invalid-email', 'The email address appears to be invalid. Check the spelling and try again.'],
    ['auth/too-many-requests', 'Too many attempts. Please wait a moment before trying again.'],
    ['auth/network-request-failed', 'Failed to send reset email. Verify the address and try again.'],
  ])('of %s is "%s"', (code, text) => {
    expect(resetText(coded(code))).toBe(text);
  });

  it('of something that is no object is the general text', () => {
    expect(resetText('boom')).toBe('Failed to send reset email. Verify the address and try again.');
  });
});

it('a password update without a user says so, and any other failure gets the general text', () => {
  expect(passwordUpdateText(new Error('No authenticated user'))).toBe('No authenticated user');
  expect(passwordUpdateText(coded('auth/requires-recent-login'))).toBe(
    'Failed to update password. Please try logging in again.',
  );
});

it('the fixed texts are those of the specification', () => {
  expect(AUTH_TEXTS).toEqual({
    loginFailed: 'Failed to log in. Please check your credentials.',
    googleLoginFailed: 'Failed to log in with Google.',
    googleSignUpFailed: 'Failed to sign up with Google.',
    passwordUpdated: 'Password updated successfully!',
    resetSent:
      'Password reset email sent. Check your inbox, spam, promotions, and other folders for the reset link.',
  });
});
