import { Suspense, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { atom, useSetAtom, useStore, type Store } from '../store.ts';
import { ProtectedRoute, useAuth } from '../shared/sign-in/auth-provider.tsx';
import { CONFIGURATION_INCOMPLETE } from '../shared/sign-in/identity.ts';
import { isReducedDataAtom } from '../shared/user/settings.ts';
import { writeTextsAtom } from '../shared/user/browser-storage.ts';
import { hydratedAtom, useIsHydrated, useTitle } from '../shared/browser/browser-state.ts';
import { Button } from '../shared/ui/button.tsx';
import { focusHeading } from '../shared/ui/focus-heading.ts';
import { firstScreenPaintedAtom, whenIdle } from '../shared/browser/first-screen.ts';
import { ErrorBoundary, Skeleton } from '../shared/ui/loading.tsx';
import styles from './pages.module.css';
import { NOT_FOUND, ROUTES, routeOf, type AppRoute } from './routes.tsx';
import { listen } from '../shared/browser/listen.ts';

/** The current route's page. If it throws, header and footer stay usable and the next page starts afresh. */
export function Pages() {
  const [pathname] = useLocation();
  return (
    <ErrorBoundary key={pathname} fallback={<PageFailure />}>
      <Suspense fallback={<PageSkeleton />}>
        <Switch>
          {[...ROUTES, NOT_FOUND].map((route) => (
            <Route key={route.path} path={route.path}>
              <RoutePage route={route} />
            </Route>
          ))}
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

function PageOf({ route }: { route: AppRoute }) {
  const { page: Page, isEntry } = route;
  const store = useStore();
  useEffect(() => {
    if (!isEntry || store.get(isReducedDataAtom)) return undefined;
    // If that fails, the page itself loads what is missing.
    return whenIdle(store, () => void preparePageAfterSignIn(store).catch(() => undefined));
  }, [isEntry, store]);
  return (
    <>
      <NavigationEffects {...route} />
      <Page />
    </>
  );
}

/** Preloads the page that follows sign-in, with its listing's data, while the visitor fills in the form. */
async function preparePageAfterSignIn(store: Store): Promise<void> {
  const { readDestination } = await import('../features/auth/destination.ts');
  const { pathname, search } = new URL(readDestination(history.state), location.origin);
  const route = routeOf(pathname);
  await route.preload();
  await route.prepare?.(search, store);
}

/** A route's page. Most pages with a user's items wait for the provider to confirm the stored user; those with public data open at once. */
function RoutePage({ route }: { route: AppRoute }) {
  const { config, status, start, hasCheckFailed } = useAuth();
  const { preload, isProtected, awaitsUser, opensProvisionally, isEntry, title } = route;
  const isForUsers = isProtected || awaitsUser;
  const isWaiting = isForUsers && status === 'provisional' && !opensProvisionally;
  useEffect(() => {
    if (!isWaiting) return;
    start();
    // Load the code during the check. If that fails, rendering retries and shows the failure.
    void preload().catch(() => undefined);
  }, [isWaiting, start, preload]);
  if (config === null && (isProtected || isEntry))
    return <PageOf route={{ ...NOT_FOUND, title, page: NoAccounts }} />;
  if (isWaiting && hasCheckFailed) {
    // If the check fails, the user stays signed in.
    return (
      <Failure title="Couldn’t check your sign-in" action="Try again" onAction={start}>
        Check your connection and try again.
      </Failure>
    );
  }
  if (isWaiting) return <PageSkeleton />;
  const page = <PageOf route={route} />;
  return isForUsers ? <ProtectedRoute isOpen={!isProtected}>{page}</ProtectedRoute> : page;
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

const reload = () => window.location.reload();

/** Replaces a page that failed. If that happened offline, it reloads as soon as the network is back. */
function PageFailure() {
  useHydrated();
  const [isOnline] = useState(() => navigator.onLine);
  useEffect(() => (isOnline ? undefined : listen(window, { online: reload })), [isOnline]);
  return isOnline ? (
    <Failure title="Couldn’t load this page" action="Reload page" onAction={reload}>
      The connection may have dropped, or a new version was released. Reloading usually helps.
    </Failure>
  ) : (
    <Failure title="You’re offline">
      This page isn’t saved for offline use. It will open when you’re back online.
    </Failure>
  );
}

function NoAccounts() {
  return (
    <Failure title="Accounts are not set up on this site">
      <p>{CONFIGURATION_INCOMPLETE}</p>
      Everything else works: try the <Link href="/demo">demo</Link> or see the{' '}
      <Link href="/track-record">track record</Link>.
    </Failure>
  );
}

interface FailureProps {
  readonly title: string;
  readonly action?: string;
  readonly onAction?: () => void;
  readonly children: ReactNode;
}

function Failure({ title, action, onAction, children }: FailureProps) {
  return (
    <div className={styles.page} role="alert">
      <h1>{title}</h1>
      <div className={styles.text}>{children}</div>
      {action && (
        <Button variant="primary" onClick={onAction}>
          {action}
        </Button>
      )}
    </div>
  );
}

/** How the reader comes to the next page. On the first one the browser sets focus and scroll position. */
const arrivalAtom = atom<'first' | 'link' | 'back'>('first');

export function followNavigation(store: Store): () => void {
  return listen(window, {
    popstate: () => store.set(arrivalAtom, 'back'),
    // The router dispatches this event. A link to a section of the current page mounts nothing, so scroll here.
    pushState() {
      store.set(arrivalAtom, 'link');
      fragmentTarget()?.scrollIntoView();
    },
  });
}

function fragmentTarget(): HTMLElement | null {
  return document.getElementById(window.location.hash.slice(1));
}

/** Sets title, focus and scroll as a page load does; going back restores the scroll. Render it first, so that a page can set its title. */
function NavigationEffects({ title, paintsItself }: AppRoute) {
  const store = useStore();
  useHydrated();
  useTypeface(store);

  useEffect(() => {
    if (!paintsItself) store.set(firstScreenPaintedAtom, true);
  }, [paintsItself, store]);

  useTitle(title);

  useEffect(() => {
    const target = fragmentTarget();
    if (target) target.scrollIntoView();
    const arrival = store.get(arrivalAtom);
    if (arrival !== 'first') focusHeading({ preventScroll: true });
    if (arrival === 'link' && !target) window.scrollTo(0, 0);
    store.set(arrivalAtom, 'link');
  }, [store]);

  return null;
}

/** Records that React has hydrated the page, which it does after the frame. Then figures follow the reader's settings. */
function useHydrated(): void {
  const [isHydrated, setHydrated] = [useIsHydrated(), useSetAtom(hydratedAtom)];
  useEffect(() => setHydrated(true), [setHydrated]);
  useLayoutEffect(() => {
    if (!isHydrated) return;
    const { dataset } = document.documentElement;
    // Only for what was written before the page.
    for (const name of ['region', 'language', 'clock']) delete dataset[name];
  }, [isHydrated]);
}

/** The inline script in index.html also reads it, before the first paint. */
const TYPEFACE_KEY = 'candor:typeface';
const TYPEFACE = 'inter';

const hasTypefaceAtom = atom(false);

/** Fetches the typeface after the first screen. The next page or visit uses it, so that no text on screen moves. */
function useTypeface(store: Store): void {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (store.get(hasTypefaceAtom)) dataset['typeface'] = TYPEFACE;
    else if (dataset['typeface'] === undefined) return whenIdle(store, () => void fetchTypeface(store));
    return undefined;
  }, [store]);
}

async function fetchTypeface(store: Store): Promise<void> {
  if (store.get(isReducedDataAtom)) return;
  try {
    const file = document.querySelector<HTMLLinkElement>('link[as="font"]')?.href;
    const face = new FontFace('Inter', `url(${file})`, { weight: '400 700' });
    document.fonts.add(await face.load());
    store.set(hasTypefaceAtom, true);
    store.set(writeTextsAtom, [[TYPEFACE_KEY, TYPEFACE]]);
  } catch {
    // The system font stays.
  }
}
