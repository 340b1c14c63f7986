import { beforeEach, expect, it } from 'vitest';
import { readStoredSession } from '../../../web/shared/session/stored-session.ts';

const KEY = 'firebase:authUser:key:[DEFAULT]';
const ADA = { uid: 'u1', email: 'ada@example.com', displayName: 'Ada' };
const STORED = { ...ADA, apiKey: 'key', stsTokenManager: { refreshToken: 'r', accessToken: 'a' } };

function refusing(): Storage {
  throw new DOMException('refused', 'SecurityError');
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('an empty browser holds no session', () => {
  expect(readStoredSession('key')).toBeNull();
});

it.each([
  ['local', () => localStorage],
  ['session', () => sessionStorage],
] as const)('a session in %s storage is found, under its own key only', (_name, area) => {
  area().setItem(KEY, JSON.stringify(STORED));
  expect(readStoredSession('key')).toEqual(ADA);
  expect(readStoredSession('other-key')).toBeNull();
});

it('an account without an email or a name has neither', () => {
  const { email: _, displayName: __, ...nameless } = STORED;
  localStorage.setItem(KEY, JSON.stringify(nameless));
  expect(readStoredSession('key')).toEqual({ uid: 'u1', email: null, displayName: null });
});

it.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['a list', '[]'],
  ['no uid', JSON.stringify({ ...STORED, uid: '' })],
  ['another project', JSON.stringify({ ...STORED, apiKey: 'other-key' })],
  ['no refresh token', JSON.stringify({ ...STORED, stsTokenManager: { refreshToken: '' } })],
  ['no tokens', JSON.stringify({ ...STORED, stsTokenManager: undefined })],
])('what the SDK could not use is unreadable: %s', (_name, text) => {
  localStorage.setItem(KEY, text);
  expect(readStoredSession('key')).toBe('unreadable');
});

it('storage that refuses access holds no session, and the next area is still asked', () => {
  expect(readStoredSession('key', [refusing])).toBeNull();
  localStorage.setItem(KEY, JSON.stringify(STORED));
  expect(readStoredSession('key', [refusing, () => localStorage])).toEqual(ADA);
});
