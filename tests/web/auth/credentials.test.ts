import { expect, it } from 'vitest';
import { checkNewPassword, checkResetEmail } from '#web/features/auth/password-field.tsx';

const MISMATCH = { field: 'confirmPassword', message: 'Passwords do not match' };
const TOO_SHORT = { field: 'password', message: 'Password must be at least 6 characters' };

it.each([
  ['abcdef', 'abcdef', null],
  ['abcde', 'abcde', TOO_SHORT],
  ['abcdef', 'abcdeF', MISMATCH],
  ['abc', 'abd', MISMATCH],
  ['      ', '      ', null],
  ['', '', TOO_SHORT],
])(
  'the new password %j repeated as %j: the match is checked before the length',
  (password, repeated, fault) => {
    expect(checkNewPassword(password, repeated)).toEqual(fault);
  },
);

it.each([
  ['', true],
  ['   ', true],
  [' a@b.c ', false],
])('the reset email %j is refused: %s', (email, isRefused) => {
  expect(checkResetEmail(email)?.message).toBe(
    isRefused ? 'Please enter the email associated with your account.' : undefined,
  );
});
