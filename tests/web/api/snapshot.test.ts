import { afterEach, expect, it, vi } from 'vitest';
import { fetchSnapshot, reloadFromNetwork } from '#web/shared/api/snapshot.ts';
import { sampleSnapshot } from '../stock/sample-response.ts';

const signal = new AbortController().signal;

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['has another version than this page', { error: 'Reload.', code: 'page_outdated' }, 409, 'outdated'],
  ['sends another version all the same', { ...sampleSnapshot('AAPL'), v: 3 }, 200, 'malformed'],
])('a server that %s', async (_what, body, status, reason) => {
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => Response.json(body, { status })),
  );
  expect(await fetchSnapshot('AAPL', 7, signal)).toEqual({ ok: false, error: { reason } });
});

it('a page of a stored build that the server no longer serves reloads from the network, once', async () => {
  const names = new Set(['candor-build-1', 'candor-build-2', 'candor-data']);
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  });
  const reload = vi.fn<() => void>();
  await reloadFromNetwork(reload);
  expect([...names]).toEqual(['candor-data']);
  // The service worker stores its build again.
  names.add('candor-build-2');
  await reloadFromNetwork(reload);
  expect(reload).toHaveBeenCalledOnce();
});
