import { Suspense, useEffect } from 'react';
import type { ReactNode } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import type { FirebaseConfig } from '../shared/session/firebase-config.ts';
import { ProtectedRoute } from '../shared/session/protected-route.tsx';
import { AuthProvider } from '../shared/session/session-provider.tsx';
import { useAuth } from '../shared/session/session-provider.tsx';
import { SettingsProvider } from '../shared/settings/use-settings.tsx';
import { ThemeProvider } from '../shared/theme/theme.tsx';
import { onDemand } from '../shared/ui/part.tsx';
import { FloatingPart } from '../shared/ui/part.tsx';
import { Skeleton } from '../shared/ui/loading.tsx';
import { useIsHydrated } from '../shared/ui/browser-state.ts';
import { VisuallyHidden } from '../shared/ui/visually-hidden.tsx';
import styles from './app.module.css';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { NavigationEffects } from './navigation-effects.tsx';
import { CheckFailure, PageErrorBoundary } from './page-error-boundary.tsx';
import { Overlays } from './overlays.tsx';
import { NOT_FOUND, ROUTES, type AppRoute } from './routes.tsx';

const { page: UserWork } = onDemand(async () => (await import('./user-work.tsx')).UserWork);

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
          <UserWork />
        </FloatingPart>
      )}
    </div>
  );
}

function Pages() {
  return (
    <Switch>
      {ROUTES.map((route) => (
        <Route key={route.path} path={route.path}>
          {route.access === 'public' ? <PageOf route={route} /> : <ProtectedPage route={route} />}
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

function PageOf({ route: { page: Page, title, paintsItself } }: { route: AppRoute }) {
  return (
    <>
      <NavigationEffects title={title} paintsItself={paintsItself} />
      <Page />
    </>
  );
}

/** A page for users. Most wait until the provider has confirmed the stored session; one of public data opens at once. */
function ProtectedPage({ route }: { route: AppRoute }) {
  const { status, start, hasCheckFailed } = useAuth();
  const isWaiting = status === 'loading' || (status === 'provisional' && !route.opensProvisionally);
  const { preload } = route;
  useEffect(() => {
    if (!isWaiting) return;
    start();
    // The code loads during the check. If that fails, rendering tries again and shows the failure.
    void preload().catch(() => undefined);
  }, [isWaiting, start, preload]);
  if (isWaiting) return hasCheckFailed ? <CheckFailure onRetry={start} /> : <PageSkeleton />;
  return (
    <ProtectedRoute>
      <PageOf route={route} />
    </ProtectedRoute>
  );
}
