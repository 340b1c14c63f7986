import { render, screen, waitFor } from '@testing-library/react';
import { act, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ProtectedRoute,
  readDestination,
  rememberPlace,
  useAuth,
} from '../../../web/shared/session/session-provider.tsx';
import { storedSessionKey } from '../../../web/shared/session/identity.ts';
import { whenUserLeaves } from '../../../web/shared/session/session.ts';
import {
  ADA,
  openProvider,
  renderPage,
  renderSignedIn,
  setUpPages,
  TEST_CONFIG,
} from '../../support/web/page-setup.tsx';

const { provider } = setUpPages();
beforeEach(async () => (await openProvider()).signOut());

function Status() {
  return <p>{useAuth().user?.email ?? 'nobody'}</p>;
}

/** Keeps the first user it sees, as a page keeps what it read when it came up. */
function FirstSeen() {
  const { user } = useAuth();
  const [email] = useState(user?.email);
  return <p>page of {email}</p>;
}

it('a tab that has not loaded the provider notices a sign-in in another tab', async () => {
  renderPage(<Status />);
  expect(screen.getByText('nobody')).toBeTruthy();
  await (await openProvider()).signIn(ADA.email, ADA.password);
  const key = storedSessionKey(TEST_CONFIG.apiKey);
  act(() => void dispatchEvent(new StorageEvent('storage', { key, newValue: '{}' })));
  expect(await screen.findByText(ADA.email)).toBeTruthy();
});

it('another user gets a new page, and the first user’s data is dropped from memory', async () => {
  provider().addAccount({ email: 'grace@example.com', password: 'secret-2' });
  const forget = vi.fn<() => void>();
  whenUserLeaves(forget);
  await renderSignedIn(
    <ProtectedRoute>
      <FirstSeen />
    </ProtectedRoute>,
  );
  await waitFor(() => expect(screen.getByText(`page of ${ADA.email}`)).toBeTruthy());
  expect(forget).not.toHaveBeenCalled();
  await act(async () => (await openProvider()).signIn('grace@example.com', 'secret-2'));
  expect(await screen.findByText('page of grace@example.com')).toBeTruthy();
  expect(forget).toHaveBeenCalled();
});

it('a remembered place comes back with its query and its hash', () => {
  history.replaceState(null, '', '/prediction?ticker=NVDA&days=14#record');
  expect(readDestination(rememberPlace(window.location))).toBe('/prediction?ticker=NVDA&days=14#record');
});

describe('I17 readDestination falls back to /prediction for', () => {
  it.each([
    ['nothing', null],
    ['a state of another kind', 'prediction'],
    ['a place that is not text', { returnTo: 7 }],
    ['an empty place', { returnTo: '' }],
    ['a relative path', { returnTo: 'profile' }],
    ['another origin', { returnTo: 'https://evil.example/' }],
    ['a protocol-relative address', { returnTo: '//evil.example' }],
    ['a backslash in place of the second slash', { returnTo: '/\\evil.example' }],
    ['a tab that a browser would drop', { returnTo: '/\t/evil.example' }],
    ['a line break', { returnTo: '/\n/evil.example' }],
    ['a script address', { returnTo: 'javascript:alert(1)' }],
    ['the login page', { returnTo: '/login' }],
    ['the login page with a query', { returnTo: '/login?again=1' }],
    ['the register page with a trailing slash', { returnTo: '/register/' }],
    ['the reset page in capitals', { returnTo: '/FORGOT-PASSWORD' }],
  ])('%s', (_what, state) => {
    expect(readDestination(state)).toBe('/prediction');
  });
});

it.each(['/', '/profile', '/login-help', '/about#sample-market'])('readDestination accepts %s', (place) => {
  expect(readDestination({ returnTo: place })).toBe(place);
});

it('useAuth throws outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Status />)).toThrow('useAuth must be used within AuthProvider');
});
