import { ok, parseIsoDate, SECONDS_PER_DAY, type Ticker } from '#compute';
import * as v from 'valibot';
import { chunksOf } from '../../resilience/in-waves.ts';
import type { Runtime } from '../../config.ts';
import type { IntradayRange } from '../../contract/contract.ts';
import type { Outcome } from '../../failure.ts';
import type { CallPurpose } from '../../resilience/call-budget.ts';
import type { DatedFigure, Fundamentals, RawNews } from '../market-data.ts';
import { fundamentalSchema } from '../plausible.ts';
import { Upstream, type UpstreamSettings } from '../upstream.ts';
import { isSameSymbol, symbolCandidates } from '../venues/exchanges.ts';
import { readChart, type Chart } from './chart.ts';
import { decodeDailyChart, decodeIntraday, decodeSpark, INTERVALS } from './decode-charts.ts';
import { newsPath, newsSchema, searchPath, searchSchema } from './search.ts';

/** Yahoo responds with 429 unless the user agent looks like a browser's. Workers send none by default. */
const HEADERS = { 'User-Agent': 'Mozilla/5.0 (compatible; Candor/0.1)' };

/** Five years of days; the response has price, volume, day range and names too. */
const DAILY = 'range=5y&interval=1d&events=div%7Csplit&includePrePost=false';

/** Yahoo refuses calls for more symbols. */
const SYMBOLS_PER_CALL = 20;

export class Yahoo extends Upstream {
  /** Batches have their own breaker: charts replace a failed batch, so its failures must not block charts. */
  readonly #batches: Upstream;

  constructor(
    addresses: readonly [string, ...string[]],
    runtime: Runtime,
    budget?: UpstreamSettings['budget'],
  ) {
    const settings: UpstreamSettings = { name: 'yahoo', addresses, headers: HEADERS, runtime, budget };
    super(settings);
    this.#batches = new Upstream(settings);
  }

  stock(ticker: Ticker, signal: AbortSignal, purpose?: CallPurpose) {
    return this.#chart(ticker, DAILY, decodeDailyChart, signal, purpose);
  }

  intraday(ticker: Ticker, range: IntradayRange, signal: AbortSignal) {
    const query = `range=${range}&interval=${INTERVALS[range].name}&includePrePost=true`;
    return this.#chart(ticker, query, (chart) => decodeIntraday(chart, range), signal, 'renewal');
  }

  async latestPrices(tickers: readonly Ticker[], signal: AbortSignal) {
    const symbols = [...new Set(tickers.flatMap(symbolCandidates))];
    const calls = await Promise.all(
      chunksOf(symbols, SYMBOLS_PER_CALL).map(async (chunk) => {
        const reply = await this.#batches.request(sparkPath(chunk), signal, 'renewal');
        return reply.ok ? decodeSpark(reply.value, this.nowSeconds()) : reply;
      }),
    );
    const [first] = calls;
    if (first !== undefined && calls.every((call) => !call.ok)) return first;
    const prices = new Map(calls.flatMap((call) => (call.ok ? Array.from(call.value) : [])));
    const found = tickers.flatMap((ticker) => {
      const symbol = symbolCandidates(ticker).find((spelling) => prices.has(spelling));
      const price = symbol && prices.get(symbol);
      return price ? [[ticker, price] as const] : [];
    });
    return ok(new Map(found));
  }

  async fundamentals(ticker: Ticker, signal: AbortSignal): Promise<Outcome<Fundamentals>> {
    if (!mayHaveFundamentals(ticker)) return ok(NO_FUNDAMENTALS);
    // A dot marks an exchange or a share class. Only a share class has a second spelling, with its own fundamentals.
    const responses = await Promise.all(
      symbolCandidates(ticker).map((symbol) =>
        this.read(fundamentalsPath(symbol, this.nowSeconds()), fundamentalsSchema, signal, 'optional'),
      ),
    );
    const known = responses.find((found) => found.ok && found.value.marketCap !== null);
    return known ?? responses[0] ?? ok(NO_FUNDAMENTALS);
  }

  async news(ticker: Ticker, signal: AbortSignal): Promise<Outcome<RawNews>> {
    const found = await this.read(newsPath(ticker), newsSchema, signal, 'renewal');
    if (!found.ok) return found;
    const listing = found.value.quotes.find(({ symbol }) => isSameSymbol(symbol, ticker));
    return ok({ companyName: listing?.longname ?? listing?.shortname ?? null, items: found.value.news });
  }

  search(query: string, signal: AbortSignal) {
    return this.read(searchPath(query), searchSchema, signal);
  }

  /** Requests a ticker's chart as typed, then by its other spelling. If neither is known, returns the first error. */
  async #chart<T>(
    ticker: Ticker,
    query: string,
    decode: (chart: Chart) => Outcome<T>,
    signal: AbortSignal,
    purpose?: CallPurpose,
  ): Promise<Outcome<T>> {
    const ask = async (symbol: Ticker) => {
      const path = `/v8/finance/chart/${encodeURIComponent(symbol)}?${query}`;
      const reply = await this.request(path, signal, purpose);
      const chart = reply.ok ? readChart(reply.value, symbol, this.nowSeconds()) : reply;
      return chart.ok ? decode(chart.value) : chart;
    };
    const [typed, other] = symbolCandidates(ticker);
    const first = await ask(typed);
    if (other === undefined || first.ok || first.error.reason !== 'unknown_symbol') return first;
    const second = await ask(other);
    return second.ok || second.error.reason !== 'unknown_symbol' ? second : first;
  }
}

function sparkPath(symbols: readonly Ticker[]): string {
  return `/v7/finance/spark?symbols=${symbols.map(encodeURIComponent).join(',')}&range=5d&interval=1d&includePrePost=false`;
}

/** A little over a year, so that companies with yearly reports have an entry. */
const WINDOW_SECONDS = 400 * SECONDS_PER_DAY;

const NO_FUNDAMENTALS: Fundamentals = { marketCap: null, trailingEps: null, trailingPe: null };

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

const entrySchema = v.pipe(
  v.object({
    asOfDate: v.pipe(v.string(), v.transform(parseIsoDate), v.number()),
    currencyCode: v.nullish(v.string(), ''),
    reportedValue: v.object({ raw: fundamentalSchema }),
  }),
  v.transform((entry): DatedFigure => {
    const { asOfDate: dateSeconds, currencyCode: currency, reportedValue } = entry;
    return { value: reportedValue.raw, currency, dateSeconds };
  }),
);

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

function newest(figures: readonly (DatedFigure | null)[]): DatedFigure | null {
  return figures.reduce(
    (latest, figure) => (figure && figure.dateSeconds > (latest?.dateSeconds ?? -Infinity) ? figure : latest),
    null,
  );
}
