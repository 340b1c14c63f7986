/* oxlint-disable no-await-in-loop -- requests follow one another on purpose */
/** The answer that KV keeps printed: when it is handed out as it is, when it is not, and what a broken one does. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordKey } from '../../../worker/cache/keys.ts';
import { storedLines } from '../../support/worker/stored-lines.ts';
import { NOON_MS, liveBindings, testWorker } from '../../support/worker/test-worker.ts';
import {
  NEW_YORK_OPEN_SECONDS,
  chartBody,
  fakeUpstream,
  json,
  risingRows,
} from '../../support/worker/yahoo-upstream.ts';

let warn = vi.spyOn(console, 'warn');
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const STOCK = '/api/stock/AAPL';
const COLUMNS = `${STOCK}?view=columns`;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Tuesday 2026-11-17, 16:30 New York and the half hour in which prices settle. */
const EVENING_MS = Date.UTC(2026, 10, 17, 21, 30, 1);

const down = () => new Response('down', { status: 500 });
const keyOf = (bindings: { YAHOO_BASE_URL: string }) =>
  recordKey('stock', { mode: 'live', upstream: `yahoo@${new URL(bindings.YAHOO_BASE_URL).host}` }, 'AAPL');

/** A value that one isolate has stored, and what it answered. */
async function stored(atMs = NOON_MS, path = COLUMNS) {
  const upstream = fakeUpstream();
  const bindings = liveBindings();
  const first = await testWorker(bindings, atMs).request(path);
  const text = await env.MARKET_CACHE.get(keyOf(bindings));
  if (text === null) throw new Error('nothing was stored');
  const get = vi.spyOn(env.MARKET_CACHE, 'get');
  const before = upstream.asked.length;
  return { upstream, bindings, first, text, get, asked: () => upstream.asked.length - before };
}

describe('another isolate', () => {
  test('hands the answer out with one KV read, no other and no upstream call, and then from memory', async () => {
    const { bindings, first, get, asked } = await stored();
    const worker = testWorker(bindings, NOON_MS + MINUTE_MS - 1);
    const handed = await worker.request(COLUMNS);
    expect(handed.text).toBe(first.text);
    expect(handed.headers.get('ETag')).toBe(first.headers.get('ETag'));
    expect(handed.headers.get('Cache-Status')).toBe('edge; hit; ttl=0; detail=kv');
    expect(handed.headers.get('Age')).toBe('59');
    expect(handed.headers.get('Cache-Control')).toBe('public, max-age=15');
    const again = await worker.request(COLUMNS);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('Cache-Status')).toContain('detail=memory');
    expect([get.mock.calls.length, asked()]).toEqual([1, 0]);
  });

  test('hands out what the specified view has stored', async () => {
    const { bindings, get, asked } = await stored(NOON_MS, STOCK);
    const { body } = await testWorker(bindings).request(COLUMNS);
    expect(body).toMatchObject({ stale: false, current_price: 108, market_state: 'open' });
    expect([get.mock.calls.length, asked()]).toEqual([1, 0]);
  });

  test('answers 304, HEAD and a prefetch from it', async () => {
    const { bindings, first, asked } = await stored();
    const etag = first.headers.get('ETag') ?? '';
    const revalidated = await testWorker(bindings).request(COLUMNS, { headers: { 'If-None-Match': etag } });
    expect([revalidated.status, revalidated.text]).toEqual([304, '']);
    const head = await testWorker(bindings).request(COLUMNS, { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('ETag')]).toEqual([200, '', etag]);
    const guess = await testWorker(bindings).request(COLUMNS, { headers: { Purpose: 'prefetch' } });
    expect(guess.text).toBe(first.text);
    expect(asked()).toBe(0);
  });

  test('reads KV once for a herd', async () => {
    const { bindings, first, get } = await stored();
    const worker = testWorker(bindings);
    const answers = await Promise.all(Array.from({ length: 100 }, () => worker.request(COLUMNS)));
    for (const { text } of answers) expect(text).toBe(first.text);
    expect(get).toHaveBeenCalledTimes(1);
  });

  test('opens the record for another view without a second read of it, and prints the same columns', async () => {
    const { bindings, first, get, asked } = await stored();
    const worker = testWorker(bindings);
    await worker.request(COLUMNS);
    const { body } = await worker.request(STOCK);
    expect(body).toMatchObject({ current_price: 108, fetched_at: first.body.fetched_at });
    const columns = await worker.request(COLUMNS);
    expect([columns.text, columns.headers.get('ETag')]).toEqual([first.text, first.headers.get('ETag')]);
    const reads = get.mock.calls.filter(([key]) => String(key).startsWith('stock/'));
    expect([reads.length, asked()]).toEqual([1, 0]);
  });

  test('answers a batch from it', async () => {
    const { bindings, asked } = await stored();
    const worker = testWorker(bindings);
    await worker.request(COLUMNS);
    const { body } = await worker.request('/api/quotes?tickers=AAPL');
    expect(body).toMatchObject({ due: 0, quotes: [{ status: 'ready', current_price: 108 }] });
    expect(asked()).toBe(0);
  });
});

describe('an answer that no longer holds is not handed out', () => {
  test('K06 past its freshness it is the stale copy it is, and one refresh runs', async () => {
    const { bindings, asked } = await stored();
    const { body, headers } = await testWorker(bindings, NOON_MS + MINUTE_MS).request(COLUMNS);
    expect(body).toMatchObject({ stale: true, current_price: 108 });
    expect(headers.get('Cache-Status')).toBe('edge; fwd=stale; detail=refreshing');
    expect(asked()).toBeGreaterThan(0);
  });

  test('when the market opens for early trading, though the price is fresh until the bell', async () => {
    const { bindings, first, text } = await stored(EVENING_MS);
    expect(first.body.market_state).toBe('post');
    const { seal } = storedLines(text);
    const postEnds = NEW_YORK_OPEN_SECONDS + 37_800;
    expect(seal).toMatchObject({
      freshUntilSeconds: NEW_YORK_OPEN_SECONDS + 86_400,
      trueUntilSeconds: postEnds,
    });
    for (const [ms, state] of [
      [postEnds * 1000 - 1, 'post'],
      [postEnds * 1000, 'closed'],
      [(NEW_YORK_OPEN_SECONDS + 86_400 - 19_800) * 1000, 'pre'],
    ] as const) {
      const { body } = await testWorker(bindings, ms).request(COLUMNS);
      expect(body).toMatchObject({ stale: false, market_state: state });
    }
  });

  test('from memory either', async () => {
    const { bindings } = await stored(EVENING_MS);
    const worker = testWorker(bindings, EVENING_MS);
    await worker.request(COLUMNS);
    worker.clock.ms = (NEW_YORK_OPEN_SECONDS + 37_800) * 1000;
    expect((await worker.request(COLUMNS)).body).toMatchObject({ stale: false, market_state: 'closed' });
  });

  test('when its market cap is due, a day after it was read', async () => {
    // Friday's close: the price is fresh until Monday, the fundamentals for a day.
    const friday = NEW_YORK_OPEN_SECONDS + 3 * 86_400;
    const upstream = fakeUpstream({
      chart: () =>
        json(
          chartBody(risingRows(), {
            regularMarketTime: friday + 23_400,
            currentTradingPeriod: {
              pre: { start: friday - 19_800, end: friday },
              regular: { start: friday, end: friday + 23_400 },
              post: { start: friday + 23_400, end: friday + 37_800 },
            },
          }),
        ),
    });
    const bindings = liveBindings();
    const closedMs = (friday + 40_000) * 1000;
    await testWorker(bindings, closedMs).request(COLUMNS);
    const calls = upstream.asked.length;
    await testWorker(bindings, closedMs + 24 * HOUR_MS - 1).request(COLUMNS);
    expect(upstream.asked).toHaveLength(calls);
    await testWorker(bindings, closedMs + 24 * HOUR_MS).request(COLUMNS);
    expect(upstream.asked.slice(calls).map(({ pathname }) => pathname)).toEqual([
      expect.stringContaining('fundamentals-timeseries'),
    ]);
  });

  test.each([
    [60, false],
    [61, true],
  ])('K08 and was fetched %i s in the future: stale %s', async (aheadSeconds, stale) => {
    const { bindings } = await stored();
    const { body, headers } = await testWorker(bindings, NOON_MS - aheadSeconds * 1000).request(COLUMNS);
    expect([body.stale, headers.get('Age')]).toEqual([stale, '0']);
  });
});

describe('KV keeps the record alone', () => {
  test('while the fundamentals fail, and the next isolate asks for them again', async () => {
    const upstream = fakeUpstream({ fundamentals: down });
    const bindings = liveBindings();
    await testWorker(bindings).request(COLUMNS);
    expect(await env.MARKET_CACHE.get(keyOf(bindings))).not.toContain('\n');
    const calls = upstream.asked.length;
    expect((await testWorker(bindings).request(COLUMNS)).body.market_cap).toBeNull();
    expect(upstream.asked.length).toBeGreaterThan(calls);
  });

  test('of a batch, which asks for no fundamentals; where they are known the answer is printed beside it', async () => {
    fakeUpstream();
    const bindings = liveBindings();
    const worker = testWorker(bindings);
    await worker.request('/api/quotes?tickers=AAPL');
    expect(await env.MARKET_CACHE.get(keyOf(bindings))).not.toContain('\n');
    await worker.request(COLUMNS);
    worker.clock.ms += 16 * MINUTE_MS;
    await worker.request('/api/quotes?tickers=AAPL');
    expect(storedLines((await env.MARKET_CACHE.get(keyOf(bindings)))!).answer).toMatchObject({
      current_price: 108,
      fetched_at: new Date(worker.clock.ms).toISOString(),
    });
  });
});

/** Breaks a value: its seal, its printed answer or its record. */
type Break = (value: string) => string;

function withSeal(change: object): Break {
  return (value) => {
    const [seal, ...rest] = value.split('\n');
    return [JSON.stringify({ ...JSON.parse(seal ?? ''), ...change }), ...rest].join('\n');
  };
}

describe('K04 a sealed value', () => {
  const unreadable: [string, Break][] = [
    ['without its last two bytes', (value) => value.slice(0, -2)],
    ['cut within the answer', (value) => value.slice(0, value.length / 2)],
    ['cut after the answer', (value) => `${value.split('\n').slice(0, 2).join('\n')}\n`],
    ['cut to the seal', (value) => `${value.split('\n')[0]}\n`],
    ['that begins in the middle', (value) => value.slice(9)],
  ];

  test.each(unreadable)('%s is a miss that the log names, kept until a valid fetch', async (_, broken) => {
    const { upstream, bindings, text } = await stored();
    await env.MARKET_CACHE.put(keyOf(bindings), broken(text));
    upstream.chart = down;
    const refused = await testWorker(bindings).request(COLUMNS);
    expect([refused.status, refused.body.code]).toEqual([503, 'upstream_unavailable']);
    expect(warn.mock.calls.map(([line]) => JSON.parse(String(line)))).toContainEqual(
      expect.objectContaining({ event: 'kv_read', key: keyOf(bindings) }),
    );
    expect(await env.MARKET_CACHE.get(keyOf(bindings))).toBe(broken(text));
    upstream.chart = () => json(chartBody());
    expect((await testWorker(bindings).request(COLUMNS)).status).toBe(200);
    expect(await env.MARKET_CACHE.get(keyOf(bindings))).toBe(text);
  });

  const readable: [string, Break][] = [
    ['without its last line feed', (value) => value.slice(0, -1)],
    ['of another version', withSeal({ seal: 2 })],
    ['with a wrong length of its answer', withSeal({ answerBytes: 7 })],
    ['with a negative length of its answer', withSeal({ answerBytes: -1 })],
    ['with a length of its answer beyond its end', withSeal({ answerBytes: 1e9 })],
    ['without an end', withSeal({ trueUntilSeconds: null })],
    ['with a validator that is none', withSeal({ etag: '"x\r\nSet-Cookie: a=b"' })],
    ['whose seal is not closed', withSeal({ etag: 'x'.repeat(600) })],
  ];

  test.each(readable)('%s is read as a record, and its answer is printed anew', async (_, broken) => {
    const { bindings, first, text, asked } = await stored();
    await env.MARKET_CACHE.put(keyOf(bindings), broken(text));
    const { status, headers, text: answer } = await testWorker(bindings).request(COLUMNS);
    expect([status, answer, asked()]).toEqual([200, first.text, 0]);
    expect(headers.get('ETag')).toBe(first.headers.get('ETag'));
  });

  test('whose record is none of ours is a miss for who needs the record', async () => {
    const { bindings, text, asked } = await stored();
    const broken = text.replace('"calendar":"nyse"', '"calendar":"mars"');
    expect(broken).toHaveLength(text.length);
    await env.MARKET_CACHE.put(keyOf(bindings), broken);
    const worker = testWorker(bindings);
    expect((await worker.request(COLUMNS)).status).toBe(200);
    expect(asked()).toBe(0);
    expect((await worker.request(STOCK)).body).toMatchObject({ stale: false, current_price: 108 });
    expect(asked()).toBeGreaterThan(0);
  });
});
