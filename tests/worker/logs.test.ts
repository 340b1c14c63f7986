/** The Worker's log: one JSON object per line with event names, keys and request IDs, and no personal data or typed text. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assets, liveBindings, testWorker } from '../support/worker/test-worker.ts';
import { fakeUpstream } from '../support/worker/yahoo-upstream.ts';

const EMAIL = 'jane.doe@example.com';
const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.c2VjcmV0.c2lnbmF0dXJl';
const ADDRESS = '203.0.113.77';
const HEADERS = {
  Authorization: `Bearer ${TOKEN}`,
  Cookie: `session=${TOKEN}`,
  'CF-Connecting-IP': ADDRESS,
  'User-Agent': 'Janes-Browser/1.0',
  Referer: `https://candor.test/prediction?mail=${EMAIL}`,
};
const PERSONAL = [EMAIL, 'jane', TOKEN, ADDRESS, 'Janes-Browser', 'Bearer'];

let lines: string[] = [];

beforeEach(() => {
  lines = [];
  for (const level of ['log', 'info', 'debug', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      lines.push(parts.map(String).join(' '));
    });
  }
});
afterEach(() => vi.restoreAllMocks());

function expectImpersonal(): void {
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({ event: expect.stringMatching(/^[a-z_]+$/) });
    expect(PERSONAL.filter((text) => line.toLowerCase().includes(text.toLowerCase()))).toEqual([]);
  }
}

test('a request without a fault logs nothing', async () => {
  const worker = testWorker();
  await worker.request('/api/stock/AAPL?days=7', { headers: HEADERS });
  await worker.request(`/api/search?q=${encodeURIComponent(EMAIL)}`, { headers: HEADERS });
  await worker.request('/api/stock/%3Cscript%3E', { headers: HEADERS });
  expect(lines).toEqual([]);
});

test('a KV fault is logged by kind and key, never with a search text', async () => {
  fakeUpstream();
  vi.spyOn(env.MARKET_CACHE, 'getWithMetadata').mockRejectedValue(new Error('KV GET failed: 500'));
  vi.spyOn(env.MARKET_CACHE, 'put').mockRejectedValue(new Error('KV PUT failed: 429 Too Many Requests'));
  const worker = testWorker(liveBindings());
  await worker.request('/api/stock/AAPL?view=columns&v=2', { headers: HEADERS });
  await worker.request(`/api/search?q=${encodeURIComponent(EMAIL)}`, { headers: HEADERS });
  const events = lines.map((line) => JSON.parse(line) as { event: string; key: string });
  expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['kv_read', 'kv_write']));
  expect(events.some(({ key }) => key.startsWith('stock/1/yahoo@') && key.endsWith('/AAPL'))).toBe(true);
  expectImpersonal();
});

test('an unexpected fault is logged with its response’s request ID', async () => {
  const away = () => Promise.reject(new Error('files are away'));
  const ASSETS = assets({ '/shell/prediction': away, '/prediction': away });
  const answer = await testWorker({ ASSETS }).request('/prediction', { headers: HEADERS });
  expect(answer).toMatchObject({ status: 500, body: { code: 'internal' } });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { event: 'unexpected', request_id: answer.body.request_id, cause: 'Error: files are away' },
  ]);
  expectImpersonal();
});

test('a failing rate limiter is logged without the limited address', async () => {
  const worker = testWorker({
    API_RATE_LIMITER: { limit: () => Promise.reject(new Error('limiter is away')) },
  });
  await worker.request('/api/health', { headers: HEADERS });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { event: 'rate_limit_failed', cause: 'Error: limiter is away' },
  ]);
  expectImpersonal();
});

test('wrong settings are logged by name, never with their value', async () => {
  const answer = await testWorker({ FINNHUB_BASE_URL: `ftp://${TOKEN}` }).request('/api/health');
  expect(answer).toMatchObject({ status: 500, body: { code: 'misconfigured' } });
  expect(lines.join('\n')).toContain('FINNHUB_BASE_URL');
  expectImpersonal();
});
