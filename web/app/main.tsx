import '../shared/styles/base.css';
import './shell.css';
import { startTransition, StrictMode, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { afterFirstScreen, whenIdle } from '../shared/ui/first-screen.ts';
import { BUILD_SETTINGS, readFirebaseConfig } from '../shared/sign-in/identity.ts';
import { App, Providers } from './app.tsx';
import { ROUTES } from './routes.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');

void start(
  container,
  <StrictMode>
    <Providers config={readFirebaseConfig(BUILD_SETTINGS)}>
      <App />
    </Providers>
  </StrictMode>,
);

/**
 * Hydrates the prerendered page if it is the one of this address, or renders into the app shell. A page whose code comes with
 * the document is rendered once that is there: a skeleton before it would be a render for nothing.
 */
async function start(root: HTMLElement, app: ReactNode): Promise<void> {
  const { pathname } = window.location;
  const onMount = () => {
    delete root.dataset['path'];
  };
  const children = <WithServiceWorker onMount={onMount}>{app}</WithServiceWorker>;
  const isPrerendered = root.dataset['path'] === pathname;
  const route = ROUTES.find(({ path }) => path === pathname);
  // Rendering asks again for code that did not arrive, and shows the failure.
  if (isPrerendered || route?.paintsItself) await route?.preload().catch(() => undefined);
  // A transition renders in slices, between which the browser answers taps.
  startTransition(() => {
    if (isPrerendered) hydrateRoot(root, children);
    else createRoot(root).render(children);
  });
}

// A `then` directly after an import would miss a style sheet that fails: the bundler moves it inside its own wait for both.
const loadUpdateNotice = async () => (await import('./update-notice.tsx')).UpdateNotice;

/** The app. Once it has mounted, `#root` no longer counts as prerendered; the service worker is loaded when nothing waits. */
function WithServiceWorker({ onMount, children }: { onMount: () => void; children: ReactNode }) {
  const [UpdateNotice, setUpdateNotice] = useState<ComponentType | null>(null);
  useEffect(() => {
    onMount();
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    return afterFirstScreen(() =>
      whenIdle(() => {
        // The app works without it, online.
        loadUpdateNotice().then(
          (Loaded) => setUpdateNotice(() => Loaded),
          () => undefined,
        );
      }),
    );
  }, [onMount]);
  return (
    <>
      {children}
      {UpdateNotice && <UpdateNotice />}
    </>
  );
}
