import { Suspense, useEffect } from 'react';
import type { ReactNode } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import type { FirebaseConfig } from '../shared/session/firebase-config.ts';
import { ProtectedRoute } from '../shared/session/protected-route.tsx';
import { AuthProvider } from '../shared/session/session-provider.tsx';
import { useAuth } from '../shared/session/use-auth.ts';
import { SettingsProvider } from '../shared/settings/use-settings.tsx';
import { ThemeProvider } from '../shared/theme/theme.tsx';
import { onDemand } from '../shared/ui/on-demand.tsx';
import { FloatingPart } from '../shared/ui/part.tsx';
import { Skeleton } from '../shared/ui/loading.tsx';
import { useIsHydrated } from '../shared/ui/use-is-hydrated.ts';
import { VisuallyHidden } from '../shared/ui/visually-hidden.tsx';
import styles from './app.module.css';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NavigationEffects } from './navigation-effects.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { NOT_FOUND, ROUTES, type AppRoute } from './routes.tsx';

const { page: Overlays } = onDemand(async () => (await import('./overlays.tsx')).Overlays);

const { page: AlertWatch } = onDemand(
  async () => (await import('../shared/watchlist/alert-watch.tsx')).AlertWatch,
);

/** The contexts of every page: theme, settings and session. */
export function Providers({ config, children }: { config: FirebaseConfig; children: ReactNode }) {
  return (
    <ThemeProvider>
      <SettingsProvider>
        <AuthProvider config={config}>{children}</AuthProvider>
      </SettingsProvider>
    </ThemeProvider>
  );
}

/** Header, the page of the address, footer. Protected pages wait for the first check of the session. */
export function App() {
  const [pathname] = useLocation();
  const { user } = useAuth();
  const isHydrated = useIsHydrated();
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
      {isHydrated && (
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
              <NavigationEffects title={title} />
              <Page />
            </ProtectedPage>
          ) : (
            <>
              <NavigationEffects title={title} />
              <Page />
            </>
          )}
        </Route>
      ))}
      <Route>
        <NOT_FOUND.page />
        <NavigationEffects title={NOT_FOUND.title} />
      </Route>
    </Switch>
  );
}

/** Takes the place of a page while its code or the session check is on its way. */
function PageSkeleton() {
  return (
    <div className={styles.skeleton}>
      <output>
        <VisuallyHidden>Loading the page</VisuallyHidden>
      </output>
      <Skeleton width="min(320px, 60%)" height={36} />
      <Skeleton width="min(480px, 85%)" height={20} />
      <Skeleton height={280} />
    </div>
  );
}

type ProtectedPageProps = Pick<AppRoute, 'preload' | 'begin'> & { children: ReactNode };

function ProtectedPage({ preload, begin, children }: ProtectedPageProps) {
  const { status } = useAuth();
  const isChecking = status === 'loading';
  useEffect(() => {
    if (!isChecking) return undefined;
    // Code and data load during the check. The timer lets the provider request its own code first, in an effect further up.
    // If loading fails, rendering tries again and shows the failure.
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
