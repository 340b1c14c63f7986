import { ok } from '#compute';
import type { Result, Ticker } from '#compute';
import type { ServiceError } from '../../errors.ts';
import type { JsonReply } from '../fetch-json.ts';
import type { Fundamentals, MarketData } from '../market-data.ts';
import { chartPath, decodeChart } from './chart.ts';
import { decodeFundamentals, fundamentalsPath, mayHaveFundamentals } from './fundamentals.ts';
import { decodeNews, newsPath } from './news.ts';
import { requestYahoo } from './request.ts';
import { decodeSearch, searchPath } from './search.ts';
import { symbolCandidates } from './symbols.ts';

const NO_FUNDAMENTALS: Fundamentals = { marketCap: null, trailingEps: null, trailingPe: null };

/** Yahoo Finance's keyless endpoints. `now` is the clock in epoch milliseconds. */
export function createYahooMarketData(baseUrls: readonly string[], now: () => number): MarketData {
  let lastSuccessAt: string | null = null;

  async function ask<T>(
    path: string,
    signal: AbortSignal,
    decode: (reply: JsonReply) => Result<T, ServiceError>,
  ): Promise<Result<T, ServiceError>> {
    const reply = await requestYahoo(baseUrls, path, signal);
    if (!reply.ok) return reply;
    const decoded = decode(reply.value);
    if (decoded.ok) lastSuccessAt = new Date(now()).toISOString();
    return decoded;
  }

  return {
    identity: `yahoo@${baseUrls.map((url) => url.replace(/^https?:\/\//, '')).join('+')}`,

    async stock(ticker, signal) {
      return firstKnown(symbolCandidates(ticker), (symbol) =>
        ask(chartPath(symbol), signal, (reply) => decodeChart(reply, symbol, now() / 1000)),
      );
    },

    async fundamentals(ticker, signal) {
      if (!mayHaveFundamentals(ticker)) return ok(NO_FUNDAMENTALS);
      // A dot may be an exchange's or a class share's; only the latter has another spelling, and facts under it.
      const asked = symbolCandidates(ticker).map((symbol) =>
        ask(fundamentalsPath(symbol, now() / 1000), signal, decodeFundamentals),
      );
      const answers = await Promise.all(asked);
      const known = answers.find((answer) => answer.ok && answer.value.marketCap !== null);
      return known ?? answers[0] ?? ok(NO_FUNDAMENTALS);
    },

    async news(ticker, signal) {
      return ask(newsPath(ticker), signal, (reply) => decodeNews(reply, ticker, now() / 1000));
    },

    async search(query, signal) {
      return ask(searchPath(query), signal, (reply) => decodeSearch(reply, now() / 1000));
    },

    providers: () => [{ name: 'yahoo', breaker: 'closed', last_success_at: lastSuccessAt }],
  };
}

/** Tries spellings in order; the error of the first one stands when none is known. */
async function firstKnown<T>(
  symbols: readonly Ticker[],
  ask: (symbol: Ticker) => Promise<Result<T, ServiceError>>,
): Promise<Result<T, ServiceError>> {
  const [typed, ...others] = symbols;
  if (typed === undefined) throw new RangeError('a ticker has at least one spelling');
  const first = await ask(typed);
  if (first.ok || first.error.reason !== 'unknown_symbol') return first;
  for (const symbol of others) {
    // oxlint-disable-next-line no-await-in-loop -- the second spelling is asked only when the first is unknown
    const answer = await ask(symbol);
    if (answer.ok || answer.error.reason !== 'unknown_symbol') return answer;
  }
  return first;
}
