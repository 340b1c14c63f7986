import { expect, it } from 'vitest';
import { avatarLetter, shownName } from '../../../web/shared/session/session.ts';

it.each([
  ['Ada Lovelace', 'ada@example.com', 'Ada Lovelace', 'A'],
  ['émile', null, 'émile', 'É'],
  [null, 'grace@example.com', 'grace', 'G'],
  ['', 'grace@example.com', 'grace', 'G'],
  [null, null, 'User', 'U'],
  [null, '@example.com', 'User', '@'],
])('display name %j and email %j show as %j with the letter %j', (displayName, email, name, letter) => {
  expect(shownName({ displayName, email })).toBe(name);
  expect(avatarLetter({ displayName, email })).toBe(letter);
});
