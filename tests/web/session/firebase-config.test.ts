import { afterEach, expect, it, vi } from 'vitest';
import { readFirebaseConfig } from '../../../web/shared/session/firebase-config.ts';

const COMPLETE = {
  VITE_FIREBASE_API_KEY: 'key-value',
  VITE_FIREBASE_AUTH_DOMAIN: 'x.firebaseapp.com',
  VITE_FIREBASE_PROJECT_ID: 'x',
  VITE_FIREBASE_APP_ID: 'app',
};

afterEach(() => vi.restoreAllMocks());

it('a complete configuration is read, and no emulator is assumed', () => {
  expect(readFirebaseConfig(COMPLETE)).toEqual({
    apiKey: 'key-value',
    authDomain: 'x.firebaseapp.com',
    projectId: 'x',
    appId: 'app',
    emulatorUrl: null,
  });
});

it.each(Object.keys(COMPLETE))(
  'without %s its name is logged and the start fails with the text of the specification',
  (name) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const absent of [undefined, '', '  ']) {
      expect(() => readFirebaseConfig({ ...COMPLETE, [name]: absent })).toThrow(
        'Firebase configuration incomplete. Check your environment variables.',
      );
      expect(log.mock.lastCall?.join(' ')).toBe(`Missing Firebase configuration: ${name}`);
    }
  },
);

it('all missing names are logged together, and no value is', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => readFirebaseConfig({ VITE_FIREBASE_API_KEY: 'key-value' })).toThrow(
    'Firebase configuration incomplete.',
  );
  const logged = log.mock.lastCall?.join(' ') ?? '';
  expect(logged).toContain('VITE_FIREBASE_AUTH_DOMAIN, VITE_FIREBASE_PROJECT_ID, VITE_FIREBASE_APP_ID');
  expect(logged).not.toContain('key-value');
});
