import { err, ok, parseTicker } from '#compute';
import type { Result, Ticker } from '#compute';
import * as v from 'valibot';
import type { SearchResult } from '../../contract/contract.ts';
import type { ServiceError } from '../../http/errors.ts';
import type { Runtime } from '../../runtime.ts';
import type { JsonReply } from '../fetch-json.ts';
import type { ProviderState, SearchSnapshot, PriceSnapshot } from '../market-data.ts';
import { suffixOfMarket } from '../symbols.ts';
import { createUpstream } from '../upstream.ts';
import { decodeTimeSeries, statedFault, timeSeriesSymbol } from './time-series.ts';

/** A request's credits grow with its size; the free plan refuses more than 500 bars. */
const BARS = 500;

const MAX_RESULTS = 10;

const itemSchema = v.object({
  symbol: v.string(),
  instrument_name: v.optional(v.string(), ''),
  exchange: v.optional(v.string(), ''),
  mic_code: v.optional(v.string(), ''),
  country: v.optional(v.string(), ''),
  currency: v.optional(v.string(), ''),
});

const searchSchema = v.object({ data: v.array(v.unknown()) });

/** Twelve Data's daily bars and search, for when Yahoo fails. */
export interface TwelveData {
  readonly identity: string;
  /** True for the free plan's listings: US symbols, currency pairs and coins. */
  covers(ticker: Ticker): boolean;
  stock(ticker: Ticker, signal: AbortSignal): Promise<Result<PriceSnapshot, ServiceError>>;
  search(query: string, signal: AbortSignal): Promise<Result<SearchSnapshot, ServiceError>>;
  state(): ProviderState;
}

/** Connects to Twelve Data; the key is only sent in a header. */
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

/** Decodes `/symbol_search`; entries of markets without a known suffix are left out. */
function decodeSearch(reply: JsonReply, nowSeconds: number): Result<SearchSnapshot, ServiceError> {
  const parsed = v.safeParse(searchSchema, reply.body);
  if (reply.status !== 200 || !parsed.success) return err({ reason: 'upstream_bad_payload' });
  const results = parsed.output.data.flatMap((entry) => {
    const item = v.safeParse(itemSchema, entry);
    return item.success ? toResult(item.output) : [];
  });
  return ok({ source: 'twelvedata', results: results.slice(0, MAX_RESULTS), asOfSeconds: nowSeconds });
}

function toResult(item: v.InferOutput<typeof itemSchema>): SearchResult[] {
  const suffix = item.country === 'United States' ? '' : suffixOfMarket(item.mic_code);
  if (suffix === null) return [];
  const plain = item.symbol.replace('.', '-');
  const symbol = parseTicker(suffix === '' ? plain : `${plain}.${suffix}`);
  if (!symbol.ok) return [];
  const { exchange, country, currency } = item;
  return [{ symbol: symbol.value, name: item.instrument_name || symbol.value, exchange, country, currency }];
}
