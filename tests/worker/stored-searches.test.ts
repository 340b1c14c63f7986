/** Which searches are written to KV, without costing a price its write. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseTicker } from '#compute';
import { KvStore } from '#worker/cache/stores.ts';
import { createSampleMarketData } from '#worker/providers/sample/sample-market-data.ts';
import { CachedMarketData } from '#worker/snapshot/cached-market-data.ts';
import { runs } from '../support/runs.ts';
import { MINUTE_MS, NOON_MS, liveBindings, testWorker } from '../support/worker/test-worker.ts';
import { fakeUpstream, json } from '../support/worker/yahoo-upstream.ts';

const now = () => NOON_MS;

const APPLE = {
  symbol: 'AAPL',
  longname: 'Apple Inc.',
  shortname: 'Apple Inc.',
  exchange: 'NMS',
  exchDisp: 'NASDAQ',
  quoteType: 'EQUITY',
  isYahooFinance: true,
};

let put = vi.spyOn(env.MARKET_CACHE, 'put');
beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  put = vi.spyOn(env.MARKET_CACHE, 'put');
  fakeUpstream({ search: () => json({ quotes: [APPLE], news: [] }) });
});
afterEach(() => vi.restoreAllMocks());

const written = () => put.mock.calls.map(([key]) => key.split('/').slice(-1)[0] ?? '');

test('a text that begins a found symbol or word is written at its second request, for other isolates to find', async () => {
  const bindings = liveBindings();
  const worker = testWorker(bindings);
  await worker.request('/api/search?q=apple');
  expect(written()).toEqual([]);
  // The same text for a reader, and therefore for the cache.
  await worker.request('/api/search?q=%20%20APPLE%20');
  await worker.request('/api/search?q=apple');
  expect(written()).toEqual(['apple']);
  expect(put.mock.calls[0]?.[2]).toMatchObject({ expirationTtl: 7 * 86_400 });
  vi.mocked(globalThis.fetch).mockClear();
  const other = testWorker(bindings);
  for (let request = 0; request < 3; request++) {
    expect((await other.request('/api/search?q=apple')).body[0]).toMatchObject({ symbol: 'AAPL' });
  }
  expect(globalThis.fetch).not.toHaveBeenCalled();
  expect(written()).toEqual(['apple']);
});

test.each(['a', 'my private words', 'pple', 'apple inc. and what else I typed'])(
  '%j is never written',
  async (text) => {
    const worker = testWorker(liveBindings());
    for (let request = 0; request < 3; request++) {
      await worker.request(`/api/search?q=${encodeURIComponent(text)}`);
    }
    expect(written()).toEqual([]);
  },
);

test('such writes happen at most once in ten minutes', async () => {
  const worker = testWorker(liveBindings());
  const ask = async (text: string) => {
    for (let request = 0; request < 2; request++) await worker.request(`/api/search?q=${text}`);
  };
  await ask('aapl');
  await ask('apple');
  expect(written()).toEqual(['aapl']);
  worker.clock.ms += 10 * MINUTE_MS;
  await ask('apple');
  expect(written()).toEqual(['aapl', 'apple']);
  // A text that is still stored gives its turn to others.
  worker.clock.ms += 20 * MINUTE_MS;
  await ask('aapl');
  expect(written()).toEqual(['aapl', 'apple']);
});

test('such writes pause for an hour after KV refused one', async () => {
  const worker = testWorker(liveBindings());
  put.mockRejectedValueOnce(new Error('429'));
  await worker.request('/api/stock/AAPL');
  const before = put.mock.calls.length;
  const ask = async () => {
    for (let request = 0; request < 2; request++) await worker.request('/api/search?q=apple');
  };
  await ask();
  worker.clock.ms += 60 * MINUTE_MS - 1;
  await ask();
  expect(put.mock.calls.length).toBe(before);
  worker.clock.ms += 1;
  await ask();
  expect(written().at(-1)).toBe('apple');
});

test('random texts cost no writes, and a price still gets its own', async () => {
  const source = createSampleMarketData(now);
  const data = new CachedMarketData(source, new KvStore(env.MARKET_CACHE, now), now, async () => () => null);
  const pending: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void pending.push(work);
  for (let text = 0; text < runs(10_000); text++) await data.search((text * 7919).toString(36), waitUntil);
  expect(written()).toEqual([]);
  const parsed = parseTicker('AAPL');
  if (parsed.ok) await data.snapshot(parsed.value, waitUntil);
  await Promise.all(pending);
  expect(written()).toContain('AAPL');
});
