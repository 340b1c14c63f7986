import type { HorizonDays } from '#compute';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { comingFrom } from '#support/coming-sessions.ts';
import { apiUrl, getJson } from '#web/shared/api/client.ts';
import { fetchSummary } from '#web/shared/api/ledger-api.ts';
import { newsQuery, searchQuery, sentimentQuery } from '#web/shared/api/listing-queries.ts';
import { fetchSnapshot, readAt } from '#web/shared/api/snapshot.ts';
import { createQueryClient } from '#web/shared/api/query-client.tsx';
import { quotesUrl } from '#web/shared/api/quotes-query.ts';
import { emptySummary } from '../ledger/empty-summary.ts';
import { sampleSnapshot } from '../stock/sample-response.ts';

const signal = new AbortController().signal;
const fetchSentiment = (ticker: string) => createQueryClient().query(sentimentQuery(ticker));
const fetchNews = (ticker: string) => createQueryClient().query(newsQuery(ticker));

/** Answers every request at the network boundary. */
function network(answer: (url: string, init: RequestInit) => Promise<Response>) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answer);
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

function json(body: unknown, status = 200): Promise<Response> {
  return Promise.resolve(Response.json(body, { status }));
}

const search = (text: string) => createQueryClient().query(searchQuery(text));

afterEach(() => vi.unstubAllGlobals());

describe('apiUrl', () => {
  test('encodes each path segment, so that a symbol stays one segment', () => {
    expect(apiUrl(['stock', 'A/B?C#D'])).toBe('/api/stock/A%2FB%3FC%23D');
    expect(apiUrl(['stock', '^GSPC'], { days: 7 })).toBe('/api/stock/%5EGSPC?days=7');
  });
});

test('requests each public resource at one URL, without a token', async () => {
  const fetched = network(() => json({}));
  const asks = [
    () => fetchSnapshot('AAPL', 7, signal),
    () => fetchSnapshot('AAPL', 7, signal, true),
    () => fetchSentiment('AAPL'),
    () => fetchNews('AAPL'),
    () => search('app').catch(() => null),
    () => getJson(quotesUrl(['MSFT', 'AAPL', 'BRK-B']), 'quotes'),
    () => getJson(quotesUrl(['BRK-B', 'MSFT', 'AAPL']), 'quotes'),
    () => fetchSummary('AAPL', signal, '2026-11-20'),
  ];
  for (const ask of asks) await ask();
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    '/api/stock/AAPL?days=7&view=columns&v=2',
    '/api/stock/AAPL?days=7&view=columns&v=2',
    '/api/sentiment/AAPL',
    '/api/news/AAPL?days=7',
    '/api/search?q=app&limit=5',
    '/api/quotes?tickers=AAPL%2CBRK-B%2CMSFT',
    '/api/quotes?tickers=AAPL%2CBRK-B%2CMSFT',
    '/api/record/AAPL?session=2026-11-20',
  ]);
  for (const [, init] of fetched.mock.calls) {
    expect(new Headers(init.headers).has('authorization')).toBe(false);
    expect(init.credentials).toBeUndefined();
  }
});

async function fetchedBody(ticker: string, horizonDays: HorizonDays) {
  const answer = await fetchSnapshot(ticker, horizonDays, signal);
  if (!answer.ok) throw new Error(answer.error.reason);
  return answer.value.body;
}

describe('fetchSnapshot', () => {
  const snapshot = {
    v: 2,
    ticker: 'AAPL',
    current_price: 1,
    exchange_timezone: 'America/New_York',
    trading_calendar: 'nyse',
    sessions: comingFrom(Date.UTC(2026, 10, 17) / 1000),
    as_of: '2026-11-17T17:00:00.000Z',
    fetched_at: '2026-11-17T17:00:00.000Z',
    columns: {},
  };

  test('reads the snapshot’s state at the user’s time', async () => {
    network(() => json(snapshot));
    const body = await fetchedBody('AAPL', 14);
    const readBody = (hasSourceFailed: boolean, atMs: number) =>
      readAt({ response: body, hasSourceFailed, receivedAtMs: 0 }, atMs);
    expect(readBody(false, Date.UTC(2026, 10, 17, 17, 5))).toMatchObject({ stale: false });
    expect(readBody(false, Date.UTC(2026, 10, 17, 17, 6))).toMatchObject({
      stale: true,
      market_state: 'closed',
    });
    expect(readBody(true, Date.UTC(2026, 10, 17, 17))).toMatchObject({ stale: true });
  });

  test('asks for the columns of the horizon', async () => {
    const fetched = network(() => json(sampleSnapshot('AAPL')));
    expect(await fetchedBody('AAPL', 14)).toMatchObject({ ticker: 'AAPL' });
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/stock/AAPL?days=14&view=columns&v=2');
  });

  test.each([
    [null, null],
    ['candor; fwd=miss; stored', null],
    ['candor; hit; ttl=40; detail=memory', null],
    ['candor; hit; ttl=40; detail=kv', null],
    ['candor; hit; ttl=-1; detail=revalidating', 'revalidating'],
    ['candor; hit; ttl=-90; detail=upstream_timeout', 'failing'],
    ['candor; hit; ttl=-90; detail=upstream_timeout, Edge; hit; ttl=5; detail=memory', 'failing'],
    ['Edge; hit; detail=other', null],
  ])('reads %j as %j', async (status, revalidation) => {
    const headers: HeadersInit = status === null ? {} : { 'cache-status': status };
    network(async () => Response.json(sampleSnapshot('AAPL'), { headers }));
    expect(await fetchSnapshot('AAPL', 7, signal)).toMatchObject({ ok: true, value: { revalidation } });
  });

  test('an offline copy from two days ago is stale', async () => {
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString();
    const headers = { 'x-candor-source': 'cache' };
    network(async () => Response.json(sampleSnapshot('AAPL', 60, { fetched_at: twoDaysAgo }), { headers }));
    const response = await fetchedBody('AAPL', 7);
    const copy = { response, hasSourceFailed: false, receivedAtMs: 0 };
    expect(readAt(copy, Date.now())).toMatchObject({ stale: true });
  });

  test.each([{ v: 1 }, { exchange_timezone: null }, { as_of: 'soon' }, { sessions: 5 }])(
    'takes a snapshot with %j for malformed',
    async (wrong) => {
      network(() => json({ ...snapshot, ...wrong }));
      expect(await fetchSnapshot('AAPL', 14, signal)).toEqual({ ok: false, error: { reason: 'malformed' } });
    },
  );

  test('passes on an error’s message', async () => {
    network(() => json({ error: 'Couldn’t find X.', code: 'unknown_symbol', request_id: 'r' }, 404));
    expect(await fetchSnapshot('X', 7, signal)).toEqual({
      ok: false,
      error: {
        reason: 'refused',
        status: 404,
        message: 'Couldn’t find X.',
        code: 'unknown_symbol',
        retryAfterSeconds: null,
      },
    });
  });

  test('has no message for an error without a body', async () => {
    network(() => Promise.resolve(new Response('<html>', { status: 502 })));
    expect(await fetchSnapshot('X', 7, signal)).toEqual({
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
    expect(await fetchSnapshot('X', 7, signal)).toMatchObject({ error: { retryAfterSeconds } });
  });

  test.each([
    ['a page', '<!doctype html>'],
    ['another shape', '{"ticker":"AAPL"}'],
    ['nothing', ''],
  ])('takes %s for malformed', async (_name, body) => {
    network(() => Promise.resolve(new Response(body)));
    expect(await fetchSnapshot('AAPL', 7, signal)).toEqual({ ok: false, error: { reason: 'malformed' } });
  });

  test('is unreachable when the network fails', async () => {
    network(() => Promise.reject(new TypeError('offline')));
    expect(await fetchSnapshot('AAPL', 7, signal)).toMatchObject({
      ok: false,
      error: { reason: 'unreachable' },
    });
  });
});

test('sentiment is null after a failure', async () => {
  network(() => json({ error: 'down', code: 'internal', request_id: 'r' }, 500));
  expect(await fetchSentiment('AAPL')).toBeNull();
});

test('news are null after a failure of the server or of its source; the window is seven days', async () => {
  const fetched = network(() => json({ error: 'down', code: 'internal', request_id: 'r' }, 500));
  expect(await fetchNews('AAPL')).toBeNull();
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/news/AAPL?days=7');
  network(() => json({ news: [], reason: 'upstream_unavailable' }));
  expect(await fetchNews('AAPL')).toBeNull();
  network(() => json({ news: [] }));
  expect(await fetchNews('AAPL')).toEqual([]);
});

test('a search asks for five listings', async () => {
  const fetched = network(() =>
    json([{ symbol: 'NVDA', name: 'NVIDIA', exchange: '', country: '', currency: '' }]),
  );
  expect(await search('NV DA')).toMatchObject([{ symbol: 'NVDA' }]);
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/search?q=NV+DA&limit=5');
});

describe('a response that does not match the contract is malformed', () => {
  const found = { symbol: 'NVDA', name: 'NVIDIA', exchange: '', country: '', currency: '' };

  test.each([
    ['a listing without a name', [{ ...found, name: undefined }]],
    ['no list', { results: [found] }],
  ])('a search: %s', async (_name, body) => {
    network(() => json(body));
    await expect(search('NV')).rejects.toMatchObject({ failure: { reason: 'malformed' } });
  });

  test.each([
    ['a status of its own', { status: 'soon', requested_ticker: 'A' }],
    ['a price that is text', { status: 'ready', requested_ticker: 'A', current_price: '1' }],
  ])('quotes: %s', async (_name, quote) => {
    network(() => json({ horizon_days: 7, quotes: [quote], due: 0 }));
    expect(await getJson(quotesUrl(['A']), 'quotes')).toEqual({ ok: false, error: { reason: 'malformed' } });
  });

  test('a ledger: a count that is text', async () => {
    network(() => json({ ...emptySummary, forecasts: '12' }));
    expect(await fetchSummary(null, signal)).toEqual({ ok: false, error: { reason: 'malformed' } });
  });

  test('a field that is newer than the page is accepted', async () => {
    network(() => json([{ ...found, sector: 'Technology' }]));
    expect(await search('NV')).toMatchObject([{ symbol: 'NVDA' }]);
  });
});
