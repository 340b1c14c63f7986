import { expect, it } from 'vitest';
import { checkNewPassword } from '#web/features/auth/auth-form.tsx';

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
