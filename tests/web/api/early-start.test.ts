import type { Ticker } from '#compute';
import { afterEach, expect, it, vi } from 'vitest';
import { takeEarlyResponse, takeEarlyWorker } from '../../../web/shared/api/early-start.ts';
import { fetchSnapshot } from '../../../web/shared/api/stock-api.ts';

afterEach(() => {
  delete window.candorEarly;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const NVDA = { ticker: 'NVDA' as Ticker, horizonDays: 7 } as const;
const URL = '/api/stock/NVDA?days=7&view=columns&v=2';

function begin(response: Promise<Response>) {
  window.candorEarly = { ...NVDA, atMs: performance.now(), responses: { [URL]: response }, worker: null };
}

it('is taken once, and only for its own address', async () => {
  const response = new Response('{}');
  begin(Promise.resolve(response));
  expect(takeEarlyResponse('/api/stock/AAPL?days=7&view=columns&v=2')).toBeNull();
  expect(await takeEarlyResponse(URL)).toBe(response);
  expect(takeEarlyResponse(URL)).toBeNull();
});

it.each([
  [9_999, true],
  [10_000, false],
])('after %i ms it is usable: %s', (waitedMs, isUsable) => {
  vi.useFakeTimers({ toFake: ['performance'] });
  begin(Promise.resolve(new Response('{}')));
  vi.advanceTimersByTime(waitedMs);
  expect(takeEarlyResponse(URL) !== null).toBe(isUsable);
});

it('an early response that fails fails the load that takes it', async () => {
  vi.stubGlobal('fetch', vi.fn<typeof fetch>());
  const failed = Promise.reject(new TypeError('Failed to fetch'));
  failed.catch(() => undefined);
  begin(failed);
  expect(await fetchSnapshot('NVDA', 7, new AbortController().signal)).toMatchObject({
    error: { reason: 'unreachable' },
  });
  expect(fetch).not.toHaveBeenCalled();
});

it('an aborted load does not wait for the early response', async () => {
  begin(new Promise(() => {}));
  const caller = new AbortController();
  const answer = fetchSnapshot('NVDA', 7, caller.signal);
  caller.abort();
  expect(await answer).toEqual({ ok: false, error: { reason: 'aborted' } });
});

it('a copy of an earlier build is fetched again in the current form', async () => {
  const headers = { 'x-candor-source': 'cache' };
  begin(Promise.resolve(Response.json({ v: 1 }, { headers })));
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async () => Response.json({ error: 'gone', code: 'x' }, { status: 404 })),
  );
  expect(await fetchSnapshot('NVDA', 7, new AbortController().signal)).toMatchObject({
    error: { reason: 'refused', message: 'gone' },
  });
  expect(fetch).toHaveBeenCalledOnce();
});

it('a prefetch does not take the page’s early response', () => {
  begin(Promise.resolve(new Response('{}')));
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(() => new Promise(() => {})),
  );
  void fetchSnapshot('NVDA', 7, new AbortController().signal, true);
  expect(fetch).toHaveBeenCalledOnce();
  expect(takeEarlyResponse(URL)).not.toBeNull();
});

it('the worker is taken once', () => {
  const worker = {} as Worker;
  window.candorEarly = { ...NVDA, atMs: 0, responses: {}, worker };
  expect(takeEarlyWorker()).toBe(worker);
  expect(takeEarlyWorker()).toBeNull();
});
