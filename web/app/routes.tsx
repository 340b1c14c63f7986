import type { ComponentType } from 'react';
import type { Store } from '../store.ts';
import { onDemand } from '../shared/ui/loading.tsx';

export interface AppRoute {
  readonly path: string;
  readonly title: string;
  readonly page: ComponentType;
  readonly preload: () => Promise<void>;
  readonly isProtected?: true;
  /** A public page with a user's own items. It opens once a stored sign-in is confirmed. */
  readonly awaitsUser?: true;
  readonly isEntry?: true;
  /** A protected page with public data only. It opens before the provider has confirmed the stored user. */
  readonly opensProvisionally?: true;
  /** The page itself reports its first screen as painted, once its chart is. */
  readonly paintsItself?: true;
  /** Loads the data for a query string before the first render. Resolves once it has loaded or takes too long. */
  readonly prepare?: (search: string, store: Store) => Promise<void>;
}

function route<Page extends string>(
  path: string,
  name: string,
  load: () => Promise<Readonly<Record<Page, ComponentType>>>,
  page: Page,
  more: Partial<AppRoute> = {},
): AppRoute {
  return { path, title: `${name} · Candor`, ...onDemand(load, page), ...more };
}

const loadStockPage = () => import('../features/stock/stock-page.tsx');
const loadWorkbench = () => import('../features/workbench/page/workbench-page.tsx');
const loadCompare = () => import('../features/compare/compare-page.tsx');
const loadHoldings = () => import('../features/holdings/holdings-page.tsx');
const loadWatchlist = () => import('../features/watchlist/watchlist-page.tsx');
const loadEntryPages = () => import('../features/auth/entry-pages.tsx');
const loadPasswordPages = () => import('../features/auth/password-pages.tsx');

const ENTRY = { isEntry: true } as const;
const AWAITS_USER = { awaitsUser: true } as const;
const STOCK: Partial<AppRoute> = {
  paintsItself: true,
  prepare: async (search, store) => (await loadStockPage()).prepareStockPage(store, search),
};

const PUBLIC: readonly AppRoute[] = [
  route('/', 'Home', () => import('../features/home/home-page.tsx'), 'HomePage', {
    title: 'Candor: stock forecasts that show their record',
  }),
  route('/about', 'About', () => import('../features/home/about-page.tsx'), 'AboutPage'),
  route('/demo', 'Stock analysis', loadStockPage, 'StockPage', STOCK),
  route('/compare', 'Compare', loadCompare, 'ComparePage', AWAITS_USER),
  route('/workbench', 'Workbench', loadWorkbench, 'WorkbenchPage', AWAITS_USER),
  route('/holdings', 'Holdings', loadHoldings, 'HoldingsPage', AWAITS_USER),
  route('/method', 'Method', () => import('../features/method/method.mdx'), 'default'),
  route('/data', 'Data', () => import('../features/data/data.mdx'), 'default'),
  route('/api', 'API', () => import('../features/api/api.mdx'), 'default'),
  route('/privacy', 'Privacy', () => import('../features/legal/privacy.mdx'), 'default'),
  route('/terms', 'Terms', () => import('../features/legal/terms.mdx'), 'default'),
  route('/forecasts', 'Forecasts', () => import('../features/ledger/forecasts-page.tsx'), 'ForecastsPage'),
  route('/track-record', 'Track record', () => import('../features/ledger/ledger-page.tsx'), 'LedgerPage'),
  route('/import', 'Import a list', loadWatchlist, 'ImportPage'),
  route('/settings', 'Settings', () => import('../features/settings/settings-panel.tsx'), 'SettingsPage'),
  route('/login', 'Log In', loadEntryPages, 'LoginPage', ENTRY),
  route('/register', 'Sign Up', loadEntryPages, 'RegisterPage', ENTRY),
  route('/forgot-password', 'Reset password', loadPasswordPages, 'ForgotPasswordPage', ENTRY),
];

const FOR_USERS: readonly AppRoute[] = [
  route('/prediction', 'Stock analysis', loadStockPage, 'StockPage', { ...STOCK, opensProvisionally: true }),
  route('/today', 'Today', () => import('../features/today/today-page.tsx'), 'TodayPage'),
  route('/watchlist', 'Watchlist', loadWatchlist, 'WatchlistPage'),
  route('/profile', 'Profile', () => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
  route('/admin', 'System status', () => import('../features/admin/admin-page.tsx'), 'AdminPage'),
  route('/change-password', 'Change password', loadPasswordPages, 'ChangePasswordPage'),
];

/** Every page loads on demand. Public ones are prerendered (`prerender.tsx`). */
export const ROUTES: readonly AppRoute[] = [
  ...PUBLIC,
  ...FOR_USERS.map((page) => Object.assign(page, { isProtected: true as const })),
];

export const NOT_FOUND = route('*', 'Page not found', () => import('./not-found-page.tsx'), 'NotFoundPage');

/** The page at a path, whose case and last slash do not matter. */
export function routeOf(pathname: string): AppRoute {
  const wanted = pathname.toLowerCase().replace(/(.)\/$/, '$1');
  return ROUTES.find(({ path }) => path === wanted) ?? NOT_FOUND;
}
