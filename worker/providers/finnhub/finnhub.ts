import { err, isoDate, ok, SECONDS_PER_DAY } from '#compute';
import type { Result, Ticker } from '#compute';
import type { ServiceError } from '../../http/errors.ts';
import type { Runtime } from '../../runtime.ts';
import type { NameOf } from '../listing-directory.ts';
import type { Fundamentals, NewsSnapshot, ProviderState, SearchSnapshot } from '../market-data.ts';
import { isAmericanSymbol } from '../symbols.ts';
import { createUpstream } from '../upstream.ts';
import { decodeFundamentals, decodeNews, decodeQuote, decodeSearch } from './decode.ts';
import type { TimedQuote } from './decode.ts';

const NEWS_DAYS = 30;

/** Finnhub's free endpoints: quote, news, fundamentals and search. Daily bars are not free. */
export interface Finnhub {
  readonly identity: string;
  /** True for the free plan's listings: US symbols. */
  covers(ticker: Ticker): boolean;
  quote(ticker: Ticker, signal: AbortSignal): Promise<Result<TimedQuote, ServiceError>>;
  fundamentals(ticker: Ticker, signal: AbortSignal): Promise<Result<Fundamentals, ServiceError>>;
  news(ticker: Ticker, signal: AbortSignal): Promise<Result<NewsSnapshot, ServiceError>>;
  search(query: string, signal: AbortSignal): Promise<Result<SearchSnapshot, ServiceError>>;
  state(): ProviderState;
}

/** Connects to Finnhub; the key is only sent in a header. News is ranked by the company names that `nameOf` knows. */
export function createFinnhub(address: string, apiKey: string, runtime: Runtime, nameOf: NameOf): Finnhub {
  const upstream = createUpstream({
    name: 'finnhub',
    addresses: [address],
    headers: { 'X-Finnhub-Token': apiKey, Accept: 'application/json' },
    runtime,
  });
  const nowSeconds = () => runtime.now() / 1000;

  async function get(
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Result<unknown, ServiceError>> {
    const reply = await upstream.request(`${path}?${new URLSearchParams(query)}`, signal);
    if (!reply.ok) return reply;
    return reply.value.status === 200 ? ok(reply.value.body) : err({ reason: 'upstream_bad_payload' });
  }

  return {
    identity: `finnhub@${new URL(address).host}`,

    covers: isAmericanSymbol,

    async quote(ticker, signal) {
      const body = await get('/quote', { symbol: finnhubSymbol(ticker) }, signal);
      return body.ok ? decodeQuote(body.value, ticker, nowSeconds()) : body;
    },

    async fundamentals(ticker, signal) {
      const symbol = finnhubSymbol(ticker);
      const [profile, metric] = await Promise.all([
        get('/stock/profile2', { symbol }, signal),
        get('/stock/metric', { symbol, metric: 'all' }, signal),
      ]);
      if (!profile.ok) return profile;
      if (!metric.ok) return metric;
      return decodeFundamentals(profile.value, metric.value, ticker, nowSeconds());
    },

    async news(ticker, signal) {
      const body = await get(
        '/company-news',
        {
          symbol: finnhubSymbol(ticker),
          from: isoDate(nowSeconds() - NEWS_DAYS * SECONDS_PER_DAY),
          to: isoDate(nowSeconds()),
        },
        signal,
      );
      return body.ok ? decodeNews(body.value, ticker, await nameOf(ticker), nowSeconds()) : body;
    },

    async search(query, signal) {
      const body = await get('/search', { q: query }, signal);
      return body.ok ? decodeSearch(body.value, nowSeconds()) : body;
    },

    state: () => upstream.state(),
  };
}

/** Finnhub writes class shares with a dot. */
function finnhubSymbol(ticker: Ticker): string {
  return ticker.replace('-', '.');
}
