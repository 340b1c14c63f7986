import { afterEach, describe, expect, test, vi } from 'vitest';
import { apiUrl } from '../../../web/shared/api/client.ts';
import { fetchNews, fetchSentiment, fetchStock, searchListings } from '../../../web/shared/api/stock-api.ts';

const signal = new AbortController().signal;

/** Answers every request at the network's edge. */
function network(answer: (url: string, init: RequestInit) => Promise<Response>) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

function json(body: unknown, status = 200): Promise<Response> {
  return Promise.resolve(Response.json(body, { status }));
}

afterEach(() => vi.unstubAllGlobals());

describe('apiUrl', () => {
  test('encodes each path segment, so that a symbol stays one segment', () => {
    expect(apiUrl(['stock', 'A/B?C#D'])).toBe('/api/stock/A%2FB%3FC%23D');
    expect(apiUrl(['stock', '^GSPC'], { days: 7 })).toBe('/api/stock/%5EGSPC?days=7');
  });
});

describe('fetchStock', () => {
  test('asks for the columns of the horizon', async () => {
    const fetched = network(() => json({ ticker: 'AAPL', current_price: 1, columns: {} }));
    const answer = await fetchStock('AAPL', 14, signal);
    expect(answer.ok).toBe(true);
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/stock/AAPL?days=14&view=columns');
  });

  test('passes on the sentence of a refusal', async () => {
    network(() =>
      json({ error: 'No listing was found for X.', code: 'unknown_symbol', request_id: 'r' }, 404),
    );
    expect(await fetchStock('X', 7, signal)).toEqual({
      ok: false,
      error: {
        reason: 'refused',
        status: 404,
        message: 'No listing was found for X.',
        code: 'unknown_symbol',
        retryAfterSeconds: null,
      },
    });
  });

  test('has no sentence for a refusal without a body', async () => {
    network(() => Promise.resolve(new Response('<html>', { status: 502 })));
    expect(await fetchStock('X', 7, signal)).toEqual({
      ok: false,
      error: { reason: 'refused', status: 502, message: null, code: null, retryAfterSeconds: null },
    });
  });

  test.each([
    ['60', 60],
    ['0', 0],
    ['Fri, 20 Nov 2026 21:00:00 GMT', null],
    ['-1', null],
  ])('reads Retry-After: %s as %o seconds', async (header, retryAfterSeconds) => {
    network(() => Promise.resolve(Response.json({}, { status: 429, headers: { 'retry-after': header } })));
    expect(await fetchStock('X', 7, signal)).toMatchObject({ error: { retryAfterSeconds } });
  });

  test.each([
    ['a page', '<!doctype html>'],
    ['another shape', '{"ticker":"AAPL"}'],
    ['nothing', ''],
  ])('takes %s for malformed', async (_name, body) => {
    network(() => Promise.resolve(new Response(body)));
    expect(await fetchStock('AAPL', 7, signal)).toEqual({ ok: false, error: { reason: 'malformed' } });
  });

  test('is unreachable when the network fails', async () => {
    network(() => Promise.reject(new TypeError('offline')));
    expect(await fetchStock('AAPL', 7, signal)).toMatchObject({
      ok: false,
      error: { reason: 'unreachable' },
    });
  });

  test('is aborted, not unreachable, when its caller gave up', async () => {
    const caller = new AbortController();
    network((_url, init) => {
      caller.abort();
      return Promise.reject(init.signal?.reason as Error);
    });
    expect(await fetchStock('AAPL', 7, caller.signal)).toEqual({ ok: false, error: { reason: 'aborted' } });
  });
});

test('a failure of sentiment is no sentiment', async () => {
  network(() => json({ error: 'down', code: 'internal', request_id: 'r' }, 500));
  expect(await fetchSentiment('AAPL', signal)).toBeNull();
});

test('a failure of news is an empty list; the window is seven days', async () => {
  const fetched = network(() => json({ error: 'down', code: 'internal', request_id: 'r' }, 500));
  expect(await fetchNews('AAPL', signal)).toEqual([]);
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/news/AAPL?days=7');
});

test('a search asks for five listings', async () => {
  const fetched = network(() =>
    json([{ symbol: 'NVDA', name: 'NVIDIA', exchange: '', country: '', currency: '' }]),
  );
  expect(await searchListings('NV DA', signal)).toMatchObject({ ok: true, value: [{ symbol: 'NVDA' }] });
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/search?q=NV+DA&limit=5');
});
