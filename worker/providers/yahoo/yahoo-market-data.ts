import { err, ok, parseIsoDate } from '#compute';
import type { Result, Ticker } from '#compute';
import * as v from 'valibot';
import type { Runtime } from '../../config.ts';
import type { Failure } from '../../failure.ts';
import type { CallBudget } from '../../resilience/call-budget.ts';
import { symbolCandidates } from '../exchanges.ts';
import type { NameOf } from '../listing-directory.ts';
import type { DatedFigure, Fundamentals, LatestPrice, MarketData } from '../market-data.ts';
import { fundamentalSchema } from '../plausible.ts';
import { createUpstream, decoded } from '../upstream.ts';
import type { JsonReply, UpstreamSettings } from '../upstream.ts';
import { chartPath, decodeChart } from './chart.ts';
import { decodeIntraday, intradayPath } from './intraday.ts';
import { decodeNews, decodeSearch, newsPath, searchPath } from './search.ts';
import { decodeSpark, sparkPath, SYMBOLS_PER_CALL } from './spark.ts';

/** Yahoo answers 429 unless the user agent looks like a browser's; a Worker sends none by default. */
const HEADERS = { 'User-Agent': 'Mozilla/5.0 (compatible; Candor/0.1)', Accept: 'application/json' };

const NO_FUNDAMENTALS: Fundamentals = { marketCap: null, trailingEps: null, trailingPe: null };

/** Yahoo Finance's endpoints that need no key. News is ranked by the company names that `nameOf` knows, else by symbols. */
export function createYahooMarketData(
  addresses: readonly [string, ...string[]],
  runtime: Runtime,
  nameOf: NameOf = async () => null,
  budget?: CallBudget,
): MarketData {
  const settings: UpstreamSettings = {
    name: 'yahoo',
    addresses,
    headers: HEADERS,
    runtime,
    ...(budget && { budget }),
  };
  const upstream = createUpstream(settings);
  // With a breaker of its own: a batch that fails is replaced by charts, which its failures must not stop.
  const batches = createUpstream(settings);
  const nowSeconds = () => runtime.now() / 1000;

  return {
    identity: `yahoo@${addresses.map((url) => url.replace(/^https?:\/\//, '')).join('+')}`,

    async stock(ticker, signal, purpose) {
      return firstKnown(symbolCandidates(ticker), (symbol) =>
        decoded(upstream.request(chartPath(symbol), signal, purpose), (reply) =>
          decodeChart(reply, symbol, nowSeconds()),
        ),
      );
    },

    async latestPrices(tickers, signal) {
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
      const found = new Map<Ticker, LatestPrice>();
      for (const ticker of tickers) {
        const spellings = symbolCandidates(ticker).flatMap((symbol) =>
          calls.flatMap((call) => (call.ok && call.value.get(symbol)) || []),
        );
        if (spellings[0] !== undefined) found.set(ticker, spellings[0]);
      }
      return ok(found);
    },

    intraday: async (ticker, range, signal) =>
      firstKnown(symbolCandidates(ticker), (symbol) =>
        decoded(upstream.request(intradayPath(symbol, range), signal, 'renewal'), (reply) =>
          decodeIntraday(reply, symbol, range, nowSeconds()),
        ),
      ),

    async fundamentals(ticker, signal) {
      if (!mayHaveFundamentals(ticker)) return ok(NO_FUNDAMENTALS);
      // A dot may mark an exchange or a share class. Only a share class has a second spelling, with its own fundamentals.
      const requests = symbolCandidates(ticker).map((symbol) =>
        decoded(
          upstream.requestBestEffort(fundamentalsPath(symbol, nowSeconds()), signal),
          decodeFundamentals,
        ),
      );
      const responses = await Promise.all(requests);
      const known = responses.find((found) => found.ok && found.value.marketCap !== null);
      return known ?? responses[0] ?? ok(NO_FUNDAMENTALS);
    },

    async news(ticker, signal) {
      const name = await nameOf(ticker);
      return decoded(upstream.request(newsPath(ticker), signal, 'renewal'), (reply) =>
        decodeNews(reply, ticker, name, nowSeconds()),
      );
    },

    async search(query, signal) {
      return decoded(upstream.request(searchPath(query), signal), (reply) =>
        decodeSearch(reply, nowSeconds()),
      );
    },

    providers: () => [upstream.state()],
  };
}

function chunksOf<T>(items: readonly T[], size: number): (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Tries spellings in order; if none is known, the first one's error is returned. */
async function firstKnown<T>(
  symbols: readonly Ticker[],
  ask: (symbol: Ticker) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const [typed, ...others] = symbols;
  if (typed === undefined) throw new RangeError('a ticker has at least one spelling');
  const first = await ask(typed);
  if (first.ok || first.error.reason !== 'unknown_symbol') return first;
  for (const symbol of others) {
    const found = await ask(symbol);
    if (found.ok || found.error.reason !== 'unknown_symbol') return found;
  }
  return first;
}

/** A little over a year, so that companies that report yearly have an entry. */
const WINDOW_SECONDS = 400 * 86_400;

const entrySchema = v.object({
  asOfDate: v.pipe(v.string(), v.transform(parseIsoDate), v.number()),
  currencyCode: v.nullish(v.string(), ''),
  reportedValue: v.object({ raw: fundamentalSchema }),
});

const series = v.optional(v.array(v.nullable(entrySchema)), []);

const fundamentalsSchema = v.object({
  timeseries: v.object({
    result: v.nullable(
      v.array(v.object({ trailingMarketCap: series, trailingPeRatio: series, trailingDilutedEPS: series })),
    ),
  }),
});

type Series = v.InferOutput<typeof series>;

/** True for a ticker that may be a company: indices, currency pairs, futures and coins have no earnings. */
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

/** Decodes the newest entry of each series; `null` for a missing series. */
function decodeFundamentals(reply: JsonReply): Result<Fundamentals, Failure> {
  const parsed = v.safeParse(fundamentalsSchema, reply.body);
  if (reply.status !== 200 || !parsed.success) return err({ reason: 'upstream_bad_payload' });
  const rows = parsed.output.timeseries.result ?? [];
  const marketCap = newest(rows.flatMap((row) => row.trailingMarketCap));
  return ok({
    marketCap: marketCap !== null && marketCap.value > 0 ? marketCap : null,
    trailingEps: newest(rows.flatMap((row) => row.trailingDilutedEPS)),
    trailingPe: newest(rows.flatMap((row) => row.trailingPeRatio)),
  });
}

function newest(entries: Series): DatedFigure | null {
  let figure: DatedFigure | null = null;
  for (const entry of entries) {
    if (entry === null || (figure !== null && entry.asOfDate <= figure.dateSeconds)) continue;
    figure = { value: entry.reportedValue.raw, currency: entry.currencyCode, dateSeconds: entry.asOfDate };
  }
  return figure;
}
