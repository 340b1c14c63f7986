import { ok } from '#compute';
import type { Result, Ticker } from '#compute';
import type { ServiceError } from '../../http/errors.ts';
import type { Runtime } from '../../runtime.ts';
import type { JsonReply } from '../fetch-json.ts';
import type { NameOf } from '../listing-directory.ts';
import type { Fundamentals, MarketData } from '../market-data.ts';
import { createUpstream } from '../upstream.ts';
import { chartPath, decodeChart } from './chart.ts';
import { decodeFundamentals, fundamentalsPath, mayHaveFundamentals } from './fundamentals.ts';
import { decodeIntraday, intradayPath } from './intraday.ts';
import { decodeNews, newsPath } from './news.ts';
import { decodeSearch, searchPath } from './search.ts';
import { symbolCandidates } from '../symbols.ts';

/** Yahoo answers 429 unless the user agent looks like a browser's; a Worker sends none by default. */
const HEADERS = { 'User-Agent': 'Mozilla/5.0 (compatible; Candor/0.1)', Accept: 'application/json' };

const NO_FUNDAMENTALS: Fundamentals = { marketCap: null, trailingEps: null, trailingPe: null };

/** Yahoo Finance's endpoints that need no key. News is ranked by the company names that `nameOf` knows, else by symbols. */
export function createYahooMarketData(
  addresses: readonly [string, ...string[]],
  runtime: Runtime,
  nameOf: NameOf = async () => null,
): MarketData {
  const upstream = createUpstream({ name: 'yahoo', addresses, headers: HEADERS, runtime });
  const nowSeconds = () => runtime.now() / 1000;

  return {
    identity: `yahoo@${addresses.map((url) => url.replace(/^https?:\/\//, '')).join('+')}`,

    async stock(ticker, signal) {
      return firstKnown(symbolCandidates(ticker), (symbol) =>
        decoded(upstream.request(chartPath(symbol), signal), (reply) =>
          decodeChart(reply, symbol, nowSeconds()),
        ),
      );
    },

    intraday: async (ticker, range, signal) =>
      firstKnown(symbolCandidates(ticker), (symbol) =>
        decoded(upstream.request(intradayPath(symbol, range), signal), (reply) =>
          decodeIntraday(reply, symbol, range, nowSeconds()),
        ),
      ),

    async fundamentals(ticker, signal) {
      if (!mayHaveFundamentals(ticker)) return ok(NO_FUNDAMENTALS);
      // A dot may mark an exchange or a share class. Only a share class has a second spelling, with its own fundamentals.
      const asked = symbolCandidates(ticker).map((symbol) =>
        decoded(
          upstream.requestBestEffort(fundamentalsPath(symbol, nowSeconds()), signal),
          decodeFundamentals,
        ),
      );
      const answers = await Promise.all(asked);
      const known = answers.find((answer) => answer.ok && answer.value.marketCap !== null);
      return known ?? answers[0] ?? ok(NO_FUNDAMENTALS);
    },

    async news(ticker, signal) {
      const name = await nameOf(ticker);
      return decoded(upstream.request(newsPath(ticker), signal), (reply) =>
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

async function decoded<T>(
  request: Promise<Result<JsonReply, ServiceError>>,
  decode: (reply: JsonReply) => Result<T, ServiceError>,
): Promise<Result<T, ServiceError>> {
  const reply = await request;
  return reply.ok ? decode(reply.value) : reply;
}

/** Tries spellings in order; if none is known, the first one's error is returned. */
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
