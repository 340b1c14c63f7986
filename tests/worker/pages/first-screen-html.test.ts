/** `GET /api/stock/:ticker?view=document`: the first screen by itself. */
import { afterEach, expect, test, vi } from 'vitest';
import { apiHeaders } from '#worker/http/security-headers.ts';
import { HOUR_MS, liveBindings, testWorker } from '#support/worker/test-worker.ts';
import { chartBody, down, fakeUpstream, json, risingRows } from '#support/worker/yahoo-upstream.ts';
import { initialData } from './html.ts';

afterEach(() => vi.restoreAllMocks());

const DOCUMENT = '/api/stock/AAPL?view=document&days=14&v=2';
const COLUMNS = '/api/stock/AAPL?view=columns&v=2';

test('is HTML with the columns embedded, cached and validated like the columns', async () => {
  const worker = testWorker();
  const columns = await worker.request(COLUMNS);
  const { status, headers, text } = await worker.request(DOCUMENT);
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  for (const [name, value] of apiHeaders()) expect(headers.get(name)).toBe(value);
  for (const name of ['Cache-Control', 'Age']) {
    expect(headers.get(name)).toBe(columns.headers.get(name));
  }
  expect(headers.get('Cache-Status')).toMatch(/^candor; hit; ttl=\d+; detail=memory$/);
  expect(text).toContain('id="first-screen"');
  const data = await initialData(text);
  expect(data?.json).toBe(columns.text);
  expect(data?.attributes).toEqual({
    type: 'application/json',
    id: 'initial-data',
    'data-ticker': 'AAPL',
    'data-days': '14',
    'data-etag': columns.headers.get('ETag'),
  });

  const etag = headers.get('ETag')!;
  expect(etag).not.toBe(columns.headers.get('ETag'));
  const again = await worker.request(DOCUMENT, { headers: { 'If-None-Match': etag } });
  expect([again.status, again.text]).toEqual([304, '']);
});

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'de', /\d,\d\d\s\$/],
  ['fr', 'fr', /\d,\d\d\s\$US/],
  ['en-GB,en', 'uk', /US\$\d/],
  ['de-CH', 'ch', /\$\s\d/],
  ['*', 'us', /\$\d+\.\d\d/],
  [`${'x'.repeat(36)}-de`, 'us', /\$\d+\.\d\d/],
])(
  'for the languages %j it has the figures of the region %s, and no cache mixes them',
  async (languages, region, price) => {
    const { headers, text } = await testWorker().request(DOCUMENT, {
      headers: { 'Accept-Language': languages },
    });
    expect(text).toContain(`data-region="${region}" data-clock="exchange"`);
    expect(text.split('<script')[0]).toMatch(price);
    expect(headers.get('Cloudflare-CDN-Cache-Control')).toBe('no-store');
    expect(headers.get('Vary')).toContain('Accept-Language');
  },
);

test('states its prices’ age to the minute', async () => {
  const upstream = fakeUpstream();
  const worker = testWorker(liveBindings());
  await worker.request(DOCUMENT);
  upstream.chart = down;
  worker.clock.ms += 3 * HOUR_MS;
  const seen = async () => (await worker.request(DOCUMENT)).text.split('<script')[0]!;
  const first = await seen();
  expect(first).toContain('fetched 3h');
  worker.clock.ms += HOUR_MS;
  expect(await seen()).toContain('fetched 4h');
});

test('a listing that no longer trades has no visible part', async () => {
  fakeUpstream({ chart: () => json(chartBody(risingRows(20))) });
  expect((await testWorker(liveBindings()).request(DOCUMENT)).text).toMatch(/^<script /);
});

test('a page of another version gets page_outdated, and failures are JSON', async () => {
  const worker = testWorker();
  for (const path of [DOCUMENT.replace('v=2', 'v=1'), '/api/stock/AAPL?view=document']) {
    expect((await worker.request(path)).body).toMatchObject({ code: 'page_outdated' });
  }
  const unknown = await worker.request(DOCUMENT.replace('AAPL', 'ZZZZ'));
  expect([unknown.status, unknown.body.code]).toEqual([404, 'unknown_symbol']);
});

test('a prefetch does not call a source', async () => {
  const upstream = fakeUpstream();
  const worker = testWorker(liveBindings());
  const ahead = { headers: { Purpose: 'prefetch' } };
  expect((await worker.request(DOCUMENT, ahead)).status).toBe(204);
  expect(upstream.asked).toEqual([]);
  const { text } = await worker.request(DOCUMENT);
  expect((await worker.request(DOCUMENT, ahead)).text).toBe(text);
});
