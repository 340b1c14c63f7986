import { Suspense, useEffect } from 'react';
import type { ReactNode } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { ProtectedRoute } from '../shared/session/protected-route.tsx';
import { useAuth } from '../shared/session/use-auth.ts';
import { useWritingKey } from '../shared/settings/writing-key.ts';
import { onDemand } from '../shared/ui/on-demand.tsx';
import { FloatingPart } from '../shared/ui/part.tsx';
import styles from './app.module.css';
import { Arrival } from './arrival.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { NOT_FOUND, ROUTES, type AppRoute } from './routes.tsx';
import { useIsBrowser } from './use-is-browser.ts';

const { page: Overlays } = onDemand(async () => (await import('./overlays.tsx')).Overlays);

const { page: AlertWatch } = onDemand(
  async () => (await import('../shared/watchlist/alert-watch.tsx')).AlertWatch,
);

/** Header, the page of the address, footer. Protected pages wait for the first check of the session. */
export function App() {
  const [pathname] = useLocation();
  const { user } = useAuth();
  const isBrowser = useIsBrowser();
  useWritingKey();
  return (
    <div className={styles.app}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={styles.main}>
        <PageErrorBoundary key={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Pages />
          </Suspense>
        </PageErrorBoundary>
      </main>
      <Footer />
      {isBrowser && (
        <FloatingPart>
          <Overlays />
        </FloatingPart>
      )}
      {user && (
        <FloatingPart>
          <AlertWatch />
        </FloatingPart>
      )}
    </div>
  );
}

function Pages() {
  return (
    <Switch>
      {ROUTES.map(({ path, access, title, page: Page, preload, begin }) => (
        <Route key={path} path={path}>
          {access === 'protected' ? (
            <ProtectedPage preload={preload} begin={begin}>
              <Page />
              <Arrival title={title} />
            </ProtectedPage>
          ) : (
            <>
              <Page />
              <Arrival title={title} />
            </>
          )}
        </Route>
      ))}
      <Route>
        <NOT_FOUND.page />
        <Arrival title={NOT_FOUND.title} />
      </Route>
    </Switch>
  );
}

type ProtectedPageProps = Pick<AppRoute, 'preload' | 'begin'> & { children: ReactNode };

function ProtectedPage({ preload, begin, children }: ProtectedPageProps) {
  const { status } = useAuth();
  const isChecking = status === 'loading';
  useEffect(() => {
    if (!isChecking) return undefined;
    // The page's code and data travel while the check does, behind the provider's own code, which is asked for in an effect
    // further up. Should the page's not arrive, rendering asks again and shows the failure.
    const check = new AbortController();
    const turn = setTimeout(() =>
      preload()
        .then(() => (check.signal.aborted ? undefined : begin?.()))
        .catch(() => undefined),
    );
    return () => {
      clearTimeout(turn);
      check.abort();
    };
  }, [isChecking, preload, begin]);
  return isChecking ? <PageSkeleton /> : <ProtectedRoute>{children}</ProtectedRoute>;
}
