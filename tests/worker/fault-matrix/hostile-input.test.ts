/** Hostile input rows of the fault matrix. I16 and I17 concern the browser and are among the page's tests. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { liveBindings, MINUTE_MS, testWorker } from '#support/worker/test-worker.ts';
import type { TestAnswer } from '#support/worker/test-worker.ts';
import {
  chartBody,
  chartCalls,
  fakeUpstream,
  json,
  UNKNOWN_SYMBOL_BODY,
} from '#support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());

/** Every refusal is JSON of the contract and never cached. */
function expectRefusal(answer: TestAnswer, statuses: readonly number[]): void {
  expect(statuses).toContain(answer.status);
  expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(answer.body).toEqual({
    error: expect.stringMatching(/^[A-Z“][^<>{}]*\.$/),
    code: expect.stringMatching(/^[a-z_]+$/),
    request_id: answer.headers.get('X-Request-Id'),
  });
}

const path = (text: string) => `/api/stock/${text}`;

describe.each([
  ['I01', ['../', '..%2f', '%2e%2e%2f', '/x', 'AAPL/more', '..%5c'].map(path), [400, 404]],
  [
    'I02',
    ['%00', '%', '%zz', '%C0%AF', '%ED%A0%80', '%F0%9F%8D%8E', '%E2%80%AEAAPL', '%D0%90APL'].map(path),
    [400],
  ],
  [
    'I03',
    [
      ...[
        '%0d%0aSet-Cookie:x=1',
        'AAPL%0d%0aX-Evil:%201',
        'AAPL%0a',
        'AAPL%C2%A0',
        `AAPL${'%20'.repeat(300)}`,
      ].map(path),
      '/api/quotes?tickers=AAPL%0a',
      '/api/search?q=a%0a',
    ],
    [400],
  ],
  [
    'I04',
    ["'%20OR%201=1--", '%3Cscript%3E', '%7B%7B7*7%7D%7D', '$(id)', '%60id%60', '%3Bls'].map(path),
    [400],
  ],
  ['I05 a ticker of 9 kB', [path('A'.repeat(9000))], [400]],
  [
    'I05 a query of 20 kB, of 1 MB',
    [`${path('AAPL')}?x=${'a'.repeat(20_000)}`, `${path('AAPL')}?x=${'a'.repeat(1_000_000)}`],
    [414],
  ],
  [
    'I06',
    [
      ...['0', '-1', '1e9', 'abc', '7.5', '%207', '', '7&days=30'].map((days) => path(`AAPL?days=${days}`)),
      ...['1D', '2d', '', '%201d', '1d&range=5d'].map((range) => `/api/intraday/AAPL?range=${range}`),
    ],
    [400],
  ],
  [
    'I07',
    [
      ...['0', '1000', 'abc'].map((limit) => `/api/search?q=a&limit=${limit}`),
      '/api/search',
      '/api/search?q=',
      `/api/search?q=${'a'.repeat(65)}`,
      '/api/search?q=a%00b',
      '/api/search?q=a%0ab',
    ],
    [400],
  ],
  ['I12', ['http:%2f%2f169.254.169.254', 'https:%2f%2fevil.example%2fx', '%5C%5Chost'].map(path), [400]],
  ['I15 an unknown address', ['/api/x', '/api/', '/api', '/api/stock'], [404]],
] as const)('%s', (_, paths, statuses) => {
  test.each(paths.map((address) => [address.slice(0, 60), address]))(
    '%s is refused as JSON, before KV and upstream',
    async (_title, address) => {
      const upstream = fakeUpstream();
      const get = vi.spyOn(env.MARKET_CACHE, 'get');
      const answer = await testWorker(liveBindings()).request(address);
      expectRefusal(answer, statuses);
      expect(answer.headers.get('Set-Cookie')).toBeNull();
      expect(upstream.asked).toEqual([]);
      expect(get).not.toHaveBeenCalled();
    },
  );
});

test('I06 ignores an array-like parameter name', async () => {
  fakeUpstream();
  expect((await testWorker(liveBindings()).request('/api/stock/AAPL?days[]=7')).status).toBe(200);
});

test('I08 requests with unknown parameters or cache busters share one entry and one call', async () => {
  const upstream = fakeUpstream();
  const worker = testWorker(liveBindings());
  const etags = new Set<string | null>();
  for (const query of ['', '?_=1', '?cb=2&utm=x', '?__proto__[x]=1', '?constructor=1', '?days=7&x=%00']) {
    const answer = await worker.request(`/api/stock/AAPL${query}`);
    expect(answer.status).toBe(200);
    etags.add(answer.headers.get('ETag'));
  }
  expect(etags.size).toBe(1);
  expect(chartCalls(upstream)).toBe(1);
});

test('I09 headers that claim another host, IP address or method have no effect', async () => {
  const upstream = fakeUpstream();
  const worker = testWorker(liveBindings());
  const plain = await worker.request('/api/stock/AAPL');
  const claimed = await worker.request('/api/stock/AAPL', {
    headers: {
      'X-Forwarded-Host': 'evil.example',
      'X-Original-URL': '/api/stock/MSFT',
      'X-Rewrite-URL': '/api/stock/MSFT',
      'X-HTTP-Method-Override': 'DELETE',
      Forwarded: 'host=evil.example',
    },
  });
  expect(claimed.text).toBe(plain.text);
  expect(JSON.stringify([...claimed.headers])).not.toContain('evil');
  expect(chartCalls(upstream)).toBe(1);
});

describe('I10', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    '%s gets 405 with Allow: GET, HEAD',
    async (method) => {
      for (const address of ['/api/stock/AAPL', '/api/search?q=a', '/api/nope']) {
        const answer = await testWorker().request(address, { method });
        expectRefusal(answer, [405]);
        expect(answer.headers.get('Allow')).toBe('GET, HEAD');
      }
    },
  );
});

describe('I11', () => {
  const CORS = [
    'Access-Control-Allow-Origin',
    'Access-Control-Allow-Methods',
    'Access-Control-Allow-Headers',
    'Access-Control-Allow-Credentials',
  ];

  test('another origin and a preflight get no Access-Control header', async () => {
    const worker = testWorker();
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'GET' };
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await worker.request('/api/stock/AAPL', { method, headers });
      for (const name of CORS) expect(answer.headers.get(name)).toBeNull();
    }
  });

  test.each([
    ['cross-site', 'cors', 'empty', 403],
    ['cross-site', 'no-cors', 'image', 403],
    ['cross-site', 'no-cors', 'script', 403],
    ['cross-site', 'navigate', 'iframe', 403],
    ['cross-site', 'navigate', 'object', 403],
    ['cross-site', 'navigate', 'document', 200],
    ['same-origin', 'cors', 'empty', 200],
    ['same-site', 'cors', 'empty', 200],
    ['none', 'navigate', 'document', 200],
  ])('a request from %s, mode %s, for %s gets %i', async (site, mode, dest, status) => {
    const answer = await testWorker().request('/api/stock/AAPL', {
      headers: { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode, 'Sec-Fetch-Dest': dest },
    });
    expect(answer.status).toBe(status);
    expect(answer.body.code).toBe(status === 403 ? 'cross_site' : undefined);
  });

  test('a client without Fetch Metadata is served', async () => {
    expect((await testWorker().request('/api/stock/AAPL')).status).toBe(200);
  });
});

describe('I13', () => {
  test('a response’s validator gives 304 in every valid form', async () => {
    const worker = testWorker();
    const first = await worker.request('/api/stock/AAPL?view=columns&v=2');
    const etag = first.headers.get('ETag')!;
    expect(etag).toMatch(/^"[0-9a-f]{24}"$/);
    for (const validator of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await worker.request('/api/stock/AAPL?view=columns&v=2', {
        headers: { 'If-None-Match': validator },
      });
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
      expect(again.headers.get('ETag')).toBe(etag);
      expect(again.headers.get('Cache-Control')).toBe('public, max-age=15');
    }
  });

  test.each([
    { 'If-None-Match': '"other"' },
    { 'If-None-Match': ',,;"' },
    { Range: 'bytes=0-1' },
    { Range: 'bytes=-' },
    { 'Accept-Encoding': 'identity;q=0, *;q=0' },
    { Accept: 'text/html' },
    { 'If-Modified-Since': 'soon' },
  ])('%j gets the full response', async (headers) => {
    const answer = await testWorker().request('/api/stock/AAPL?view=columns&v=2', { headers });
    expect(answer.status).toBe(200);
    expect(answer.body.ticker).toBe('AAPL');
  });

  test('HEAD gets the headers of GET without the body', async () => {
    const answer = await testWorker().request('/api/stock/AAPL', { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.get('ETag')).not.toBeNull();
  });
});

describe('I14', () => {
  /** The platform's binding with a given quota. */
  const limiter = (quota: number): RateLimit & { readonly keys: string[] } => {
    const keys: string[] = [];
    return {
      keys,
      limit: async ({ key }) => {
        keys.push(key);
        return { success: keys.filter((other) => other === key).length <= quota };
      },
    };
  };

  test.each([
    ['one address', () => '203.0.113.7', '203.0.113.8'],
    ['one subscriber of IPv6', (request: number) => `2001:db8:0:12::${request}`, '2001:db8:0:13::1'],
  ])('above its quota %s gets 429 with Retry-After, others do not', async (_who, addressOf, other) => {
    const binding = limiter(3);
    const worker = testWorker({ API_RATE_LIMITER: binding });
    const from = (address: string) =>
      worker.request('/api/stock/AAPL', { headers: { 'CF-Connecting-IP': address } });
    for (let request = 0; request < 3; request++) expect((await from(addressOf(request))).status).toBe(200);
    const refused = await from(addressOf(3));
    expectRefusal(refused, [429]);
    expect(refused.headers.get('Retry-After')).toBe('60');
    expect((await from(other)).status).toBe(200);
  });

  test.each([
    ['an address that the platform does not name', {}],
    ['this machine, where `wrangler dev` simulates the limit,', { 'CF-Connecting-IP': '127.0.0.1' }],
  ])('%s is not limited', async (_who, headers) => {
    const binding = limiter(0);
    const worker = testWorker({ API_RATE_LIMITER: binding });
    expect((await worker.request('/api/stock/AAPL', { headers })).status).toBe(200);
    expect(binding.keys).toEqual([]);
  });

  test('in production a loopback address is limited like any other', async () => {
    const worker = testWorker({ API_RATE_LIMITER: limiter(0), ENVIRONMENT: 'production' });
    const headers = { 'CF-Connecting-IP': '127.0.0.1' };
    expect((await worker.request('/api/stock/AAPL', { headers })).status).toBe(429);
  });

  test('a limiter that does not respond does not delay requests', async () => {
    const API_RATE_LIMITER = { limit: () => new Promise<never>(() => undefined) };
    const worker = testWorker({ API_RATE_LIMITER });
    const headers = { 'CF-Connecting-IP': '203.0.113.7' };
    expect((await worker.request('/api/stock/AAPL', { headers })).status).toBe(200);
  });

  test('an IP address that invents tickers costs thirty calls a minute without affecting others', async () => {
    const upstream = fakeUpstream({
      chart: (url) => (url.pathname.endsWith('/AAPL') ? json(chartBody()) : json(UNKNOWN_SYMBOL_BODY, 404)),
    });
    const worker = testWorker({ ...liveBindings(), UNKNOWN_RATE_LIMITER: limiter(30) });
    const from = (address: string, target: string) =>
      worker.request(target, { headers: { 'CF-Connecting-IP': address } });
    await from('203.0.113.8', '/api/stock/AAPL');
    const before = chartCalls(upstream);
    for (let i = 0; i < 60; i++) await from('203.0.113.7', `/api/stock/NO${i}`);
    for (let i = 0; i < 70; i += 5)
      await from('203.0.113.7', `/api/quotes?tickers=${[0, 1, 2, 3, 4].map((j) => `NADA${i + j}`).join()}`);
    expect(chartCalls(upstream) - before).toBe(31);
    const refused = await from('203.0.113.7', '/api/stock/NADA');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    // Listings with a copy are still served, and other addresses are not limited.
    expect((await from('203.0.113.7', '/api/stock/AAPL')).status).toBe(200);
    expect((await from('203.0.113.8', '/api/stock/NADA')).body.code).toBe('unknown_symbol');
    worker.clock.ms += MINUTE_MS;
    expect((await from('203.0.113.7', '/api/stock/NEW')).body.code).toBe('unknown_symbol');
  });

  test('so do the news and sentiment of invented tickers, of which nothing is stored', async () => {
    const upstream = fakeUpstream();
    const put = vi.spyOn(env.MARKET_CACHE, 'put');
    const worker = testWorker({ ...liveBindings(), UNKNOWN_RATE_LIMITER: limiter(30) });
    const from = (target: string) =>
      worker.request(target, { headers: { 'CF-Connecting-IP': '203.0.113.7' } });
    for (let i = 0; i < 40; i++) {
      const { status, body } = await from(`/api/sentiment/NO${i}`);
      expect([status, body.reason]).toEqual([200, i < 31 ? 'no_data' : 'rate_limited']);
      await from(`/api/news/NO${i}`);
    }
    expect(upstream.asked).toHaveLength(31);
    expect(put).not.toHaveBeenCalled();
  });
});
