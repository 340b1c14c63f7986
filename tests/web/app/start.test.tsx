import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { mediaQuery } from '../../support/web/page-setup.tsx';

it('a build without its settings logs their names, fails, and shows the specified text', async () => {
  document.body.innerHTML = '<div id="root"></div>';
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('matchMedia', () => mediaQuery(false));
  const text = 'Firebase configuration incomplete. Check your environment variables.';
  await expect(import('../../../web/app/main.tsx')).rejects.toThrow(text);
  expect(log.mock.calls[0]?.join(' ')).toBe(
    'Missing Firebase configuration: VITE_FIREBASE_API_KEY, VITE_FIREBASE_AUTH_DOMAIN, VITE_FIREBASE_PROJECT_ID, VITE_FIREBASE_APP_ID',
  );
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  vi.unstubAllGlobals();
  log.mockRestore();
});
