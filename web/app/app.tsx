import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Provider, useAtomValueRawSync, useSetAtom, useStore, type Store } from '../store.ts';
import { failingSourceAtom } from '../shared/api/source-failure.ts';
import { AuthProvider, useAuth } from '../shared/sign-in/auth-provider.tsx';
import { areShortcutsOnAtom, isTyping } from '../shared/user/settings.ts';
import { ThemeProvider } from '../shared/user/theme.tsx';
import { overlayAtom } from '../shared/ui/overlay.ts';
import { useIsHydrated } from '../shared/browser/browser-state.ts';
import { whenIdle } from '../shared/browser/first-screen.ts';
import { AsyncPart, lazyComponent, LoadFailure } from '../shared/ui/loading.tsx';
import styles from './app.module.css';
import { Header } from './header.tsx';
import { loadSignedInParts, PageGroups } from './page-links.tsx';
import { Pages } from './pages.tsx';
import { listen } from '../shared/browser/listen.ts';

const RefusalNotice = lazyComponent(() => import('./refusal-notice.tsx'), 'RefusalNotice');
const UpdateNotice = lazyComponent(() => import('./update-notice.tsx'), 'UpdateNotice');
const SignedInTasks = lazyComponent(loadSignedInParts, 'SignedInTasks');

/** What is above every page: the store, theme and sign-in. */
export function Providers({ store, children }: { store: Store; children: ReactNode }) {
  return (
    <Provider store={store}>
      <ThemeProvider>
        <AuthProvider>{children}</AuthProvider>
      </ThemeProvider>
    </Provider>
  );
}

/** Removes the build's marks from `#root`, and the first screen unless the page has taken it over. */
function removeMarks() {
  const root = document.getElementById('root');
  delete root?.dataset['path'];
  delete root?.dataset['shell'];
  document.querySelector('body > #first-screen')?.remove();
}

export function App() {
  useLayoutEffect(removeMarks, []);
  const isHydrated = useIsHydrated();
  const isSourceFailing = useAtomValueRawSync(failingSourceAtom);
  return (
    <div className={styles.app}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Pages />
      </main>
      <Footer />
      {isHydrated && <Overlays />}
      <AsyncPart fallback={<LoadFailure isFloating />}>{isSourceFailing && <RefusalNotice />}</AsyncPart>
      <Background />
    </div>
  );
}

/** Background tasks, most of them started once the page is idle. The app works without them. */
function Background() {
  const { user } = useAuth();
  const store = useStore();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(store, () => setIdle(true)), [store]);
  return (
    <>
      <AsyncPart fallback={<LoadFailure isFloating />}>{user && <SignedInTasks isIdle={isIdle} />}</AsyncPart>
      <AsyncPart fallback={null}>
        {isIdle && import.meta.env.PROD && 'serviceWorker' in navigator && <UpdateNotice />}
      </AsyncPart>
    </>
  );
}

function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <nav aria-label="Pages" className={styles.groups}>
          <PageGroups />
        </nav>
        <p>
          <span className={styles.product}>AI Stock Price Predictions</span>
          <span>Powered by Candor</span>
        </p>
        <p>Not investment advice. Data may be delayed.</p>
        <p>
          <Link href="/demo">Demo</Link>
          <Link href="/about#sample-market">About the sample market</Link>
          <Link href="/settings">Settings</Link>
          <Link href="/api">API</Link>
          <Link href="/privacy">Privacy</Link>
          <Link href="/terms">Terms</Link>
          <a href="/licences.txt">Licenses</a>
          <span>© 2025 Candor</span>
        </p>
      </div>
    </footer>
  );
}

const OverlayDialog = lazyComponent(() => import('./overlay-dialog.tsx'), 'OverlayDialog');

/** Dialogs available on every page, and their shortcuts: Ctrl or ⌘ K opens the palette, `?` the shortcut list. */
function Overlays() {
  const store = useStore();
  const overlay = useAtomValueRawSync(overlayAtom);
  const setOverlay = useSetAtom(overlayAtom);
  const close = () => setOverlay(null);

  useEffect(() => {
    function keydown(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const open = store.get(overlayAtom);
      if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k') {
        event.preventDefault();
        store.set(overlayAtom, open === 'palette' ? null : 'palette');
      } else if (key === '?' && open === null && store.get(areShortcutsOnAtom) && !isTyping(target)) {
        store.set(overlayAtom, 'shortcuts');
      }
    }
    return listen(document, { keydown });
  }, [store]);

  return (
    <AsyncPart key={String(overlay)} fallback={<LoadFailure isFloating onDismiss={close} />}>
      {overlay !== null && <OverlayDialog overlay={overlay} onClose={close} />}
    </AsyncPart>
  );
}
