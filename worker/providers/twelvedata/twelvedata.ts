import type { Result, Ticker } from '#compute';
import type { ServiceError } from '../../http/errors.ts';
import type { Runtime } from '../../runtime.ts';
import type { JsonReply } from '../fetch-json.ts';
import type { ProviderState, SearchRecord, StockRecord } from '../market-data.ts';
import { createUpstream } from '../upstream.ts';
import { decodeSearch } from './search.ts';
import { decodeTimeSeries, statedFault, timeSeriesSymbol } from './time-series.ts';

/** Credits grow with the size of an answer; more than 500 bars are refused on the free plan. */
const BARS = 500;

/** Twelve Data: the daily bars and the search that stand in for Yahoo's. */
export interface TwelveData {
  readonly identity: string;
  /** True for what the free plan lists: plain American symbols, currency pairs and coins. */
  covers(ticker: Ticker): boolean;
  stock(ticker: Ticker, signal: AbortSignal): Promise<Result<StockRecord, ServiceError>>;
  search(query: string, signal: AbortSignal): Promise<Result<SearchRecord, ServiceError>>;
  state(): ProviderState;
}

/** Connects to Twelve Data with a key, which goes into a header and nowhere else. */
export function createTwelveData(address: string, apiKey: string, runtime: Runtime): TwelveData {
  const upstream = createUpstream({
    name: 'twelvedata',
    addresses: [address],
    headers: { Authorization: `apikey ${apiKey}`, Accept: 'application/json' },
    runtime,
    faultIn: statedFault,
  });

  async function ask<T>(
    path: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
    decode: (reply: JsonReply, nowSeconds: number) => Result<T, ServiceError>,
  ): Promise<Result<T, ServiceError>> {
    const reply = await upstream.request(`${path}?${new URLSearchParams(query)}`, signal);
    return reply.ok ? decode(reply.value, runtime.now() / 1000) : reply;
  }

  return {
    identity: `twelvedata@${new URL(address).host}`,

    covers: (ticker) => timeSeriesSymbol(ticker) !== null,

    async stock(ticker, signal) {
      const symbol = timeSeriesSymbol(ticker) ?? ticker;
      const query = { symbol, interval: '1day', outputsize: String(BARS), order: 'asc' };
      return ask('/time_series', query, signal, (reply, now) => decodeTimeSeries(reply, ticker, now));
    },

    async search(query, signal) {
      return ask('/symbol_search', { symbol: query, outputsize: '10' }, signal, decodeSearch);
    },

    state: () => upstream.state(),
  };
}
