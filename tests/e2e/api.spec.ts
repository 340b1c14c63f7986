import { request as httpRequest } from 'node:http';
import { E2E_PORTS } from './addresses.ts';
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

test('GET /api/stock/%2e%2e is a JSON error, whoever resolves the dots', async () => {
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
