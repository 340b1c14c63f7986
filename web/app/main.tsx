import '../shared/styles/base.css';
import './shell.css';
import './first-screen.css';
import { startTransition, StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { openComputeWorkerEarly } from '../shared/offthread/compute-worker.ts';
import { hydratedAtom } from '../shared/browser/browser-state.ts';
import { BUILD_SETTINGS, readFirebaseConfig } from '../shared/sign-in/identity.ts';
import { listen } from '../shared/browser/listen.ts';
import { openSignIn, signInAtom } from '../shared/sign-in/open-sign-in.ts';
import { createStore } from '../store.ts';
import { App, Providers } from './app.tsx';
import { connectStore } from './connect-store.ts';
import { routeOf, type AppRoute } from './routes.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');

const store = createStore();
openSignIn(store, readFirebaseConfig(BUILD_SETTINGS));
connectStore(store);

void start(
  container,
  <StrictMode>
    <Providers store={store}>
      <App />
    </Providers>
  </StrictMode>,
);

/** Hydrates a prerendered page, else renders into the shell. Waits for code that ships with the document, rather than draw a skeleton. */
async function start(root: HTMLElement, app: ReactNode): Promise<void> {
  const { pathname, search } = window.location;
  const isPrerendered = root.dataset['path'] === pathname;
  store.set(hydratedAtom, !isPrerendered);
  const route = routeOf(pathname);
  if (route.awaitsUser || (route.paintsItself && isOpen(route))) openComputeWorkerEarly();
  if (isPrerendered || route.paintsItself) {
    // Rendering retries code that failed to load, and shows the failure.
    const prepared = route.preload().then(() => (isOpen(route) ? route.prepare?.(search, store) : undefined));
    await Promise.all([prepared.catch(() => undefined), styleSheets()]);
  }
  // A transition renders in slices, and the browser can respond to taps between them.
  startTransition(() => {
    if (isPrerendered) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

function isOpen({ isProtected, opensProvisionally }: AppRoute): boolean {
  if (!isProtected) return true;
  return opensProvisionally === true && store.get(signInAtom)?.getState().status === 'provisional';
}

/** Resolves once the document's style sheets have loaded or failed. In a listing's document they load in parallel with the code. */
async function styleSheets(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const pending = links.filter(({ sheet }) => sheet === null);
  await Promise.all(
    pending.map((link) => new Promise((resolve) => listen(link, { load: resolve, error: resolve }))),
  );
}
