import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { useSetAtom } from '../store.ts';
import { ProtectedRoute, useAuth } from '../shared/sign-in/auth-provider.tsx';
import { isReducedData } from '../shared/user/settings.ts';
import { browserStorage } from '../shared/user/browser-storage.ts';
import { hydratedAtom, useTitle } from '../shared/ui/browser-state.ts';
import { Button } from '../shared/ui/button.tsx';
import { focusHeading } from '../shared/ui/focus-heading.ts';
import { markFirstScreenPainted, whenIdle } from '../shared/ui/first-screen.ts';
import { ErrorBoundary, onDemand, Skeleton } from '../shared/ui/loading.tsx';
import styles from './pages.module.css';
import { NOT_FOUND, ROUTES, type AppRoute } from './routes.tsx';
import { listen } from '../shared/ui/listen.ts';

const { page: NoAccounts } = onDemand(async () => (await import('./no-accounts.tsx')).NoAccounts);

/** The current route's page. If it throws, header and footer stay usable and the next page starts afresh. */
export function Pages() {
  const [pathname] = useLocation();
  return (
    <ErrorBoundary key={pathname} fallback={<PageFailure />}>
      <Suspense fallback={<PageSkeleton />}>
        <Switch>
          {ROUTES.map((route) => (
            <Route key={route.path} path={route.path}>
              <RoutePage route={route} />
            </Route>
          ))}
          <Route>
            <PageOf route={NOT_FOUND} />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

function RoutePage({ route }: { route: AppRoute }) {
  const { isConfigured } = useAuth();
  if (!isConfigured && (route.isProtected || route.isEntry)) {
    return <PageOf route={{ ...NOT_FOUND, title: route.title, page: NoAccounts }} />;
  }
  return route.isProtected ? <ProtectedPage route={route} /> : <PageOf route={route} />;
}

function PageOf({ route }: { route: AppRoute }) {
  const { page: Page, isEntry } = route;
  useEffect(() => {
    if (!isEntry || isReducedData()) return undefined;
    return whenIdle(() => {
      import('./page-after-sign-in.ts')
        .then(({ preparePageAfterSignIn }) => preparePageAfterSignIn())
        // The page itself loads what is missing.
        .catch(() => undefined);
    });
  }, [isEntry]);
  return (
    <>
      <NavigationEffects {...route} />
      <Page />
    </>
  );
}

/** A protected page. Most wait for the provider to confirm the stored user; pages that show only public data open at once. */
function ProtectedPage({ route }: { route: AppRoute }) {
  const { status, start, hasCheckFailed } = useAuth();
  const isWaiting = status === 'loading' || (status === 'provisional' && !route.opensProvisionally);
  const { preload } = route;
  useEffect(() => {
    if (!isWaiting) return;
    start();
    // Load the code during the check. If that fails, rendering retries and shows the failure.
    void preload().catch(() => undefined);
  }, [isWaiting, start, preload]);
  if (isWaiting) return hasCheckFailed ? <CheckFailure onRetry={start} /> : <PageSkeleton />;
  return (
    <ProtectedRoute>
      <PageOf route={route} />
    </ProtectedRoute>
  );
}

function PageSkeleton() {
  return (
    <div className={styles.skeleton}>
      <output>
        <span className="visually-hidden">Loading page…</span>
      </output>
      <Skeleton width="min(320px, 60%)" height={36} />
      <Skeleton width="min(480px, 85%)" height={20} />
      <Skeleton height={280} />
    </div>
  );
}

/** Replaces a page that failed. If that happened offline, it reloads as soon as the network is back. */
function PageFailure() {
  useHydrated();
  const [isOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    return isOnline ? undefined : listen(window, { online: () => window.location.reload() });
  }, [isOnline]);

  return (
    <div className={styles.page} role="alert">
      <h1>{isOnline ? 'Couldn’t load this page' : 'You’re offline'}</h1>
      <p className={styles.text}>
        {isOnline
          ? 'The connection may have dropped, or a new version was released. Reloading usually helps.'
          : 'This page isn’t saved for offline use. It will open when you’re back online.'}
      </p>
      {isOnline && (
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload page
        </Button>
      )}
    </div>
  );
}

/** The stored session could not be checked. That alone is no reason to redirect to /login. */
function CheckFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.page} role="alert">
      <h1>Couldn’t check your sign-in</h1>
      <p className={styles.text}>Check your connection and try again.</p>
      <Button variant="primary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

// On the first page the browser sets focus and scroll position.
let isFirstPage = true;
let isGoingBack = false;
// There is no window while pages are prerendered.
globalThis.addEventListener?.('popstate', () => {
  isGoingBack = true;
});
// The router dispatches this event. A link to a section of the current page mounts nothing, so scroll here.
globalThis.addEventListener?.('pushState', () => {
  isGoingBack = false;
  fragmentTarget()?.scrollIntoView();
});

/** The element whose id is the URL's fragment. */
function fragmentTarget(): HTMLElement | null {
  return document.getElementById(window.location.hash.slice(1));
}

/**
 * Does what a browser does on a page load: sets the title, moves the focus to the h1, and scrolls to the top or to the URL's
 * fragment. On going back the browser restores the scroll position. Render it before the page, so that a page can set its own
 * title.
 */
function NavigationEffects({ title, paintsItself }: AppRoute) {
  useHydrated();
  useTypeface();

  useEffect(() => {
    if (!paintsItself) markFirstScreenPainted();
  }, [paintsItself]);

  useTitle(title);

  useEffect(() => {
    const target = fragmentTarget();
    if (target) target.scrollIntoView();
    if (!isFirstPage) {
      focusHeading({ preventScroll: true });
      if (!target && !isGoingBack) window.scrollTo(0, 0);
    }
    isFirstPage = false;
    isGoingBack = false;
  }, []);

  return null;
}

/** Records that React has hydrated the page, which it does after the frame. */
function useHydrated(): void {
  const setHydrated = useSetAtom(hydratedAtom);
  useEffect(() => setHydrated(true), [setHydrated]);
}

/** The inline script in index.html also reads it, before the first paint. */
const TYPEFACE_KEY = 'candor:typeface';
const TYPEFACE = 'inter';

let isFetched = false;

/** Fetches the typeface after the first screen. The next page or visit uses it, so that no text on screen moves. */
function useTypeface(): void {
  useLayoutEffect(() => {
    if (isFetched) document.documentElement.dataset['typeface'] = TYPEFACE;
    else return whenIdle(() => void fetchTypeface());
    return undefined;
  }, []);
}

async function fetchTypeface(): Promise<void> {
  if (isReducedData()) return;
  try {
    // Only one face has this family name (`tokens.css`).
    isFetched = (await document.fonts.load('1em Inter')).length > 0;
    if (isFetched) browserStorage().setItem(TYPEFACE_KEY, TYPEFACE);
  } catch {
    // The system font stays.
  }
}
