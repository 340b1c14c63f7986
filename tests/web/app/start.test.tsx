import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { App } from '#web/app/app.tsx';
import { openStore, renderPage, setUpPages } from '#support/web/page-setup.tsx';

setUpPages();

const start = () => renderPage(<App />, openStore(null));

it.each(['/login', '/register', '/forgot-password', '/prediction', '/profile', '/change-password'])(
  'in a build without identity settings %s fails with the specified text',
  async (path) => {
    history.replaceState(null, '', path);
    start();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Firebase configuration incomplete. Check your environment variables.',
    );
    expect(location.pathname).toBe(path);
  },
);

it.each([
  ['/', 'Stock forecasts that show their record'],
  ['/about', /./],
  ['/method', /./],
])('a build without identity settings shows %s', async (path, heading) => {
  vi.spyOn(console, 'error');
  history.replaceState(null, '', path);
  start();
  await screen.findByRole('heading', { level: 1, name: heading });
  expect(screen.queryByText(/configuration incomplete/)).toBeNull();
});
