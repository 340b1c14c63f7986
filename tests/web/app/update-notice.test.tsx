import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { UpdateNotice } from '#web/app/update-notice.tsx';
import { withSettings } from '#web/shared/user/change-settings.ts';
import { edit } from '#support/web/user-store.ts';
import { renderPage, setUpPages } from '#support/web/page-setup.tsx';

setUpPages();

test('with reduced data an open page checks for no newer build, however long it stays open', async () => {
  vi.useFakeTimers();
  const update = vi.fn<() => Promise<void>>(async () => undefined);
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => ({ update }),
  });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { serviceWorker }));
  const { store } = renderPage(<UpdateNotice />);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(update).toHaveBeenCalledTimes(2);
  act(() => void edit(store, withSettings({ traffic: 'reduced' })));
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(update).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('changing formats removes stored first screens and keeps the listings’ data', async () => {
  const stored = new Set(['/first-screen?ticker=AAPL&days=7', '/api/stock/AAPL?view=columns']);
  const cache = {
    keys: async () => Array.from(stored, (path) => ({ url: `https://candor.test${path}` })),
    delete: async ({ url }: Request) => stored.delete(url.replace('https://candor.test', '')),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  const registration = { update: async () => undefined };
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: null,
    register: async () => registration,
  });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as object, { serviceWorker }));
  const { store } = renderPage(<UpdateNotice />);
  act(() => void edit(store, withSettings({ palette: 'safe' })));
  await act(async () => {});
  expect(stored.size).toBe(2);
  act(() => void edit(store, withSettings({ region: 'de' })));
  await expect.poll(() => [...stored]).toEqual(['/api/stock/AAPL?view=columns']);
});
