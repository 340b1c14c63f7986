import { expect, type Page } from 'playwright/test';
import type { Account } from '../../scripts/stack/accounts.ts';
import { signIn } from './fixtures.ts';

export interface ProductRoute {
  readonly path: string;
  readonly isProtected: boolean;
  /** The heading by which a person knows the page. */
  readonly heading: string | RegExp;
}

/** The routes of the product. */
export const ROUTES: readonly ProductRoute[] = [
  { path: '/', isProtected: false, heading: 'Stock forecasts that show their record' },
  { path: '/about', isProtected: false, heading: 'A forecast is worth what its record shows' },
  { path: '/demo', isProtected: false, heading: 'The analysis of one stock, open to everyone' },
  { path: '/method', isProtected: false, heading: 'How the forecast is made' },
  { path: '/track-record', isProtected: false, heading: 'Track record' },
  { path: '/data', isProtected: false, heading: 'About the data' },
  { path: '/privacy', isProtected: false, heading: 'Privacy' },
  { path: '/terms', isProtected: false, heading: 'Terms' },
  { path: '/settings', isProtected: false, heading: 'Settings' },
  { path: '/login', isProtected: false, heading: 'Log in' },
  { path: '/register', isProtected: false, heading: 'Sign up' },
  { path: '/forgot-password', isProtected: false, heading: 'Reset your password' },
  { path: '/prediction', isProtected: true, heading: 'Stock analysis' },
  { path: '/watchlist', isProtected: true, heading: 'Watchlist' },
  { path: '/compare', isProtected: true, heading: 'Compare' },
  { path: '/workbench', isProtected: true, heading: 'Chart workbench' },
  { path: '/profile', isProtected: true, heading: 'Ada Investor' },
  { path: '/change-password', isProtected: true, heading: 'Change your password' },
];

export type Theme = 'dark' | 'light';

export const THEMES: readonly Theme[] = ['dark', 'light'];

/** Opens a route in a theme and the product's typeface, through /login when it is protected, and waits for its heading. */
export async function openRoute(
  page: Page,
  { path, isProtected, heading }: ProductRoute,
  theme: Theme,
  account: Account,
): Promise<void> {
  await page.addInitScript((value) => {
    localStorage.setItem('theme', value);
    localStorage.setItem('candor:typeface', 'inter');
  }, theme);
  await page.goto(path);
  if (isProtected) await signIn(page, account);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}
