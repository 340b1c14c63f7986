/** Which pages from other origins may read responses. */
import { describe, expect, test } from 'vitest';
import { testWorker } from '../support/worker/test-worker.ts';

const PAGE = 'https://page.example';
const OTHER = 'https://other.example';

const fromPage = (origin: string, more: Record<string, string> = {}) => ({
  headers: { Origin: origin, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', ...more },
});

const preflight = (origin: string) => ({
  method: 'OPTIONS',
  ...fromPage(origin, {
    'Access-Control-Request-Method': 'PUT',
    'Access-Control-Request-Headers': 'authorization, content-type, if-none-match',
  }),
});

const listOf = (header: string | null) => (header ?? '').split(',').map((name) => name.trim().toLowerCase());

describe('without ALLOWED_ORIGINS', () => {
  test('a page of another site is refused, and no response names an origin', async () => {
    const worker = testWorker();
    const refused = await worker.request('/api/health', fromPage(PAGE));
    expect([refused.status, refused.body.code]).toEqual([403, 'cross_site']);
    expect((await worker.request('/api/health', preflight(PAGE))).status).toBe(405);
    for (const answer of [refused, await worker.request('/api/health')]) {
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
      expect(answer.headers.get('Vary')).toBeNull();
    }
  });
});

describe.each([
  ['one origin', PAGE],
  ['several origins', `${PAGE}, https://third.example`],
])('with %s in ALLOWED_ORIGINS', (_, ALLOWED_ORIGINS) => {
  const worker = () => testWorker({ ALLOWED_ORIGINS });

  test('a listed page can read data and the headers it needs', async () => {
    const { status, headers } = await worker().request('/api/stock/AAPL?view=columns&v=2', fromPage(PAGE));
    expect(status).toBe(200);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(PAGE);
    expect(listOf(headers.get('Vary'))).toContain('origin');
    expect(listOf(headers.get('Access-Control-Expose-Headers'))).toEqual(
      expect.arrayContaining(['date', 'etag', 'cache-status', 'retry-after', 'x-request-id']),
    );
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
  });

  test('a listed page can read errors and a 304', async () => {
    const isolate = worker();
    const missing = await isolate.request('/api/stock/NOSUCH', fromPage(PAGE));
    expect([missing.status, missing.headers.get('Access-Control-Allow-Origin')]).toEqual([404, PAGE]);
    const etag = (await isolate.request('/api/stock/AAPL')).headers.get('ETag') ?? '';
    const again = await isolate.request('/api/stock/AAPL', fromPage(PAGE, { 'If-None-Match': etag }));
    expect([again.status, again.headers.get('Access-Control-Allow-Origin')]).toEqual([304, PAGE]);
  });

  test('its preflight gets a 204 that lists what it may send', async () => {
    const { status, text, headers } = await worker().request('/api/stock/AAPL', preflight(PAGE));
    expect([status, text]).toEqual([204, '']);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(PAGE);
    expect(listOf(headers.get('Access-Control-Allow-Methods'))).toEqual([
      'get',
      'head',
      'post',
      'put',
      'delete',
    ]);
    expect(listOf(headers.get('Access-Control-Allow-Headers'))).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'if-none-match',
        'purpose',
        'mcp-protocol-version',
      ]),
    );
  });

  test.each([OTHER, 'https://page.example.evil.test', 'http://page.example', 'null'])(
    'a page from %s is still refused',
    async (origin) => {
      const isolate = worker();
      const refused = await isolate.request('/api/stock/AAPL', fromPage(origin));
      expect([refused.status, refused.body.code]).toEqual([403, 'cross_site']);
      expect(refused.headers.get('Access-Control-Allow-Origin')).not.toBe(origin);
      expect((await isolate.request('/api/stock/AAPL', preflight(origin))).status).toBe(405);
    },
  );

  test('a cache in front cannot serve one page the response for another', async () => {
    const isolate = worker();
    const bare = await isolate.request('/api/stock/AAPL');
    const isKept = bare.headers.get('Cloudflare-CDN-Cache-Control') !== 'no-store';
    expect(isKept).toBe(bare.headers.get('Access-Control-Allow-Origin') === PAGE);
  });
});
