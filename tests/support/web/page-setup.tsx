import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import { Providers } from '#web/app/app.tsx';
import { connectStore } from '#web/app/connect-store.ts';
import { createStore, type Store } from '#web/store.ts';
import type { FirebaseConfig } from '#web/shared/sign-in/identity.ts';
import { openSignIn } from '#web/shared/sign-in/open-sign-in.ts';
import { firstScreenPaintedAtom } from '#web/shared/browser/first-screen.ts';
import { fakeIdentityProvider } from './fake-identity-provider.ts';
import type { FakeIdentityProvider } from './fake-identity-provider.ts';
import './patience.ts';
import { signInAs, userStore } from './user-store.ts';

/** A password account that exists in every test, as its first one. */
export const ADA = { email: 'ada@example.com', password: 'secret-1', displayName: 'Ada Lovelace' };

/**
 * Prepares each test of a file: a fake provider at the network edge, empty storage, the start page, and browser APIs missing in
 * jsdom. The SDK keeps the `fetch` that it finds on loading, so load it after this call.
 */
export function setUpPages(): { provider: () => FakeIdentityProvider } {
  let provider = fakeIdentityProvider();
  globalThis.fetch = (input, init) => provider.fetch(input, init);
  beforeEach(() => {
    provider = fakeIdentityProvider();
    provider.addAccount(ADA);
    vi.stubGlobal('matchMedia', () => mediaQuery(false));
    vi.stubGlobal('scrollTo', () => undefined);
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
    HTMLDialogElement.prototype.showModal ??= showModal;
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return { provider: () => provider };
}

/** Settings, as in a build. */
export const TEST_CONFIG = {
  apiKey: 'test-key',
  authDomain: 'test.firebaseapp.com',
  projectId: 'test',
  appId: 'test',
  emulatorUrl: null,
};

/**
 * A new page’s store, connected to the browser until the test ends. A stored sign-in is checked at once: other tests cover the
 * wait for the first screen.
 */
export function openStore(config: FirebaseConfig | null = TEST_CONFIG): Store {
  const store = createStore();
  store.set(firstScreenPaintedAtom, true);
  openSignIn(store, config);
  const disconnect = connectStore(store);
  onTestFinished(disconnect);
  return store;
}

/** Renders a page inside the real providers. */
export function renderPage(page: ReactElement, store = openStore()) {
  return { store, ...render(<Providers store={store}>{page}</Providers>) };
}

/** The identity client that the pages use. */
export async function openProvider() {
  const { openFirebaseAuth } = await import('#web/shared/sign-in/firebase-auth.ts');
  return openFirebaseAuth(TEST_CONFIG);
}

/** Ada’s items in this browser, as another tab of hers has them. */
export function adasTab(): Store {
  const store = userStore(localStorage);
  signInAs(store, 'uid-1', ADA.email);
  return store;
}

/** Renders a page for Ada, signed in. */
export async function renderSignedIn(page: ReactElement) {
  await (await openProvider()).signIn(ADA.email, ADA.password);
  // The SDK's entry in a real browser; under Node it keeps the sign-in in memory.
  const { email, displayName } = ADA;
  const { apiKey } = TEST_CONFIG;
  const stored = { uid: 'uid-1', email, displayName, apiKey, stsTokenManager: { refreshToken: 'r' } };
  localStorage.setItem(`firebase:authUser:${apiKey}:[DEFAULT]`, JSON.stringify(stored));
  return renderPage(page);
}

/** A media query with a fixed result. */
export function mediaQuery(matches: boolean) {
  return { matches, addEventListener: () => undefined, removeEventListener: () => undefined };
}

/** jsdom's dialog element lacks its methods. */
function showModal(this: HTMLDialogElement) {
  this.open = true;
}
