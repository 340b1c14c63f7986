import { render, screen, waitFor } from '@testing-library/react';
import { act, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ProtectedRoute, useAuth } from '#web/shared/sign-in/auth-provider.tsx';
import { storedUserKey } from '#web/shared/sign-in/identity.ts';
import { lastSignOutAtom, userAtom } from '#web/shared/sign-in/auth.ts';
import {
  ADA,
  openProvider,
  renderPage,
  renderSignedIn,
  setUpPages,
  TEST_CONFIG,
} from '#support/web/page-setup.tsx';

const { provider } = setUpPages();
beforeEach(async () => (await openProvider()).signOut());

function Status() {
  return <p>{useAuth().user?.email ?? 'nobody'}</p>;
}

/** Keeps the first user it sees, as a page keeps what it read when it came up. */
function FirstSeen() {
  const { user, storedUser } = useAuth();
  const [email] = useState((user ?? storedUser)?.email);
  return <p>page of {email}</p>;
}

it('a tab that has not loaded the provider notices a sign-in in another tab', async () => {
  renderPage(<Status />);
  expect(screen.getByText('nobody')).toBeTruthy();
  await (await openProvider()).signIn(ADA.email, ADA.password);
  const key = storedUserKey(TEST_CONFIG.apiKey);
  act(() => void dispatchEvent(new StorageEvent('storage', { key, newValue: '{}' })));
  expect(await screen.findByText(ADA.email)).toBeTruthy();
});

it('a sign-in that another tab removes ends at once, before the provider has confirmed it', () => {
  const stored = { uid: 'u1', apiKey: TEST_CONFIG.apiKey, stsTokenManager: { refreshToken: 'r' } };
  localStorage.setItem(storedUserKey(TEST_CONFIG.apiKey), JSON.stringify(stored));
  history.replaceState(null, '', '/profile');
  renderPage(<ProtectedRoute>the page</ProtectedRoute>);
  expect(screen.getByText('the page')).toBeTruthy();
  act(() => void dispatchEvent(new StorageEvent('storage', { key: null })));
  expect(window.location.pathname).toBe('/login');
});

it('another user gets a new page, and the first user’s data is dropped from memory', async () => {
  provider().addAccount({ email: 'grace@example.com', password: 'secret-2' });
  const forget = vi.fn<() => void>();
  const { store } = await renderSignedIn(
    <ProtectedRoute>
      <FirstSeen />
    </ProtectedRoute>,
  );
  store.sub(lastSignOutAtom, forget);
  await waitFor(() => expect(store.get(userAtom)?.email).toBe(ADA.email));
  expect(screen.getByText(`page of ${ADA.email}`)).toBeTruthy();
  expect(forget).not.toHaveBeenCalled();
  await act(async () => (await openProvider()).signIn('grace@example.com', 'secret-2'));
  expect(await screen.findByText('page of grace@example.com')).toBeTruthy();
  expect(forget).toHaveBeenCalled();
});

it('useAuth throws outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Status />)).toThrow('useAuth must be used within AuthProvider');
});
