import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { entryKey } from '#worker/cache/read-through.ts';
import { DAY_MS, MINUTE_MS, NOON_MS, STOCK, liveBindings, testWorker } from '#support/worker/test-worker.ts';
import {
  NEW_YORK_OPEN_SECONDS,
  chartBody,
  chartCalls,
  fakeUpstream,
  json,
  risingRows,
} from '#support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());
beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

describe('a fresh entry', () => {
  test('serves 60 s in trading hours without another call', async () => {
    const upstream = fakeUpstream();
    const worker = testWorker(liveBindings());
    await worker.request(STOCK);
    worker.clock.ms += MINUTE_MS - 1;
    expect((await worker.request(STOCK)).body.stale).toBe(false);
    expect(chartCalls(upstream)).toBe(1);
  });

  test('serves every horizon and view, since neither is part of the key', async () => {
    const upstream = fakeUpstream();
    const worker = testWorker(liveBindings());
    for (const query of ['', '?days=1', '?days=30', '?view=columns&v=2', '?days=14&view=columns&v=2']) {
      expect((await worker.request(STOCK + query)).status).toBe(200);
    }
    expect(chartCalls(upstream)).toBe(1);
  });

  test('serves after the close until two hours later', async () => {
    const upstream = fakeUpstream();
    const twoHoursLaterMs = Date.UTC(2026, 10, 17, 23);
    const early = testWorker(liveBindings(), Date.UTC(2026, 10, 17, 21, 30));
    await early.request(STOCK);
    early.clock.ms = twoHoursLaterMs - 1;
    await early.request(STOCK);
    expect(chartCalls(upstream)).toBe(1);
    early.clock.ms = twoHoursLaterMs;
    expect((await early.request(STOCK)).body.stale).toBe(false);
    expect(chartCalls(upstream)).toBe(2);
  });

  test('serves from two hours after the close until the next open', async () => {
    const upstream = fakeUpstream();
    const nextOpenMs = (NEW_YORK_OPEN_SECONDS + 86_400) * 1000;
    const worker = testWorker(liveBindings(), Date.UTC(2026, 10, 17, 23));
    await worker.request(STOCK);
    worker.clock.ms = nextOpenMs - 1;
    expect((await worker.request(STOCK)).body.stale).toBe(false);
    expect(chartCalls(upstream)).toBe(1);
    worker.clock.ms = nextOpenMs;
    await worker.request(STOCK);
    expect(chartCalls(upstream)).toBe(2);
  });

  test('is found in KV by another isolate', async () => {
    const upstream = fakeUpstream();
    const bindings = liveBindings();
    const first = await testWorker(bindings).request(STOCK);
    const second = await testWorker(bindings, NOON_MS + MINUTE_MS - 1).request(STOCK);
    expect(chartCalls(upstream)).toBe(1);
    expect({ ...second.body, request_id: 0 }).toEqual({ ...first.body, request_id: 0 });
  });

  test('from one upstream is not served for another', async () => {
    const upstream = fakeUpstream();
    await testWorker(liveBindings()).request(STOCK);
    await testWorker(liveBindings()).request(STOCK);
    expect(chartCalls(upstream)).toBe(2);
    expect((await testWorker().request(STOCK)).body.source).toBe('sample');
  });
});

describe('a stale entry', () => {
  test('is served at once while one refresh runs, and the next request gets the new one', async () => {
    const upstream = fakeUpstream();
    const worker = testWorker(liveBindings());
    await worker.request(STOCK);
    upstream.chart = () =>
      json(
        chartBody(risingRows(), { regularMarketPrice: 110, regularMarketTime: NEW_YORK_OPEN_SECONDS + 9060 }),
      );
    worker.clock.ms += MINUTE_MS;
    const answers = await Promise.all(Array.from({ length: 10 }, () => worker.request(STOCK)));
    for (const { body } of answers) expect(body).toMatchObject({ stale: false, current_price: 108 });
    expect(chartCalls(upstream)).toBe(2);
    expect((await worker.request(STOCK)).body).toMatchObject({ stale: false, current_price: 110 });
  });

  test('is labelled stale after two missed refreshes in an open market', async () => {
    fakeUpstream();
    const bindings = liveBindings();
    await testWorker(bindings).request(STOCK);
    for (const [ageMs, stale] of [
      [2 * MINUTE_MS - 1, false],
      [2 * MINUTE_MS, true],
    ] as const) {
      const { body } = await testWorker(bindings, NOON_MS + ageMs).request(STOCK, {
        headers: { Purpose: 'prefetch' },
      });
      expect(body.stale).toBe(stale);
    }
  });

  test('costs no KV read per request in a long outage', async () => {
    const upstream = fakeUpstream();
    const worker = testWorker(liveBindings());
    await worker.request(STOCK);
    upstream.chart = () => new Response('oops', { status: 500 });
    worker.clock.ms += DAY_MS;
    await worker.request(STOCK);
    const get = vi.spyOn(env.MARKET_CACHE, 'getWithMetadata');
    for (let second = 1; second < 30; second++) {
      worker.clock.ms += 1000;
      await worker.request(`${STOCK}?view=columns&v=2`);
    }
    expect(get.mock.calls.filter(([key]) => String(key).startsWith('stock/'))).toEqual([]);
  });
});

describe('KV', () => {
  test('keeps an entry for 30 days', async () => {
    fakeUpstream();
    const put = vi.spyOn(env.MARKET_CACHE, 'put');
    await testWorker(liveBindings()).request(STOCK);
    expect(put.mock.calls[0]?.[2]).toMatchObject({ expirationTtl: 30 * 86_400 });
  });

  test('that throws counts as a miss', async () => {
    fakeUpstream();
    vi.spyOn(env.MARKET_CACHE, 'getWithMetadata').mockRejectedValue(new Error('KV is down'));
    const { status, body } = await testWorker(liveBindings()).request(STOCK);
    expect(status).toBe(200);
    expect(body.stale).toBe(false);
  });

  test('is not used by the sample market', async () => {
    const get = vi.spyOn(env.MARKET_CACHE, 'getWithMetadata');
    const put = vi.spyOn(env.MARKET_CACHE, 'put');
    await testWorker().request(STOCK);
    expect(get).not.toHaveBeenCalled();
    expect(put).not.toHaveBeenCalled();
  });

  test('has keys under 512 bytes even for the longest stored search text', () => {
    const key = entryKey(
      'search',
      'yahoo@query2.finance.yahoo.com+query1.finance.yahoo.com',
      '🍎'.repeat(24),
    );
    expect(new TextEncoder().encode(key).length).toBeLessThan(512);
  });
});
