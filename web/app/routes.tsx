import { lazy } from 'react';
import type { ComponentType } from 'react';
import { HomePage } from '../features/home/home-page.tsx';

export type AppRoute = {
  path: string;
  access: 'public' | 'protected';
  title: string;
  page: ComponentType;
};

/** A component of a module that loads on demand. */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await load())[name] }));
}

/** Every page but the home page loads on demand. */
export const ROUTES: readonly AppRoute[] = [
  { path: '/', access: 'public', title: 'Candor: stock forecasts that show their record', page: HomePage },
  {
    path: '/about',
    access: 'public',
    title: 'About · Candor',
    page: lazyPage(() => import('../features/about/about-page.tsx'), 'AboutPage'),
  },
  {
    path: '/method',
    access: 'public',
    title: 'Method · Candor',
    page: lazyPage(() => import('../features/method/method-page.tsx'), 'MethodPage'),
  },
  {
    path: '/data',
    access: 'public',
    title: 'Data · Candor',
    page: lazyPage(() => import('../features/data/data-page.tsx'), 'DataPage'),
  },
  {
    path: '/track-record',
    access: 'public',
    title: 'Track record · Candor',
    page: lazy(async () => ({ default: (await import('../features/record/record-page.tsx')).RecordPage })),
  },
  {
    path: '/login',
    access: 'public',
    title: 'Log In · Candor',
    page: lazyPage(() => import('../features/auth/login-page.tsx'), 'LoginPage'),
  },
  {
    path: '/register',
    access: 'public',
    title: 'Sign Up · Candor',
    page: lazyPage(() => import('../features/auth/register-page.tsx'), 'RegisterPage'),
  },
  {
    path: '/forgot-password',
    access: 'public',
    title: 'Reset password · Candor',
    page: lazyPage(() => import('../features/auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
  },
  {
    path: '/prediction',
    access: 'protected',
    title: 'Stock analysis · Candor',
    page: lazyPage(() => import('../features/stock/stock-page.tsx'), 'StockPage'),
  },
  {
    path: '/watchlist',
    access: 'protected',
    title: 'Watchlist · Candor',
    page: lazyPage(() => import('../features/watchlist/watchlist-page.tsx'), 'WatchlistPage'),
  },
  {
    path: '/compare',
    access: 'protected',
    title: 'Compare · Candor',
    page: lazyPage(() => import('../features/compare/compare-page.tsx'), 'ComparePage'),
  },
  {
    path: '/profile',
    access: 'protected',
    title: 'Profile · Candor',
    page: lazyPage(() => import('../features/profile/profile-page.tsx'), 'ProfilePage'),
  },
  {
    path: '/change-password',
    access: 'protected',
    title: 'Change password · Candor',
    page: lazyPage(() => import('../features/auth/change-password-page.tsx'), 'ChangePasswordPage'),
  },
];

/** What answers an address that is not in the table. */
export const NOT_FOUND = {
  title: 'Page not found · Candor',
  page: lazyPage(() => import('./not-found-page.tsx'), 'NotFoundPage'),
};
