import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest';
import { Providers } from '../../../web/app/app.tsx';
import { connectStore } from '../../../web/app/connect-store.ts';
import { createStore, Provider, type Store } from '../../../web/store.ts';
import { markFirstScreenPainted } from '../../../web/shared/ui/first-screen.ts';
import { fakeIdentityProvider } from './fake-identity-provider.ts';
import type { FakeIdentityProvider } from './fake-identity-provider.ts';
import './patience.ts';

// A stored sign-in is checked at once; the wait for the first screen has its own tests.
markFirstScreenPainted();

/** A password account that every test finds at the provider. */
export const ADA = { email: 'ada@example.com', password: 'secret-1', displayName: 'Ada Lovelace' };

/**
 * Prepares each test of a file: the provider faked on the network edge, empty storage, the start page, and what jsdom
 * leaves out of a browser. The SDK keeps the `fetch` it finds when it is loaded, so load it after this call.
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

/** Settings as a build would hold them. */
export const TEST_CONFIG = {
  apiKey: 'test-key',
  authDomain: 'test.firebaseapp.com',
  projectId: 'test',
  appId: 'test',
  emulatorUrl: null,
};

/** A store of its own, connected with the browser until the test ends. */
function openStore(): Store {
  const store = createStore();
  const disconnect = connectStore(store);
  onTestFinished(disconnect);
  return store;
}

/** Renders a page inside the real providers, on a store of its own. */
export function renderPage(page: ReactElement) {
  return render(
    <Provider store={openStore()}>
      <Providers config={TEST_CONFIG}>{page}</Providers>
    </Provider>,
  );
}

/** The provider's client, the one that the pages use too. */
export async function openProvider() {
  const { openFirebaseAuth } = await import('../../../web/shared/sign-in/firebase-auth.ts');
  return openFirebaseAuth(TEST_CONFIG);
}

/** Renders a page for Ada, signed in. */
export async function renderSignedIn(page: ReactElement) {
  await (await openProvider()).signIn(ADA.email, ADA.password);
  // What the SDK would have left in a real browser; under Node it keeps the sign-in in memory.
  localStorage.setItem(`firebase:authUser:${TEST_CONFIG.apiKey}:[DEFAULT]`, '{}');
  return renderPage(page);
}

/** A media query that holds or not, and never changes. */
export function mediaQuery(matches: boolean) {
  return { matches, addEventListener: () => undefined, removeEventListener: () => undefined };
}

/** jsdom knows the dialog element without its methods. */
function showModal(this: HTMLDialogElement) {
  this.open = true;
}
