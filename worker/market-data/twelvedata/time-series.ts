import { candlesFromRows, err, ok, parseIsoDate } from '#compute';
import type { Result, Ticker } from '#compute';
import * as v from 'valibot';
import type { ServiceError } from '../../errors.ts';
import { barsFromDates } from '../bars.ts';
import type { JsonReply } from '../fetch-json.ts';
import { halfDayCut } from '../half-day-cut.ts';
import type { Instrument, Listing, Session, StockRecord } from '../market-data.ts';
import { isAmericanSymbol } from '../symbols.ts';
import { isTimezone, zonedInstant } from '../zoned-time.ts';
import { isStatedError } from './stated-fault.ts';

const MIN_BARS = 2;
const MAX_BARS = 5000;
/** The free plan's quotes may be this late. */
const DELAY_MINUTES = 15;

/** Hours of NYSE and Nasdaq in New York (nyse.com/markets/hours-calendars), seconds since midnight. */
const PRE_OPEN = 4 * 3600;
const OPEN = 9.5 * 3600;
const CLOSE = 16 * 3600;
const POST_CLOSE = 20 * 3600;

const numeric = v.pipe(v.string(), v.transform(Number));

const seriesSchema = v.object({
  meta: v.object({
    symbol: v.string(),
    currency: v.optional(v.string(), ''),
    currency_quote: v.optional(v.string(), ''),
    exchange: v.optional(v.string(), ''),
    exchange_timezone: v.optional(v.pipe(v.string(), v.check(isTimezone)), 'UTC'),
    type: v.optional(v.string(), ''),
  }),
  values: v.pipe(
    v.array(
      v.object({
        datetime: v.pipe(
          v.string(),
          v.transform((text) => parseIsoDate(text.slice(0, 10))),
        ),
        open: numeric,
        high: numeric,
        low: numeric,
        close: numeric,
        volume: v.optional(numeric),
      }),
    ),
    v.maxLength(MAX_BARS),
  ),
});

/** What Twelve Data calls a ticker: `BRK.B`, `BTC/USD`, `EUR/USD`; `null` for a listing outside the free plan. */
export function timeSeriesSymbol(ticker: Ticker): string | null {
  const coin = /^([A-Z0-9]{2,10})-([A-Z]{3})$/.exec(ticker);
  if (coin !== null) return `${coin[1]}/${coin[2]}`;
  const pair = /^([A-Z]{3})([A-Z]{3})=X$/.exec(ticker);
  if (pair !== null) return `${pair[1]}/${pair[2]}`;
  return isAmericanSymbol(ticker) ? ticker.replace('-', '.') : null;
}

/** Decodes `/time_series` for a ticker. The last close is the price: the answer has no quote of its own. */
export function decodeTimeSeries(
  reply: JsonReply,
  ticker: Ticker,
  nowSeconds: number,
): Result<StockRecord, ServiceError> {
  if (reply.status === 400 || reply.status === 404 || isStatedError(reply)) {
    return err({ reason: 'unknown_symbol', ticker });
  }
  const parsed = v.safeParse(seriesSchema, reply.body);
  if (!parsed.success) return err({ reason: 'upstream_bad_payload' });
  const { meta, values } = parsed.output;
  if (meta.symbol.toUpperCase() !== timeSeriesSymbol(ticker)) return err({ reason: 'symbol_mismatch' });
  const bars = barsFromDates(values, meta.exchange_timezone, nowSeconds);
  const last = bars.at(-1);
  if (last === undefined || bars.length < MIN_BARS) return err({ reason: 'no_data', ticker });
  const listing = listingFrom(meta, ticker);
  const session = listing.calendar === 'nyse' ? americanSession(last.time, listing.timezone) : null;
  const closedAt = session?.regular.endSeconds ?? nowSeconds;
  return ok({
    source: 'twelvedata',
    historySource: 'twelvedata',
    listing,
    candles: candlesFromRows(bars),
    quote: { price: last.close, volume: last.volume || null, dayHigh: last.high, dayLow: last.low },
    session,
    asOfSeconds: Math.min(nowSeconds, closedAt),
    delayedMinutes: listing.instrument === 'equity' ? DELAY_MINUTES : 0,
  });
}

function listingFrom(meta: v.InferOutput<typeof seriesSchema>['meta'], ticker: Ticker): Listing {
  const instrument = instrumentOf(ticker);
  return {
    // Our spelling of it: the next request finds the same listing at any source.
    symbol: ticker,
    companyName: ticker,
    instrument,
    exchange: meta.exchange,
    currency: meta.currency || meta.currency_quote.slice(0, 3).toUpperCase(),
    timezone: meta.exchange_timezone,
    calendar: instrument === 'crypto' ? 'daily' : instrument === 'currency' ? 'weekday' : 'nyse',
  };
}

function instrumentOf(ticker: Ticker): Instrument {
  if (ticker.endsWith('=X')) return 'currency';
  return /-[A-Z]{3}$/.test(ticker) ? 'crypto' : 'equity';
}

function americanSession(dateSeconds: number, timezone: string): Session {
  const at = (secondOfDay: number) => zonedInstant(dateSeconds, secondOfDay, timezone);
  const cut = halfDayCut(dateSeconds, 'nyse');
  return {
    pre: { startSeconds: at(PRE_OPEN), endSeconds: at(OPEN) },
    regular: { startSeconds: at(OPEN), endSeconds: at(CLOSE - cut) },
    post: { startSeconds: at(CLOSE - cut), endSeconds: at(POST_CLOSE - cut) },
  };
}
