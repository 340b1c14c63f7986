import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SNAPSHOT_VERSION } from '#worker/snapshot';
import { fetchSnapshot, reloadIntoNewerBuild } from '#web/shared/api/snapshot.ts';
import { sampleSnapshot } from '../stock/sample-response.ts';

const reload = vi.fn<() => void>();
function refuse(): never {
  throw new DOMException('refused', 'SecurityError');
}

const signal = new AbortController().signal;

beforeEach(() => {
  sessionStorage.clear();
  reload.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['has another version than this page', { error: 'Reload.', code: 'page_outdated' }, 409, 'outdated'],
  ['sends another version all the same', { ...sampleSnapshot('AAPL'), v: 3 }, 200, 'malformed'],
])('a server that %s', async (_what, body, status, reason) => {
  // This tab has reloaded before, so it does not reload again.
  sessionStorage.setItem(`candor:reloaded-for-build:${SNAPSHOT_VERSION}`, 'yes');
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => Response.json(body, { status })),
  );
  expect(await fetchSnapshot('AAPL', 7, signal)).toEqual({ ok: false, error: { reason } });
});

it('a tab reloads once', async () => {
  await reloadIntoNewerBuild(reload);
  await reloadIntoNewerBuild(reload);
  expect(reload).toHaveBeenCalledOnce();
});

it('a tab without session storage does not reload', async () => {
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse });
  await reloadIntoNewerBuild(reload);
  expect(reload).not.toHaveBeenCalled();
});

it('waits for the new service worker, since the old one would serve the old page again', async () => {
  const serviceWorker = Object.assign(new EventTarget(), {
    getRegistration: async () => ({ update: async () => undefined, installing: {}, waiting: null }),
  });
  vi.stubGlobal('navigator', { serviceWorker });
  const reloaded = reloadIntoNewerBuild(reload);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(reload).not.toHaveBeenCalled();
  serviceWorker.dispatchEvent(new Event('controllerchange'));
  await reloaded;
  expect(reload).toHaveBeenCalledOnce();
});
