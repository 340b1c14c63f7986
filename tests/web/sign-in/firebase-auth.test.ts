import {
  browserLocalPersistence,
  browserSessionPersistence,
  initializeAuth,
  inMemoryPersistence,
} from 'firebase/auth';
import { expect, it, vi } from 'vitest';
import { openFirebaseAuth } from '#web/shared/sign-in/firebase-auth.ts';

vi.mock('firebase/auth', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  initializeAuth: vi.fn<typeof initializeAuth>(() => ({}) as ReturnType<typeof initializeAuth>),
}));

it('a sign-in is kept in local storage, else in session storage, else in memory; no popup code is loaded', () => {
  const names = { apiKey: 'key', authDomain: 'candor.test', projectId: 'candor', appId: '1' };
  openFirebaseAuth({ ...names, emulatorUrl: null });
  expect(initializeAuth).toHaveBeenCalledExactlyOnceWith(expect.anything(), {
    persistence: [browserLocalPersistence, browserSessionPersistence, inMemoryPersistence],
  });
});
