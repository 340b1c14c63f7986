import { ok, parseIsoDate, type Result, type Ticker } from '#compute';
import * as v from 'valibot';
import type { Runtime } from '../../config.ts';
import { chunksOf } from '../../chunks-of.ts';
import type { IntradayRange } from '../../contract/contract.ts';
import type { Failure } from '../../failure.ts';
import type { CallBudget, CallPurpose } from '../../resilience/call-budget.ts';
import { isSameSymbol, symbolCandidates } from '../exchanges.ts';
import type { DatedFigure, Fundamentals, RawNews, SearchSnapshot } from '../market-data.ts';
import { fundamentalSchema } from '../plausible.ts';
import { checked, createUpstream, decoded, type UpstreamSettings } from '../upstream.ts';
import { chartPath } from './chart.ts';
import { decodeDailyChart } from './daily-chart.ts';
import { decodeIntraday, intradayPath } from './intraday.ts';
import { newsPath, newsSchema, searchPath, searchSchema } from './search.ts';
import { decodeSpark, sparkPath, SYMBOLS_PER_CALL } from './spark.ts';

/** Yahoo responds with 429 unless the user agent looks like a browser's. Workers send none by default. */
const HEADERS = { 'User-Agent': 'Mozilla/5.0 (compatible; Candor/0.1)', Accept: 'application/json' };

const NO_FUNDAMENTALS: Fundamentals = { marketCap: null, trailingEps: null, trailingPe: null };

export type Yahoo = ReturnType<typeof createYahooMarketData>;

/** Yahoo Finance's endpoints without a key. */
export function createYahooMarketData(
  addresses: readonly [string, ...string[]],
  runtime: Runtime,
  budget?: CallBudget,
) {
  const settings: UpstreamSettings = {
    name: 'yahoo',
    addresses,
    headers: HEADERS,
    runtime,
    ...(budget && { budget }),
  };
  const upstream = createUpstream(settings);
  // Batches have their own breaker: charts replace a failed batch, so its failures must not block charts.
  const batches = createUpstream(settings);
  const nowSeconds = () => runtime.now() / 1000;

  return {
    identity: `yahoo@${addresses.map((url) => url.replace(/^https?:\/\//, '')).join('+')}`,

    stock: (ticker: Ticker, signal: AbortSignal, purpose?: CallPurpose) =>
      firstKnown(ticker, (symbol) =>
        decoded(upstream.request(chartPath(symbol), signal, purpose), (reply) =>
          decodeDailyChart(reply, symbol, nowSeconds()),
        ),
      ),

    async latestPrices(tickers: readonly Ticker[], signal: AbortSignal) {
      const symbols = [...new Set(tickers.flatMap(symbolCandidates))];
      const calls = await Promise.all(
        chunksOf(symbols, SYMBOLS_PER_CALL).map((chunk) =>
          decoded(batches.request(sparkPath(chunk), signal, 'renewal'), (reply) =>
            decodeSpark(reply, nowSeconds()),
          ),
        ),
      );
      const [first] = calls;
      if (first !== undefined && calls.every((call) => !call.ok)) return first;
      const prices = new Map(calls.flatMap((call) => (call.ok ? Array.from(call.value) : [])));
      const found = tickers.flatMap((ticker) => {
        const spellings = symbolCandidates(ticker).map((symbol) => prices.get(symbol));
        const price = spellings.find((known) => known !== undefined);
        return price ? [[ticker, price] as const] : [];
      });
      return ok(new Map(found));
    },

    intraday: (ticker: Ticker, range: IntradayRange, signal: AbortSignal) =>
      firstKnown(ticker, (symbol) =>
        decoded(upstream.request(intradayPath(symbol, range), signal, 'renewal'), (reply) =>
          decodeIntraday(reply, symbol, range, nowSeconds()),
        ),
      ),

    async fundamentals(ticker: Ticker, signal: AbortSignal): Promise<Result<Fundamentals, Failure>> {
      if (!mayHaveFundamentals(ticker)) return ok(NO_FUNDAMENTALS);
      // A dot marks an exchange or a share class. Only a share class has a second spelling, with its own fundamentals.
      const responses = await Promise.all(
        symbolCandidates(ticker).map((symbol) =>
          checked(
            upstream.requestBestEffort(fundamentalsPath(symbol, nowSeconds()), signal),
            fundamentalsSchema,
          ),
        ),
      );
      const known = responses.find((found) => found.ok && found.value.marketCap !== null);
      return known ?? responses[0] ?? ok(NO_FUNDAMENTALS);
    },

    async news(ticker: Ticker, signal: AbortSignal): Promise<Result<RawNews, Failure>> {
      const found = await checked(upstream.request(newsPath(ticker), signal, 'renewal'), newsSchema);
      if (!found.ok) return found;
      const { news: items, quotes } = found.value;
      const listing = quotes.find(({ symbol }) => isSameSymbol(symbol, ticker));
      return ok({ source: 'yahoo', companyName: listing?.longname ?? listing?.shortname ?? null, items });
    },

    async search(query: string, signal: AbortSignal): Promise<Result<SearchSnapshot, Failure>> {
      const found = await checked(upstream.request(searchPath(query), signal), searchSchema);
      return found.ok ? ok({ source: 'yahoo', results: found.value, asOfSeconds: nowSeconds() }) : found;
    },

    state: upstream.state,
  };
}

/** Tries a ticker as typed, then in its other spelling. If neither is known, returns the first error. */
async function firstKnown<T>(ticker: Ticker, ask: (symbol: Ticker) => Promise<Result<T, Failure>>) {
  const [typed, other] = symbolCandidates(ticker);
  const first = await ask(typed);
  if (other === undefined || first.ok || first.error.reason !== 'unknown_symbol') return first;
  const second = await ask(other);
  return second.ok || second.error.reason !== 'unknown_symbol' ? second : first;
}

/** A little over a year, so that companies with yearly reports have an entry. */
const WINDOW_SECONDS = 400 * 86_400;

const entrySchema = v.object({
  asOfDate: v.pipe(v.string(), v.transform(parseIsoDate), v.number()),
  currencyCode: v.nullish(v.string(), ''),
  reportedValue: v.object({ raw: fundamentalSchema }),
});

const series = v.optional(v.array(v.nullable(entrySchema)), []);

/** The newest entry of each series; `null` for a missing series. */
const fundamentalsSchema = v.pipe(
  v.object({
    timeseries: v.object({
      result: v.nullable(
        v.array(v.object({ trailingMarketCap: series, trailingPeRatio: series, trailingDilutedEPS: series })),
      ),
    }),
  }),
  v.transform(({ timeseries }): Fundamentals => {
    const rows = timeseries.result ?? [];
    const marketCap = newest(rows.flatMap((row) => row.trailingMarketCap));
    return {
      marketCap: marketCap !== null && marketCap.value > 0 ? marketCap : null,
      trailingEps: newest(rows.flatMap((row) => row.trailingDilutedEPS)),
      trailingPe: newest(rows.flatMap((row) => row.trailingPeRatio)),
    };
  }),
);

/** Whether a ticker may be a company's. Indices, currency pairs, futures and coins have no earnings. */
function mayHaveFundamentals(ticker: Ticker): boolean {
  return !/^\^|=|-[A-Z]{3,4}$/.test(ticker);
}

function fundamentalsPath(symbol: Ticker, nowSeconds: number): string {
  const query = new URLSearchParams({
    symbol,
    type: 'trailingMarketCap,trailingPeRatio,trailingDilutedEPS',
    period1: String(Math.floor(nowSeconds - WINDOW_SECONDS)),
    period2: String(Math.floor(nowSeconds)),
  });
  return `/ws/fundamentals-timeseries/v1/finance/timeseries/${encodeURIComponent(symbol)}?${query}`;
}

function newest(entries: v.InferOutput<typeof series>): DatedFigure | null {
  let figure: DatedFigure | null = null;
  for (const entry of entries) {
    if (entry === null || (figure !== null && entry.asOfDate <= figure.dateSeconds)) continue;
    figure = { value: entry.reportedValue.raw, currency: entry.currencyCode, dateSeconds: entry.asOfDate };
  }
  return figure;
}
