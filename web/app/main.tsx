import '../shared/styles/base.css';
import './shell.css';
import { StrictMode, useEffect, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BUILD_SETTINGS, readFirebaseConfig } from '../shared/session/firebase-config.ts';
import { App } from './app.tsx';
import { writeAsBuilt } from './build-writing.ts';
import { replayEarlyPress } from './early-press.ts';
import { Providers } from './providers.tsx';
import { ROUTES } from './routes.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');

try {
  const config = readFirebaseConfig(BUILD_SETTINGS);
  void show(
    container,
    <StrictMode>
      <Providers config={config}>
        <App />
      </Providers>
    </StrictMode>,
  );
} catch (error) {
  void import('./startup-failure.tsx').then(({ StartupFailure }) =>
    createRoot(container).render(
      <StartupFailure message={error instanceof Error ? error.message : String(error)} />,
    ),
  );
  // Not thrown: the code loaded above imports this module, which must not fail for it.
  reportError(error);
}

/** Takes over the page that the build wrote, where this is it, or fills the empty frame. */
async function show(root: HTMLElement, app: ReactNode): Promise<void> {
  const { pathname } = window.location;
  const release = () => {
    delete root.dataset['path'];
  };
  if (root.dataset['path'] !== pathname) {
    // The frame has no buttons that could have been pressed.
    replayEarlyPress();
    createRoot(root).render(<WithUpdates onTaken={release}>{app}</WithUpdates>);
    return;
  }
  const route = ROUTES.find(({ path }) => path === pathname);
  // Code that does not arrive is asked for again on rendering, where its failure has a place to be shown.
  await route?.preload().catch(() => undefined);
  writeAsBuilt();
  hydrateRoot(root, <WithUpdates onTaken={release}>{app}</WithUpdates>);
}

/** The app. Once it stands, the frame is no longer the build's, and the service worker may come. */
function WithUpdates({ onTaken, children }: { onTaken: () => void; children: ReactNode }) {
  const [UpdateNotice, setUpdateNotice] = useState<ComponentType | null>(null);
  useEffect(() => {
    onTaken();
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    // Without it the app works the same, online.
    import('./update-notice.tsx').then(
      (module) => setUpdateNotice(() => module.UpdateNotice),
      () => undefined,
    );
  }, [onTaken]);
  return (
    <>
      {children}
      {UpdateNotice && <UpdateNotice />}
    </>
  );
}
