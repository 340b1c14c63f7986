import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readFirebaseConfig, readStoredUser } from '#web/shared/sign-in/identity.ts';
import { isAdmin } from '#web/shared/sign-in/firebase-auth.ts';

const COMPLETE = {
  VITE_FIREBASE_API_KEY: 'key-value',
  VITE_FIREBASE_AUTH_DOMAIN: 'x.firebaseapp.com',
  VITE_FIREBASE_PROJECT_ID: 'x',
  VITE_FIREBASE_APP_ID: 'app',
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it('a complete configuration is read, and no emulator is assumed', () => {
  expect(readFirebaseConfig(COMPLETE)).toEqual({
    apiKey: 'key-value',
    authDomain: 'x.firebaseapp.com',
    projectId: 'x',
    appId: 'app',
    emulatorUrl: null,
  });
});

it.each(Object.keys(COMPLETE))('without %s there is no provider, and its name is logged', (name) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const absent of [undefined, '', '  ']) {
    expect(readFirebaseConfig({ ...COMPLETE, [name]: absent })).toBeNull();
    expect(log.mock.lastCall?.join(' ')).toBe(`Missing Firebase configuration: ${name}`);
  }
});

it('all missing names are logged together, and no value is', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  readFirebaseConfig({ VITE_FIREBASE_API_KEY: 'key-value' });
  const logged = log.mock.lastCall?.join(' ') ?? '';
  expect(logged).toContain('VITE_FIREBASE_AUTH_DOMAIN, VITE_FIREBASE_PROJECT_ID, VITE_FIREBASE_APP_ID');
  expect(logged).not.toContain('key-value');
});

const KEY = 'firebase:authUser:key:[DEFAULT]';
const ADA = { uid: 'u1', email: 'ada@example.com', displayName: 'Ada' };
const STORED = { ...ADA, apiKey: 'key', stsTokenManager: { refreshToken: 'r', accessToken: 'a' } };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it('an empty browser holds no sign-in', () => {
  expect(readStoredUser('key')).toBeNull();
});

it.each([
  ['local', () => localStorage],
  ['session', () => sessionStorage],
] as const)('a sign-in in %s storage is found, under its own key only', (_name, area) => {
  area().setItem(KEY, JSON.stringify(STORED));
  expect(readStoredUser('key')).toEqual(ADA);
  expect(readStoredUser('other-key')).toBeNull();
});

it('an account without an email or a name has neither', () => {
  const { email: _, displayName: __, ...nameless } = STORED;
  localStorage.setItem(KEY, JSON.stringify(nameless));
  expect(readStoredUser('key')).toEqual({ uid: 'u1', email: null, displayName: null });
});

it.each([
  ['no JSON', '{'],
  ['null', 'null'],
  ['a list', '[]'],
  ['no uid', JSON.stringify({ ...STORED, uid: '' })],
  ['another project', JSON.stringify({ ...STORED, apiKey: 'other-key' })],
  ['no refresh token', JSON.stringify({ ...STORED, stsTokenManager: { refreshToken: '' } })],
  ['no tokens', JSON.stringify({ ...STORED, stsTokenManager: undefined })],
])('what the SDK could not use is no sign-in: %s', (_name, text) => {
  localStorage.setItem(KEY, text);
  expect(readStoredUser('key')).toBeNull();
});

it('storage that refuses access holds no sign-in, and the next area is still asked', () => {
  const refuse = () => {
    throw new DOMException('refused', 'SecurityError');
  };
  sessionStorage.setItem(KEY, JSON.stringify(STORED));
  const read = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  expect(readStoredUser('key')).toBeNull();
  read.mockRestore();
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refuse);
  expect(readStoredUser('key')).toEqual(ADA);
});

vi.stubGlobal('isSecureContext', true);

describe('isAdmin', () => {
  it('is true for the claim true', async () => {
    expect(await isAdmin({ admin: true }, null)).toBe(true);
  });

  it.each(['true', 1, {}, false, null, undefined])('is false for the claim %j', async (admin) => {
    expect(await isAdmin({ admin }, null)).toBe(false);
  });

  it('is true for a listed email in any case', async () => {
    // printf boss@example.com | sha256sum
    const boss = 'f632a98a3d7ca8bd7da875d60ca13b111ec26bb38e91286bc5c05391f4bfca58';
    vi.stubEnv('VITE_ADMIN_EMAIL_HASHES', `${boss},${'0'.repeat(64)}`);
    expect(await isAdmin({}, 'BOSS@example.COM')).toBe(true);
    expect(await isAdmin({}, 'other@example.com')).toBe(false);
    expect(await isAdmin({}, null)).toBe(false);
  });

  it('lists nobody by an empty setting', async () => {
    vi.stubEnv('VITE_ADMIN_EMAIL_HASHES', '');
    expect(await isAdmin({}, '')).toBe(false);
  });
});
