import type { ComponentType } from 'react';
import { onDemand } from '../shared/ui/loading.tsx';

export type AppRoute = {
  path: string;
  access: 'public' | 'protected';
  /** A way to an account: of no use where there are none. */
  isEntry?: true;
  title: string;
  page: ComponentType;
  preload: () => Promise<void>;
  /** A protected page of public data, which opens before the provider has confirmed the stored user. */
  opensProvisionally?: true;
  /** Its first screen is painted when its chart is; the page says so itself. */
  paintsItself?: true;
  /** Loads the data of a query string before the first render. Ends when that is there, or takes too long to wait for. */
  prepare?: (search: string) => Promise<void>;
};

const loadStockPage = () => import('../features/stock/stock-page.tsx');
const loadDemoPage = () => import('../features/demo/demo-page.tsx');

/** Every page loads on demand; public ones are prerendered (`prerender.tsx`). */
export const ROUTES: readonly AppRoute[] = [
  {
    path: '/',
    access: 'public',
    title: 'Candor: stock forecasts that show their record',
    ...onDemand(async () => (await import('../features/home/home-page.tsx')).HomePage),
  },
  {
    path: '/about',
    access: 'public',
    title: 'About · Candor',
    ...onDemand(async () => (await import('../features/home/about-page.tsx')).AboutPage),
  },
  {
    path: '/demo',
    access: 'public',
    title: 'Demo · Candor',
    paintsItself: true,
    ...onDemand(async () => {
      const [{ DemoPage }, { DemoReport }] = await Promise.all([loadDemoPage(), loadStockPage()]);
      return () => <DemoPage>{(ticker) => <DemoReport ticker={ticker} />}</DemoPage>;
    }),
    prepare: async (search) => {
      const [{ prepareListing }, { demoView }] = await Promise.all([loadStockPage(), loadDemoPage()]);
      await prepareListing(demoView(search));
    },
  },
  {
    path: '/method',
    access: 'public',
    title: 'Method · Candor',
    ...onDemand(async () => (await import('../features/method/method-page.tsx')).MethodPage),
  },
  {
    path: '/data',
    access: 'public',
    title: 'Data · Candor',
    ...onDemand(async () => (await import('../features/data/data-page.tsx')).DataPage),
  },
  {
    path: '/privacy',
    access: 'public',
    title: 'Privacy · Candor',
    ...onDemand(async () => (await import('../features/legal/legal-pages.tsx')).PrivacyPage),
  },
  {
    path: '/terms',
    access: 'public',
    title: 'Terms · Candor',
    ...onDemand(async () => (await import('../features/legal/legal-pages.tsx')).TermsPage),
  },
  {
    path: '/forecasts',
    access: 'public',
    title: 'Forecasts · Candor',
    ...onDemand(async () => (await import('../features/ledger/forecasts-page.tsx')).ForecastsPage),
  },
  {
    path: '/track-record',
    access: 'public',
    title: 'Track record · Candor',
    ...onDemand(async () => (await import('../features/ledger/ledger-page.tsx')).LedgerPage),
  },
  {
    path: '/settings',
    access: 'public',
    title: 'Settings · Candor',
    ...onDemand(async () => (await import('../features/settings/settings-panel.tsx')).SettingsPage),
  },
  {
    path: '/login',
    access: 'public',
    isEntry: true,
    title: 'Log In · Candor',
    ...onDemand(async () => (await import('../features/auth/login-page.tsx')).LoginPage),
  },
  {
    path: '/register',
    access: 'public',
    isEntry: true,
    title: 'Sign Up · Candor',
    ...onDemand(async () => (await import('../features/auth/register-page.tsx')).RegisterPage),
  },
  {
    path: '/forgot-password',
    access: 'public',
    isEntry: true,
    title: 'Reset password · Candor',
    ...onDemand(async () => (await import('../features/auth/forgot-password-page.tsx')).ForgotPasswordPage),
  },
  {
    path: '/prediction',
    access: 'protected',
    title: 'Stock analysis · Candor',
    ...onDemand(async () => (await loadStockPage()).StockPage),
    prepare: async (search) => (await loadStockPage()).prepareStockPage(search),
    opensProvisionally: true,
    paintsItself: true,
  },
  {
    path: '/today',
    access: 'protected',
    title: 'Today · Candor',
    ...onDemand(async () => (await import('../features/today/today-page.tsx')).TodayPage),
  },
  {
    path: '/watchlist',
    access: 'protected',
    title: 'Watchlist · Candor',
    ...onDemand(async () => (await import('../features/watchlist/watchlist-page.tsx')).WatchlistPage),
  },
  {
    path: '/compare',
    access: 'protected',
    title: 'Compare · Candor',
    ...onDemand(async () => (await import('../features/compare/compare-page.tsx')).ComparePage),
  },
  {
    path: '/workbench',
    access: 'protected',
    title: 'Chart workbench · Candor',
    ...onDemand(async () => (await import('../features/workbench/workbench-page.tsx')).WorkbenchPage),
  },
  {
    path: '/profile',
    access: 'protected',
    title: 'Profile · Candor',
    ...onDemand(async () => (await import('../features/profile/profile-page.tsx')).ProfilePage),
  },
  {
    path: '/admin',
    access: 'protected',
    title: 'Operation · Candor',
    ...onDemand(async () => (await import('../features/admin/admin-page.tsx')).AdminPage),
  },
  {
    path: '/change-password',
    access: 'protected',
    title: 'Change password · Candor',
    ...onDemand(async () => (await import('../features/auth/change-password-page.tsx')).ChangePasswordPage),
  },
];

/** The page of every other address. */
export const NOT_FOUND = {
  title: 'Page not found · Candor',
  ...onDemand(async () => (await import('./not-found-page.tsx')).NotFoundPage),
};
