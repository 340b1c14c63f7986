import { lazy } from 'react';
import type { ComponentType } from 'react';
import { HomePage } from '../features/home/home-page.tsx';

export type AppRoute = {
  path: string;
  access: 'public' | 'protected';
  title: string;
  page: ComponentType;
};

/** Every page but the home page loads on demand. */
export const ROUTES: readonly AppRoute[] = [
  { path: '/', access: 'public', title: 'Candor: stock forecasts that show their record', page: HomePage },
  {
    path: '/about',
    access: 'public',
    title: 'About · Candor',
    page: lazy(async () => ({ default: (await import('../features/about/about-page.tsx')).AboutPage })),
  },
  {
    path: '/demo',
    access: 'public',
    title: 'Demo · Candor',
    page: lazy(async () => ({ default: (await import('./demo.tsx')).Demo })),
  },
  {
    path: '/method',
    access: 'public',
    title: 'Method · Candor',
    page: lazy(async () => ({ default: (await import('../features/method/method-page.tsx')).MethodPage })),
  },
  {
    path: '/data',
    access: 'public',
    title: 'Data · Candor',
    page: lazy(async () => ({ default: (await import('../features/data/data-page.tsx')).DataPage })),
  },
  {
    path: '/login',
    access: 'public',
    title: 'Log In · Candor',
    page: lazy(async () => ({ default: (await import('../features/auth/login-page.tsx')).LoginPage })),
  },
  {
    path: '/register',
    access: 'public',
    title: 'Sign Up · Candor',
    page: lazy(async () => ({ default: (await import('../features/auth/register-page.tsx')).RegisterPage })),
  },
  {
    path: '/forgot-password',
    access: 'public',
    title: 'Reset password · Candor',
    page: lazy(async () => ({
      default: (await import('../features/auth/forgot-password-page.tsx')).ForgotPasswordPage,
    })),
  },
  {
    path: '/prediction',
    access: 'protected',
    title: 'Stock analysis · Candor',
    page: lazy(async () => ({ default: (await import('../features/stock/stock-page.tsx')).StockPage })),
  },
  {
    path: '/profile',
    access: 'protected',
    title: 'Profile · Candor',
    page: lazy(async () => ({ default: (await import('../features/profile/profile-page.tsx')).ProfilePage })),
  },
  {
    path: '/change-password',
    access: 'protected',
    title: 'Change password · Candor',
    page: lazy(async () => ({
      default: (await import('../features/auth/change-password-page.tsx')).ChangePasswordPage,
    })),
  },
];

/** What answers an address that is not in the table. */
export const NOT_FOUND = {
  title: 'Page not found · Candor',
  page: lazy(async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage })),
};
