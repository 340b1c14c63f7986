import { Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { ProtectedRoute } from '../shared/session/protected-route.tsx';
import { useAuth } from '../shared/session/use-auth.ts';
import styles from './app.module.css';
import { Arrival } from './arrival.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { lazyPage, NOT_FOUND, ROUTES } from './routes.tsx';

const AlertWatch = lazyPage(() => import('../shared/watchlist/alert-watch.tsx'), 'AlertWatch');

/** Header, the page of the address, footer. Pages render once the first check of the session is over. */
export function App() {
  const [pathname] = useLocation();
  const { status, user } = useAuth();
  return (
    <div className={styles.app}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1} className={styles.main}>
        <PageErrorBoundary key={pathname}>
          {status === 'loading' ? (
            <PageSkeleton />
          ) : (
            <Suspense fallback={<PageSkeleton />}>
              <Pages />
            </Suspense>
          )}
        </PageErrorBoundary>
      </main>
      <Footer />
      {user && (
        <Suspense>
          <AlertWatch />
        </Suspense>
      )}
    </div>
  );
}

function Pages() {
  return (
    <Switch>
      {ROUTES.map(({ path, access, title, page: Page }) => (
        <Route key={path} path={path}>
          {access === 'protected' ? (
            <ProtectedRoute>
              <Page />
              <Arrival title={title} />
            </ProtectedRoute>
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
