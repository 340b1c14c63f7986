import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally, type LocalServer } from '../local-server.ts';
import { chartBody, sparkRow } from './chart-body.ts';
import { type Listing, listingOf } from './listings.ts';
import { readRecordedMarket, type RecordedBar, type RecordedMarket } from './recorded-bars.ts';
import { sessionOf } from './session-times.ts';
import { newsFromBars, searchQuotes } from './search-body.ts';

interface VendorSpec {
  /** A folder of `TICKER.csv` files. */
  readonly folder: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Epoch seconds; news is dated before it. */
  readonly nowSeconds?: () => number;
  /** Whether to hide sessions that have not closed by `nowSeconds`; otherwise all sessions are served. */
  readonly isPlaying?: boolean;
  /** If set, each response waits for this. */
  readonly held?: () => Promise<unknown>;
}

interface VendorResponse {
  readonly status: number;
  readonly type: 'application/json;charset=utf-8' | 'text/html;charset=utf-8';
  readonly body: string;
  readonly cacheControl?: string;
}

const CHART_PATH = '/v8/finance/chart/';
const FUNDAMENTALS_PATH = '/ws/fundamentals-timeseries/v1/finance/timeseries/';
const NEWS_PATH = '/news/';

/**
 * Starts a stand-in for Yahoo Finance on 127.0.0.1. It serves recorded daily bars in the vendor's wire format: chart, batch of
 * closes, search, news and (empty) fundamentals, with the vendor's own errors. Throws if the folder has no recordings or a
 * malformed one, or if the port is taken.
 */
export async function startVendor(spec: VendorSpec): Promise<LocalServer> {
  const market = readRecordedMarket(spec.folder);
  const nowSeconds = spec.nowSeconds ?? (() => Date.now() / 1000);
  const knownAt = spec.isPlaying ? marketAt(market) : () => market;
  let origin = '';
  const server = createServer(async (request, response) => {
    await spec.held?.();
    try {
      send(response, respond(request, knownAt(nowSeconds()), nowSeconds(), origin));
    } catch (cause) {
      console.error('The stand-in vendor failed:', cause);
      send(response, json(500, { finance: { result: null, error: { code: 'Internal', description: '' } } }));
    }
  });
  const vendor = await listenLocally(server, spec.port);
  ({ origin } = vendor);
  return vendor;
}

function respond(
  request: IncomingMessage,
  market: RecordedMarket,
  nowSeconds: number,
  origin: string,
): VendorResponse {
  const url = new URL(request.url ?? '/', origin);
  // News pages are for people; every other route refuses clients without a user agent.
  if (url.pathname.startsWith(NEWS_PATH)) return newsPage(url);
  if (!request.headers['user-agent']) return { ...html('Too Many Requests'), status: 429 };
  if (url.pathname.startsWith(CHART_PATH)) return chart(url, market);
  if (url.pathname === '/v7/finance/spark') return spark(url, market);
  if (url.pathname === '/v1/finance/search') return search(url, market, nowSeconds, origin);
  if (url.pathname.startsWith(FUNDAMENTALS_PATH)) return fundamentals(url);
  return json(404, { finance: failure('Not Found', 'HTTP 404 Not Found') });
}

function chart(url: URL, market: RecordedMarket): VendorResponse {
  const symbol = symbolIn(url, CHART_PATH);
  const interval = url.searchParams.get('interval') ?? '1d';
  const bars = market.get(symbol);
  if (!bars) {
    return json(404, { chart: failure('Not Found', 'No data found, symbol may be delisted') });
  }
  if (interval !== '1d') {
    return json(422, {
      chart: failure('Unprocessable Entity', `${interval} data not available for the recorded days`),
    });
  }
  return json(
    200,
    chartBody(symbol, listingFor(symbol, bars), bars),
    'public, max-age=10, stale-while-revalidate=20',
  );
}

/** The closes of known symbols, at most twenty. */
function spark(url: URL, market: RecordedMarket): VendorResponse {
  const symbols = (url.searchParams.get('symbols') ?? '').split(',');
  if (symbols.length > 20) return json(400, { spark: failure('Bad Request', 'Too many symbols') });
  const result = symbols.flatMap((symbol) => {
    const bars = market.get(symbol);
    return bars ? [sparkRow(symbol, listingFor(symbol, bars), bars)] : [];
  });
  return result.length > 0
    ? json(200, { spark: { result, error: null } })
    : json(404, { spark: failure('Not Found', 'No data found for spark symbols') });
}

function search(url: URL, market: RecordedMarket, nowSeconds: number, origin: string): VendorResponse {
  const text = url.searchParams.get('q');
  if (!text) return json(400, { finance: failure('Bad Request', 'Missing required query parameter=q') });
  const listings = [...market].map(([symbol, bars]) => ({ symbol, listing: listingFor(symbol, bars) }));
  const quotes = searchQuotes(listings, text, count(url, 'quotesCount', 7));
  const symbol = text.trim().toUpperCase();
  const bars = market.get(symbol);
  const news = bars
    ? newsFromBars(symbol, listingFor(symbol, bars), bars, {
        limit: count(url, 'newsCount', 4),
        nowSeconds,
        origin,
      })
    : [];
  return json(
    200,
    { explains: [], count: quotes.length + news.length, quotes, news, nav: [], lists: [] },
    'public, max-age=600, stale-while-revalidate=180',
  );
}

/** No fundamentals are recorded, so every series is named and empty, as the vendor does it. */
function fundamentals(url: URL): VendorResponse {
  const symbol = symbolIn(url, FUNDAMENTALS_PATH);
  const types = (url.searchParams.get('type') ?? '').split(',').filter(Boolean);
  const result = types.map((type) => ({ meta: { symbol: [symbol], type: [type] } }));
  return json(200, { timeseries: { result, error: null } });
}

function newsPage(url: URL): VendorResponse {
  const id = decodeURIComponent(url.pathname.slice(NEWS_PATH.length)).replaceAll(/[^\w.^=-]/g, '');
  return html(
    `<!doctype html><html lang="en"><title>${id}</title><h1>${id}</h1>` +
      '<p>This item was derived from a recorded day. There is no article behind it.</p></html>',
  );
}

function symbolIn(url: URL, prefix: string): string {
  return decodeURIComponent(url.pathname.slice(prefix.length)).toUpperCase();
}

function count(url: URL, name: string, fallback: number): number {
  const value = Number(url.searchParams.get(name) ?? fallback);
  return Number.isInteger(value) && value >= 0 ? value : fallback;
}

function listingFor(symbol: string, bars: readonly RecordedBar[]): Listing {
  return listingOf(symbol, bars.some(isOnWeekend));
}

/** The market as known at an instant, without listings that had not traded yet. The last result is memoised. */
function marketAt(market: RecordedMarket): (atSeconds: number) => RecordedMarket {
  const listings = [...market].map(([symbol, bars]) => {
    const { timeZone } = listingFor(symbol, bars);
    return { symbol, bars, ends: bars.map(({ date }) => sessionOf(date, timeZone).end) };
  });
  let last: { readonly atSeconds: number; readonly known: RecordedMarket } | null = null;
  return (atSeconds) => {
    if (last?.atSeconds === atSeconds) return last.known;
    const known = new Map(
      listings.flatMap(({ symbol, bars, ends }) => {
        const closed = bars.slice(0, ends.filter((end) => end <= atSeconds).length);
        return closed.some(({ close }) => close !== null) ? [[symbol, closed] as const] : [];
      }),
    );
    last = { atSeconds, known };
    return known;
  };
}

function isOnWeekend({ date }: RecordedBar): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}

function failure(code: string, description: string) {
  return { result: null, error: { code, description } };
}

function json(status: number, body: unknown, cacheControl?: string): VendorResponse {
  return {
    status,
    type: 'application/json;charset=utf-8',
    body: JSON.stringify(body),
    ...(cacheControl && { cacheControl }),
  };
}

function html(body: string): VendorResponse {
  return { status: 200, type: 'text/html;charset=utf-8', body };
}

function send(response: ServerResponse, { status, type, body, cacheControl }: VendorResponse): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': cacheControl ?? 'no-store' });
  response.end(body);
}
