import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { UpdateNotice } from '#web/app/update-notice.tsx';
import { withSettings } from '#support/web/settings.ts';
import { edit } from '#support/web/user-store.ts';
import { renderPage, setUpPages } from '#support/web/page-setup.tsx';

setUpPages();

afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));

/** The test's browser has no service workers. */
function withServiceWorker(value: object): void {
  Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true });
}

test('with reduced data an open page checks for no newer build, however long it stays open', async () => {
  vi.useFakeTimers();
  const update = vi.fn<() => Promise<void>>(async () => undefined);
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => ({ update }),
  });
  withServiceWorker(serviceWorker);
  const { store } = renderPage(<UpdateNotice />);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(update).toHaveBeenCalledTimes(2);
  act(() => void edit(store, withSettings({ traffic: 'reduced' })));
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  expect(update).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test.each([
  ['/assets/old.js', 1],
  // Loaded from the network, past the worker of the build before.
  ['/assets/new.js', 0],
])('a new worker is announced only to a page of another build: %s', async (src, notices) => {
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => ({ update: async () => undefined }),
  });
  withServiceWorker(serviceWorker);
  const builds = {
    'candor-build-1': '/assets/old.js',
    'candor-build-2': '/assets/new.js',
    'candor-data': '',
  };
  vi.stubGlobal('caches', {
    keys: async () => Object.keys(builds),
    match: async (path: string, { cacheName }: { cacheName: keyof typeof builds }) =>
      builds[cacheName] === path ? new Response() : undefined,
  });
  const entry = document.head.appendChild(document.createElement('script'));
  entry.type = 'module';
  entry.setAttribute('src', src);
  renderPage(<UpdateNotice />);
  await act(async () => void serviceWorker.dispatchEvent(new Event('controllerchange')));
  expect(screen.queryAllByText('New version available')).toHaveLength(notices);
  entry.remove();
});
