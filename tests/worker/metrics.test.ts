import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assets, liveBindings, testWorker } from '../support/worker/test-worker.ts';
import { fakeUpstream, json } from '../support/worker/yahoo-upstream.ts';

const STOCK = '/api/stock/:ticker';

let points: AnalyticsEngineDataPoint[] = [];
const METRICS: AnalyticsEngineDataset = { writeDataPoint: (point) => void points.push(point ?? {}) };

beforeEach(() => {
  points = [];
});
afterEach(() => vi.restoreAllMocks());

test('distinguishes a miss, a hit, and a stale entry with its reason', async () => {
  const upstream = fakeUpstream();
  const worker = testWorker({ ...liveBindings(), METRICS });
  const path = '/api/stock/AAPL?view=columns&v=2';
  await worker.request(path);
  await worker.request(path);
  upstream.chart = () => json({}, 403);
  worker.clock.ms += 120_000;
  await worker.request(path);
  await worker.request(path);
  expect(points.map(({ blobs }) => blobs)).toEqual([
    [STOCK, 'upstream', 'none'],
    [STOCK, 'memory', 'none'],
    [STOCK, 'stale', 'none'],
    [STOCK, 'stale', 'upstream_refused'],
  ]);
});

test('counts a failure by its code, and an unknown path without its name', async () => {
  const worker = testWorker({ METRICS });
  await worker.request('/api/stock/%3Cscript%3E');
  await worker.request('/api/jane.doe@example.com');
  await worker.request('/api/news/AAPL', { method: 'POST' });
  await worker.request('/api/me/items?since=1');
  await worker.request('/api/forecasts?days=2');
  expect(points).toEqual([
    { indexes: [STOCK], blobs: [STOCK, 'none', 'invalid_ticker'], doubles: [400, 0] },
    { indexes: ['other'], blobs: ['other', 'none', 'not_found'], doubles: [404, 0] },
    { indexes: ['other'], blobs: ['other', 'none', 'method_not_allowed'], doubles: [405, 0] },
    {
      indexes: ['/api/me/items'],
      blobs: ['/api/me/items', 'none', 'account_unavailable'],
      doubles: [503, 0],
    },
    { indexes: ['/api/forecasts'], blobs: ['/api/forecasts', 'none', 'invalid_days'], doubles: [400, 0] },
  ]);
});

test('counts an unexpected fault', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const away = () => Promise.reject(new Error('away'));
  const ASSETS = assets({ '/shell/prediction': away, '/prediction': away });
  await testWorker({ METRICS, ASSETS }).request('/prediction');
  expect(points).toEqual([
    { indexes: ['/prediction'], blobs: ['/prediction', 'none', 'internal'], doubles: [500, 0] },
  ]);
});

test('K17 a request passes and is counted if the rate limiter fails', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const API_RATE_LIMITER = { limit: () => Promise.reject(new Error('away')) };
  const headers = { 'CF-Connecting-IP': '203.0.113.77' };
  await testWorker({ METRICS, API_RATE_LIMITER }).request('/api/health', { headers });
  expect(points).toEqual([
    { indexes: ['/api/health'], blobs: ['/api/health', 'none', 'rate_limit_failed'], doubles: [200, 0] },
  ]);
});

test('counts no tickers, search texts or IP addresses', async () => {
  const worker = testWorker({ METRICS });
  const headers = { 'CF-Connecting-IP': '203.0.113.77', Authorization: 'Bearer secret' };
  await worker.request('/api/search?q=jane.doe%40example.com', { headers });
  await worker.request('/api/stock/NVDA', { headers });
  expect(points).toHaveLength(2);
  expect(JSON.stringify(points)).not.toMatch(/jane|NVDA|203\.0|secret/);
});
