/* oxlint-disable no-await-in-loop -- requests follow one another on purpose */
import { request as httpRequest } from 'node:http';
import { AUTH_ORIGIN, E2E_PORTS, SAMPLE_ORIGIN } from './addresses.ts';
import { apiHeaders, documentHeaders } from '../../worker/http/security-headers.ts';
import { expect, test } from './fixtures.ts';

interface RawAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Sends the path as it stands: every other client would tidy `%2e%2e` away. */
function get(path: string, method = 'GET'): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: E2E_PORTS.sampleWorker, path, method },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body }),
        );
      },
    );
    request.on('error', reject);
    request.end();
  });
}

const REFUSED = [
  { path: '/api/stock/%3Cscript%3E', status: 400, code: 'invalid_ticker' },
  { path: '/api/stock/%20', status: 400, code: 'invalid_ticker' },
  { path: '/api/stock/AAPL?days=3', status: 400, code: 'invalid_days' },
  { path: '/api/stock/AAPL?days=7&days=7', status: 400, code: 'invalid_days' },
  { path: '/api/stock/AAPL?view=rows', status: 400, code: 'invalid_view' },
  { path: '/api/intraday/AAPL?range=2d', status: 400, code: 'invalid_range' },
  { path: '/api/news/AAPL?days=0', status: 400, code: 'invalid_days' },
  { path: '/api/search?q=', status: 400, code: 'invalid_query' },
  { path: '/api/search', status: 400, code: 'invalid_query' },
  { path: '/api/search?q=a&limit=0', status: 400, code: 'invalid_limit' },
  { path: '/api/nope', status: 404, code: 'not_found' },
  { path: '/api/stock/ZZZZZZ', status: 404, code: 'unknown_symbol' },
  // A path that climbs is either resolved on the way or read as a ticker; both ends are errors of ours, never the page.
  { path: '/api/stock/%2e%2e%2fetc', status: 400, code: 'invalid_ticker' },
] as const;

for (const { path, status, code } of REFUSED) {
  test(`GET ${path} answers ${status} ${code} as JSON`, async () => {
    const answer = await get(path);
    expect(answer.type).toMatch(/^application\/json/);
    expect(answer.status).toBe(status);
    const body = JSON.parse(answer.body) as Record<string, unknown>;
    expect(body).toEqual({ error: expect.stringMatching(/\.$/), code, request_id: expect.any(String) });
  });
}

test('GET /api/stock/%2e%2e is a JSON error, whether client or server resolves the dots', async () => {
  const answer = await get('/api/stock/%2e%2e');
  expect(answer.type).toMatch(/^application\/json/);
  expect([400, 404]).toContain(answer.status);
  expect(JSON.parse(answer.body)).toHaveProperty('error');
});

test('POST is refused with 405', async () => {
  expect((await get('/api/stock/AAPL', 'POST')).status).toBe(405);
});

test('the sample market answers a full analysis that says it is simulated', async () => {
  const answer = await get('/api/stock/AAPL?days=14');
  expect(answer.status).toBe(200);
  const body = JSON.parse(answer.body) as { source: string; future_predictions: unknown[] };
  expect(body.source).toBe('sample');
  expect(body.future_predictions).toHaveLength(14);
});

const local = documentHeaders({ scriptHashes: [], authDomain: null, emulatorOrigin: AUTH_ORIGIN });
/** The page's policy holds what its build knows: the hash of its inline script and its addresses. */
const BUILT = new Set(['Content-Security-Policy']);

test('the page and a hashed asset carry the same security headers as the API', async ({ request }) => {
  const page = await request.get(`${SAMPLE_ORIGIN}/`);
  const asset = /\/assets\/[\w.-]+\.js/.exec(await page.text())?.[0] ?? '';
  for (const path of ['/', asset, '/no/such/page']) {
    const headers = (await request.get(`${SAMPLE_ORIGIN}${path}`)).headers();
    for (const [name, value] of local) {
      if (!BUILT.has(name)) expect(headers[name.toLowerCase()], `${name} of ${path}`).toBe(value);
    }
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain('report-to csp');
    expect(headers['content-security-policy']).not.toContain('unsafe');
  }
  expect((await request.get(`${SAMPLE_ORIGIN}${asset}`)).headers()['cache-control']).toContain('immutable');
  for (const path of ['/api/health', '/api/stock/AAPL', '/api/nope', '/api/stock/$']) {
    const headers = (await request.get(`${SAMPLE_ORIGIN}${path}`)).headers();
    for (const [name, value] of apiHeaders()) {
      expect(headers[name.toLowerCase()], `${name} of ${path}`).toBe(value);
    }
  }
});

test('the fallback list for searches is among the Worker’s files', async ({ request }) => {
  const listings = await (await request.get(`${SAMPLE_ORIGIN}/listings.json`)).json();
  expect(listings.length).toBeGreaterThanOrEqual(500);
  expect(listings).toContainEqual({
    symbol: 'AAPL',
    name: 'Apple',
    exchange: 'NASDAQ',
    country: 'United States',
    currency: 'USD',
  });
});

test('a second read of a resource is answered 304 by its validator', async ({ request }) => {
  const address = `${SAMPLE_ORIGIN}/api/openapi.json`;
  const first = await request.get(address);
  const etag = first.headers()['etag'] ?? '';
  expect(etag).not.toBe('');
  const again = await request.get(address, { headers: { 'If-None-Match': etag } });
  expect(again.status()).toBe(304);
});

test('a page of another site may not fetch the API', async ({ request }) => {
  const answer = await request.get(`${SAMPLE_ORIGIN}/api/stock/AAPL`, {
    headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
  });
  expect(answer.status()).toBe(403);
});

test('I15 an address of the API opened as a page is JSON, never the page', async ({ request }) => {
  const answer = await request.get(`${SAMPLE_ORIGIN}/api/nope`, {
    headers: { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
  });
  expect(answer.status()).toBe(404);
  expect(answer.headers()['content-type']).toBe('application/json; charset=utf-8');
});
