/** Yahoo at the network edge: responses of `fetch` in the wire format of its keyless endpoints. */
import { vi } from 'vitest';

export const NEW_YORK_OPEN_SECONDS = Date.UTC(2026, 10, 17, 14, 30) / 1000;
const DAY = 86_400;

export type Reply = (url: URL, init: RequestInit | undefined) => Response | Promise<Response>;

export interface Upstream {
  chart: Reply;
  /** The batch of closes. */
  spark: Reply;
  fundamentals: Reply;
  search: Reply;
  /** Every other URL: the vendors behind Yahoo. */
  elsewhere: Reply;
  /** Every requested URL, in order. */
  readonly asked: URL[];
}

/** Replaces the network. Endpoints that a test does not set respond like Yahoo without data. */
export function fakeUpstream(replies: Partial<Omit<Upstream, 'asked'>> = {}): Upstream {
  const upstream: Upstream = {
    chart: () => json(chartBody()),
    spark: () => json({ spark: { result: null, error: { code: 'Not Found' } } }, 404),
    fundamentals: () => json({ timeseries: { result: [], error: null } }),
    search: () => json({ count: 0, quotes: [], news: [] }),
    elsewhere: (url) => {
      throw new TypeError(`no such endpoint: ${url.pathname}`);
    },
    asked: [],
    ...replies,
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    upstream.asked.push(url);
    if (url.pathname.includes('/v8/finance/chart/')) return upstream.chart(url, init);
    if (url.pathname === '/v7/finance/spark') return upstream.spark(url, init);
    if (url.pathname.includes('/fundamentals-timeseries/')) return upstream.fundamentals(url, init);
    if (url.pathname.endsWith('/v1/finance/search')) return upstream.search(url, init);
    return upstream.elsewhere(url, init);
  });
  return upstream;
}

/** Number of chart requests. */
export function chartCalls(upstream: Upstream): number {
  return upstream.asked.filter((url) => url.pathname.includes('/chart/')).length;
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json;charset=utf-8', ...headers },
  });
}

export const down = (): Response => new Response('down', { status: 503 });

/** A request without a response, which ends only if aborted. */
export function hang(init: RequestInit | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    const abort = () => reject(new DOMException('aborted', 'AbortError'));
    if (init?.signal?.aborted) abort();
    else init?.signal?.addEventListener('abort', abort);
  });
}

export const UNKNOWN_SYMBOL_BODY = {
  chart: {
    result: null,
    error: { code: 'Not Found', description: 'No data found, symbol may be delisted' },
  },
};

export interface ChartRow {
  readonly at: number;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  readonly volume: number | null;
}

/** `count` weekday rows in New York, the last one on Tuesday 2026-11-17, rising by 0.1 a day to 100 + count / 10. */
export function risingRows(count = 80): ChartRow[] {
  const rows: ChartRow[] = [];
  for (let at = NEW_YORK_OPEN_SECONDS; rows.length < count; at -= DAY) {
    const weekday = new Date(at * 1000).getUTCDay();
    if (weekday === 0 || weekday === 6) continue;
    const close = 100 + (count - rows.length) / 10;
    rows.push({ at, open: close - 0.05, high: close + 0.5, low: close - 0.5, close, volume: 1_000_000 });
  }
  return rows.toReversed();
}

/** A batch of closes: for each symbol the end of {@link chartBody}, in Yahoo's format. */
export function sparkBody(
  symbols: readonly string[],
  rows: readonly ChartRow[] = risingRows(),
  meta: Record<string, unknown> = {},
): unknown {
  const shown = rows.slice(-5);
  const result = symbols.map((symbol) => {
    const { chart } = chartBody(rows, { symbol, ...meta }) as { chart: { result: [{ meta: unknown }] } };
    const response = {
      meta: chart.result[0].meta,
      timestamp: shown.map((row) => row.at),
      indicators: { quote: [{ close: shown.map((row) => row.close) }] },
    };
    return { symbol, response: [response] };
  });
  return { spark: { result, error: null } };
}

/** The symbols in a batch request. */
export const sparkSymbols = (url: URL): readonly string[] => url.searchParams.get('symbols')!.split(',');

/** A chart body; `meta` overrides single fields. */
export function chartBody(
  rows: readonly ChartRow[] = risingRows(),
  meta: Record<string, unknown> = {},
): unknown {
  const column = (name: Exclude<keyof ChartRow, 'at'>) => rows.map((row) => row[name]);
  return {
    chart: {
      error: null,
      result: [
        {
          meta: {
            currency: 'USD',
            symbol: 'AAPL',
            exchangeName: 'NMS',
            fullExchangeName: 'NasdaqGS',
            instrumentType: 'EQUITY',
            regularMarketTime: NEW_YORK_OPEN_SECONDS + 9000,
            gmtoffset: -18_000,
            timezone: 'EST',
            exchangeTimezoneName: 'America/New_York',
            regularMarketPrice: rows.at(-1)?.close,
            regularMarketDayHigh: rows.at(-1)?.high,
            regularMarketDayLow: rows.at(-1)?.low,
            regularMarketVolume: 1_234_567,
            longName: 'Apple Inc.',
            shortName: 'Apple',
            // A trap: the close before the requested range, not the previous close.
            chartPreviousClose: 12.34,
            currentTradingPeriod: {
              pre: { start: NEW_YORK_OPEN_SECONDS - 19_800, end: NEW_YORK_OPEN_SECONDS },
              regular: { start: NEW_YORK_OPEN_SECONDS, end: NEW_YORK_OPEN_SECONDS + 23_400 },
              post: { start: NEW_YORK_OPEN_SECONDS + 23_400, end: NEW_YORK_OPEN_SECONDS + 37_800 },
            },
            ...meta,
          },
          timestamp: rows.map((row) => row.at),
          indicators: {
            quote: [
              {
                open: column('open'),
                high: column('high'),
                low: column('low'),
                close: column('close'),
                volume: column('volume'),
              },
            ],
          },
        },
      ],
    },
  };
}
