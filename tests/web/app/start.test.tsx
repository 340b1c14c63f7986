import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { mediaQuery } from '../../support/web/page-setup.tsx';

it('a build without its settings logs their names, and reports and shows the text of the specification', async () => {
  document.body.innerHTML = '<div id="root"></div>';
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const reported = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', reported);
  vi.stubGlobal('matchMedia', () => mediaQuery(false));
  await import('../../../web/app/main.tsx');
  expect(log.mock.calls[0]?.join(' ')).toBe(
    'Missing Firebase configuration: VITE_FIREBASE_API_KEY, VITE_FIREBASE_AUTH_DOMAIN, VITE_FIREBASE_PROJECT_ID, VITE_FIREBASE_APP_ID',
  );
  const text = 'Firebase configuration incomplete. Check your environment variables.';
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(reported).toHaveBeenCalledWith(expect.objectContaining({ message: text }));
  vi.unstubAllGlobals();
  log.mockRestore();
});
