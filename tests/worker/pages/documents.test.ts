/** The documents of /prediction and /demo, up to the last byte of the stream. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { WorkerBindings } from '#worker/config.ts';
import { assets, liveBindings, NOON_MS, testWorker } from '#support/worker/test-worker.ts';
import {
  chartBody,
  chartCalls,
  down,
  fakeUpstream,
  json,
  risingRows,
  UNKNOWN_SYMBOL_BODY,
} from '#support/worker/yahoo-upstream.ts';
import { elements, initialData } from './html.ts';

afterEach(() => vi.restoreAllMocks());

const BEFORE = '<!doctype html><title>Candor</title><body><div id="root"></div>';
const AFTER = '</body></html>';
const POLICY = "default-src 'none'; script-src 'self'";

function shell(): Response {
  return new Response(`${BEFORE}<!--first-screen-->${AFTER}`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'public, max-age=0, must-revalidate',
      ETag: '"of the file"',
    },
  });
}
const ASSETS = assets({ '/shell/prediction': shell, '/shell/demo': shell });

/** The part of a document after the shell's placeholder. */
async function firstScreen(path: string, bindings: WorkerBindings = {}, init?: RequestInit): Promise<string> {
  const { status, text } = await testWorker({ ASSETS, ...bindings }).request(path, init);
  expect(status).toBe(200);
  expect([text.slice(0, BEFORE.length), text.slice(-AFTER.length)]).toEqual([BEFORE, AFTER]);
  return text.slice(BEFORE.length, -AFTER.length);
}

/** A promise that the test resolves. */
function later<T>(): { readonly value: Promise<T>; give: (value: T) => void } {
  let give: (value: T) => void = () => undefined;
  const value = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { value, give: (given) => give(given) };
}

const FROM_AFAR = { headers: { 'CF-Connecting-IP': '203.0.113.7', 'Accept-Encoding': 'identity' } };

test('the shell is sent before quota, KV or vendor are read, with headers independent of the listing', async () => {
  const upstream = fakeUpstream();
  const readKv = vi.spyOn(env.MARKET_CACHE, 'getWithMetadata');
  const quota = later<{ success: boolean }>();
  const worker = testWorker({ ...liveBindings(), ASSETS, API_RATE_LIMITER: { limit: () => quota.value } });
  const response = await worker.open('/prediction?ticker=AAPL', FROM_AFAR);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': 'no-cache',
    'cloudflare-cdn-cache-control': 'no-store',
    vary: 'Accept-Language, User-Agent',
    link: '<https://candor.test/demo?ticker=AAPL&days=7>; rel="canonical"',
    'x-request-id': expect.any(String),
  });
  const [beginning, whole] = response.body!.tee();
  const { value } = await beginning.getReader().read();
  expect(new TextDecoder().decode(value)).toBe(BEFORE);
  expect(upstream.asked).toEqual([]);
  expect(readKv).not.toHaveBeenCalled();
  quota.give({ success: true });
  const document = await new Response(whole).text();
  expect(document.startsWith(`${BEFORE}<div id="first-screen"`)).toBe(true);
  expect(await initialData(document)).not.toBeNull();
  expect(document.endsWith(AFTER)).toBe(true);
});

test('the same bytes are in KV, on the wire and in the document', async () => {
  fakeUpstream();
  const put = vi.spyOn(env.MARKET_CACHE, 'put');
  const worker = testWorker({ ...liveBindings(), ASSETS });
  const { text: document } = await worker.request('/prediction');
  const { text: wire, headers } = await worker.request('/api/stock/AAPL?view=columns&v=2');
  const [, stored] = put.mock.calls.find(([key]) => key.startsWith('stock/'))!;
  expect(new TextDecoder().decode(stored as unknown as Uint8Array)).toBe(wire);
  const data = await initialData(document);
  expect(data?.json).toBe(wire);
  expect(data?.attributes).toMatchObject({
    'data-ticker': 'AAPL',
    'data-days': '7',
    'data-etag': headers.get('ETag'),
    'data-cache-status': 'candor; fwd=miss; stored',
    'data-server-time': new Date(NOON_MS).toISOString(),
  });
});

test.each([
  ['/prediction', 'AAPL', '7'],
  ['/prediction?ticker=%20nvda&days=14&range=1Y', 'NVDA', '14'],
  ['/prediction?ticker=NVDA&days=5', 'NVDA', '7'],
  ['/demo?ticker=MSFT&days=30', 'MSFT', '30'],
  ['/prediction?ticker=NASDAQ:NVDA&days=30', 'NVDA', '30'],
  ['/prediction?ticker=$ko', 'KO', '7'],
  ['/demo?ticker=NASDAQ:MSFT', 'MSFT', '7'],
])('%s has the first screen of %s over %s days', async (path, ticker, days) => {
  const html = await firstScreen(path);
  expect(html).toContain('id="first-screen"');
  const data = await initialData(html);
  expect(JSON.parse(data!.json)).toMatchObject({ ticker });
  expect(data!.attributes).toMatchObject({ 'data-ticker': ticker, 'data-days': days });
});

describe('D01 never worse than the shell', () => {
  test.each<[string, string, WorkerBindings]>([
    ['a ticker that is none', '/prediction?ticker=%3Cscript%3E', {}],
    ['an empty ticker', '/prediction?ticker=', {}],
    ['a wrong configuration', '/demo', { MARKET_DATA: 'imaginary' }],
  ])('%s gives the shell alone', async (_, path, bindings) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await firstScreen(path, bindings)).toBe('');
  });

  test('a used-up quota gives the shell alone without calling a source', async () => {
    const upstream = fakeUpstream();
    const API_RATE_LIMITER = { limit: async () => ({ success: false }) };
    expect(await firstScreen('/prediction', { ...liveBindings(), API_RATE_LIMITER }, FROM_AFAR)).toBe('');
    expect(upstream.asked).toEqual([]);
  });

  test('an exception gives the shell alone, and is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const worker = testWorker({ ASSETS });
    vi.spyOn(TextDecoder.prototype, 'decode').mockImplementation(() => {
      throw new Error('a bug');
    });
    expect((await worker.request('/demo')).text).toBe(BEFORE + AFTER);
    expect(log.mock.calls.join()).toContain('a bug');
  });

  test('a build without the shell serves the asset at the URL; without a build it is 404', async () => {
    const { status, text } = await testWorker({
      ASSETS: assets({ '/demo': () => new Response('for unknown addresses', { status: 404 }) }),
    }).request('/demo');
    expect([status, text]).toEqual([404, 'for unknown addresses']);
    const NONE = { ASSETS: undefined } as unknown as WorkerBindings;
    expect((await testWorker(NONE).request('/demo')).body).toMatchObject({ code: 'not_found' });
  });
});

test('D02 a document does not wait for a slow source, and its page joins the same load through the API', async () => {
  const reply = later<Response>();
  const upstream = fakeUpstream({ chart: () => reply.value });
  const worker = testWorker({ ...liveBindings(), ASSETS }, NOON_MS, null, { firstScreenMs: 0 });
  const document = await worker.open('/prediction');
  expect(await document.text()).toBe(BEFORE + AFTER);
  const asked = worker.request('/api/stock/AAPL?view=columns&v=2');
  reply.give(json(chartBody()));
  expect((await asked).status).toBe(200);
  expect(chartCalls(upstream)).toBe(1);
});

describe('D03 a failure', () => {
  test.each([
    ['an unknown symbol', () => json(UNKNOWN_SYMBOL_BODY, 404), { 'data-status': '404' }, 'unknown_symbol'],
    [
      'a source that is down',
      down,
      { 'data-status': '503', 'data-retry-after': '30' },
      'upstream_unavailable',
    ],
  ])('of %s is in the document as in the API', async (_, chart, attributes, code) => {
    fakeUpstream({ chart });
    const html = await firstScreen('/prediction?days=30', liveBindings());
    expect(html).not.toContain('id="first-screen"');
    const data = await initialData(html);
    expect(data?.attributes).toMatchObject({ 'data-ticker': 'AAPL', 'data-days': '30', ...attributes });
    expect(JSON.parse(data!.json)).toMatchObject({ code, error: expect.stringMatching(/\.$/) });
  });

  test('with an entry serves the entry and says why it is stale', async () => {
    const upstream = fakeUpstream();
    const worker = testWorker({ ...liveBindings(), ASSETS });
    await worker.request('/prediction');
    upstream.chart = down;
    worker.clock.ms += 120_000;
    await worker.request('/prediction');
    const data = await initialData((await worker.request('/prediction')).text);
    expect(data?.attributes['data-cache-status']).toMatch(
      /^candor; hit; ttl=-\d+; detail=upstream_unavailable$/,
    );
  });
});

test('a listing without a forecast has data but no visible part', async () => {
  fakeUpstream({ chart: () => json(chartBody(risingRows(20))) });
  const html = await firstScreen('/prediction', liveBindings());
  expect(html).not.toContain('id="first-screen"');
  expect(JSON.parse((await initialData(html))!.json)).toMatchObject({ ticker: 'AAPL' });
});

test('HEAD gets only the headers without calling a source', async () => {
  const upstream = fakeUpstream();
  const worker = testWorker({ ...liveBindings(), ASSETS });
  const { status, headers, text } = await worker.request('/prediction', { method: 'HEAD' });
  expect([status, headers.get('Cache-Control'), text]).toEqual([200, 'no-cache', '']);
  expect(upstream.asked).toEqual([]);
});

test.each([
  ['I10 a method that does not read', '/prediction', 'POST', 405],
  ['I05 an address of 20 kB', `/demo?x=${'a'.repeat(20_000)}`, 'GET', 414],
])('%s is refused', async (_, path, method, status) => {
  const answer = await testWorker({ ASSETS }).request(path, { method });
  expect(answer.status).toBe(status);
  const requestId = answer.headers.get('X-Request-Id');
  expect(answer.body).toMatchObject({ error: expect.any(String), request_id: requestId });
});

test('a document is counted at its end, with the cache’s outcome', async () => {
  const points: AnalyticsEngineDataPoint[] = [];
  const METRICS: AnalyticsEngineDataset = { writeDataPoint: (point) => void points.push(point ?? {}) };
  const worker = testWorker({ ASSETS, METRICS });
  await worker.request('/prediction?ticker=MSFT');
  await worker.request('/prediction?ticker=%3C');
  expect(points).toEqual([
    { indexes: ['/prediction'], blobs: ['/prediction', 'upstream', 'none'], doubles: [200, 0] },
    { indexes: ['/prediction'], blobs: ['/prediction', 'none', 'invalid_ticker'], doubles: [200, 0] },
  ]);
});

test('a reader who leaves early is not an error', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const worker = testWorker({ ASSETS });
  await (await worker.open('/demo')).body!.cancel();
  expect((await worker.request('/demo')).text).toContain('id="initial-data"');
  expect(log).not.toHaveBeenCalled();
});

test.each([
  '</script><svg onload=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  '<!--<script>',
  ']]>&lt;/script&gt;\u2028\u2029',
  '<script type="application/json" id="initial-data">{}</script>',
])('D04 a company named %s is text everywhere', async (longName) => {
  fakeUpstream();
  const usual = await firstScreen('/prediction', liveBindings());
  fakeUpstream({
    chart: () => json(chartBody(risingRows(), { longName, shortName: longName, fullExchangeName: longName })),
  });
  const bindings = liveBindings();
  const hostile = await firstScreen('/prediction', bindings);
  // The same elements and attributes as for a company with a plain name.
  expect(await elements(hostile)).toEqual(await elements(usual));
  const { company_name: known } = (await testWorker(bindings).request('/api/stock/AAPL')).body;
  expect(JSON.parse((await initialData(hostile))!.json).company_name).toBe(known);
});
