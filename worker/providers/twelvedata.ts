import { err, isTimezone, ok, parseIsoDate, parseTicker, zonedDate } from '#compute';
import type { Ticker } from '#compute';
import * as v from 'valibot';
import type { Runtime } from '../config.ts';
import type { SearchResult } from '../contract/contract.ts';
import type { Outcome } from '../failure.ts';
import { barsFromRows, MIN_BARS, vendorBar } from './bars.ts';
import { MAX_RESULTS, type Listing, type PriceSnapshot } from './market-data.ts';
import { isKnownTime, numberTextSchema, rowsSchema } from './plausible.ts';
import { Upstream, type JsonReply } from './upstream.ts';
import {
  isAmericanSymbol,
  knownCurrency,
  pairCurrency,
  suffixOfMarket,
  UNITED_STATES,
} from './venues/exchanges.ts';
import { comingSessions, venueSession } from './venues/venue-sessions.ts';

/** Larger requests cost more credits; the free plan refuses more than 500 bars. */
const BARS = 500;

/** Daily bars and search, used if Yahoo fails. The free plan covers US symbols, currency pairs and coins. */
export class TwelveData extends Upstream {
  constructor(address: string, apiKey: string, runtime: Runtime) {
    const headers = { Authorization: `apikey ${apiKey}` };
    super({ name: 'twelvedata', addresses: [address], headers, runtime, statedStatus });
  }

  covers(ticker: Ticker): boolean {
    return timeSeriesSymbol(ticker) !== null;
  }

  async stock(ticker: Ticker, signal: AbortSignal): Promise<Outcome<PriceSnapshot>> {
    const symbol = timeSeriesSymbol(ticker) ?? ticker;
    const query = new URLSearchParams({ symbol, interval: '1day', outputsize: String(BARS), order: 'asc' });
    const reply = await this.request(`/time_series?${query}`, signal);
    return reply.ok ? decodeTimeSeries(reply.value, ticker, this.nowSeconds()) : reply;
  }

  search(text: string, signal: AbortSignal): Promise<Outcome<SearchResult[]>> {
    const query = new URLSearchParams({ symbol: text, outputsize: String(MAX_RESULTS) });
    return this.read(`/symbol_search?${query}`, searchSchema, signal);
  }
}

const MAX_BARS = 5000;
/** Maximum delay of the free plan's quotes. */
const DELAY_MINUTES = 15;

const rowSchema = v.object({
  datetime: v.pipe(
    v.optional(v.unknown(), null),
    v.transform((text) => (typeof text === 'string' ? parseIsoDate(text.slice(0, 10)) : null)),
  ),
  ...v.entriesFromList(['open', 'high', 'low', 'close', 'volume'], numberTextSchema),
});

const optionalText = v.optional(v.string(), '');

/** One row in so many may lack close or date. Lost rows join two moves: at this limit volatility reads 2.5 % too high. */
const ROWS_PER_LOST_ONE = 20;

const metaSchema = v.object({
  symbol: v.string(),
  currency: optionalText,
  exchange: optionalText,
  exchange_timezone: v.optional(v.pipe(v.string(), v.check(isTimezone)), 'UTC'),
});

const seriesSchema = v.object({
  meta: metaSchema,
  values: v.pipe(v.array(v.nullable(rowSchema)), v.maxLength(MAX_BARS)),
});

/** Twelve Data's spelling of a ticker: `BRK.B`, `BTC/USD`, `EUR/USD`; `null` for a listing outside the free plan. */
function timeSeriesSymbol(ticker: Ticker): string | null {
  const coin = /^([A-Z0-9]{2,10})-([A-Z]{3})$/.exec(ticker);
  if (coin !== null) return `${coin[1]}/${coin[2]}`;
  const pair = /^([A-Z]{3})([A-Z]{3})=X$/.exec(ticker);
  if (pair !== null) return `${pair[1]}/${pair[2]}`;
  return isAmericanSymbol(ticker) ? ticker.replace('-', '.') : null;
}

/** Decodes `/time_series` for a ticker. The response has no quote, so the last close is the price. */
export function decodeTimeSeries(
  reply: JsonReply,
  ticker: Ticker,
  nowSeconds: number,
): Outcome<PriceSnapshot> {
  // Errors sometimes come with HTTP 200.
  if (v.is(errorSchema, reply.body)) return err({ reason: 'unknown_symbol', ticker });
  const parsed = v.safeParse(seriesSchema, reply.body);
  if (!parsed.success) return err({ reason: 'upstream_bad_payload' });
  const { meta, values } = parsed.output;
  const rows = values.flatMap((row) => {
    const bar = isKnownTime(row?.datetime, nowSeconds) ? vendorBar(row.datetime, row, row.volume) : null;
    return bar === null || bar.close === null ? [] : [bar];
  });
  if (values.length - rows.length > Math.max(1, values.length / ROWS_PER_LOST_ONE)) {
    return err({ reason: 'upstream_bad_payload' });
  }
  if (meta.symbol.toUpperCase() !== timeSeriesSymbol(ticker)) return err({ reason: 'symbol_mismatch' });
  const timezone = meta.exchange_timezone;
  const candles = barsFromRows(rows, (dateSeconds) => dateSeconds, zonedDate(nowSeconds, timezone));
  const date = candles.time.at(-1);
  if (date === undefined || candles.time.length < MIN_BARS) return err({ reason: 'no_data', ticker });
  const listing = listingFrom(meta, ticker);
  const isShare = listing.instrument === 'equity';
  const venue = isShare ? UNITED_STATES : null;
  const { startSeconds, endSeconds } = venueSession(venue ?? listing, date).regular;
  return ok({
    source: 'twelvedata',
    listing,
    candles,
    // The free plan has no dividends or splits.
    actions: null,
    sessions: comingSessions({ listing, venue, stated: null, nowSeconds }, candles.time),
    // Daily bars only show that a running session traded after its open; the time of the request would be too recent.
    asOfSeconds: Math.min(nowSeconds >= endSeconds ? endSeconds : startSeconds, nowSeconds),
    delayedMinutes: isShare ? DELAY_MINUTES : 0,
  });
}

function listingFrom(meta: v.InferOutput<typeof metaSchema>, ticker: Ticker): Listing {
  const instrument = ticker.endsWith('=X') ? 'currency' : /-[A-Z]{3}$/.test(ticker) ? 'crypto' : 'equity';
  return {
    // In Candor's spelling, so that the next request finds the same listing at any source.
    symbol: ticker,
    companyName: ticker,
    instrument,
    exchange: meta.exchange,
    // For a pair the response has only the currency's name; the ticker has its code.
    currency: knownCurrency(meta.currency) || pairCurrency(ticker),
    timezone: meta.exchange_timezone,
    calendar: instrument === 'crypto' ? 'daily' : instrument === 'currency' ? 'weekday' : 'nyse',
  };
}

const errorSchema = v.object({ status: v.literal('error'), code: v.number() });

function statedStatus({ body, status }: JsonReply): number {
  return v.is(errorSchema, body) ? body.code : status;
}

const itemSchema = v.object({
  symbol: v.string(),
  ...v.entriesFromList(['instrument_name', 'exchange', 'mic_code', 'country', 'currency'], optionalText),
});

const searchSchema = v.pipe(
  v.object({ data: rowsSchema(itemSchema) }),
  v.transform(({ data }) => data.flatMap(toResult)),
);

/** Empty for a market without a known suffix. */
function toResult(item: v.InferOutput<typeof itemSchema>): SearchResult[] {
  const suffix = item.country === 'United States' ? '' : suffixOfMarket(item.mic_code);
  if (suffix === null) return [];
  const plain = item.symbol.replace('.', '-');
  const symbol = parseTicker(suffix === '' ? plain : `${plain}.${suffix}`);
  if (!symbol.ok) return [];
  const { exchange, country, currency } = item;
  return [{ symbol: symbol.value, name: item.instrument_name || symbol.value, exchange, country, currency }];
}
