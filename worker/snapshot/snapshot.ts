import { decodeCandles, encodeCandles, sessionLeft, snapshotFreshUntilSeconds } from '#compute';
import type { Period } from '#compute';
import * as v from 'valibot';
import type { EntryKind } from '../cache/entry.ts';
import { STALE_IF_ERROR_SECONDS } from '../cache/read-through.ts';
import type { SnapshotResponse } from '../contract/contract.ts';
import { INSTRUMENTS } from '../providers/market-data.ts';
import type { Fundamentals, Listing, PriceSnapshot } from '../providers/market-data.ts';
import { valuation } from '../providers/valuation.ts';
import type { Valuation } from '../providers/valuation.ts';
import { toTicker } from '../contract/fields.ts';
import { decodePreviousSnapshot } from './previous-format.ts';

/** What the sources said of a listing at one moment, decoded. Immutable. */
export interface Snapshot {
  /** What was asked for, upper-cased; differs from the listing's symbol when an alias was resolved. */
  readonly requestedTicker: string;
  readonly stock: PriceSnapshot;
  /** At the snapshot's price. */
  readonly valuation: Valuation;
  /** The fundamentals behind the valuation did not come in time and are still to come. */
  readonly fundamentalsDue: boolean;
}

interface Fetched {
  readonly snapshot: Snapshot;
  readonly fetchedAtSeconds: number;
}

/** The bars of five years are 30 KB encoded. */
const MAX_MEMORY_BYTES = 40 * 1024 * 1024;

/** Puts a price together with the fundamentals known by now; `null`: they are still to come. */
export function createSnapshot(
  requestedTicker: string,
  stock: PriceSnapshot,
  fundamentals: Fundamentals | null,
): Snapshot {
  return {
    requestedTicker,
    stock,
    valuation: valuation(stock, fundamentals),
    fundamentalsDue: fundamentals === null,
  };
}

/** How a snapshot is stored. Its bytes are also the body of `view=columns`. */
export const snapshotKind: EntryKind<Snapshot> = {
  name: 'stock',
  encode: (snapshot, fetchedAtSeconds) => JSON.stringify(snapshotResponse({ snapshot, fetchedAtSeconds })),
  decode: decodeSnapshot,
  decodePrevious: decodePreviousSnapshot,
  source: ({ stock }) => stock.source,
  asOfSeconds: ({ stock }) => stock.asOfSeconds,
  freshUntilSeconds: ({ stock, fundamentalsDue }, fetchedAtSeconds) =>
    snapshotFreshUntilSeconds(stock, { fetchedAtSeconds, fundamentalsDue }),
  isIncomplete: ({ fundamentalsDue }) => fundamentalsDue,
  maxMemoryBytes: MAX_MEMORY_BYTES,
  expireSeconds: STALE_IF_ERROR_SECONDS,
};

/** A snapshot as `view=columns&v=2` sends it. */
export function snapshotResponse(fetched: Fetched): SnapshotResponse {
  const { stock, fundamentalsDue } = fetched.snapshot;
  const { session } = stock;
  return {
    v: 2,
    ...snapshotHead(fetched),
    instrument: stock.listing.instrument,
    session: session && {
      pre: session.pre && bounds(session.pre),
      regular: bounds(session.regular),
      post: session.post && bounds(session.post),
    },
    ...(fundamentalsDue && { fundamentals_due: true }),
    columns: encodeCandles(stock.candles),
  };
}

function bounds({ startSeconds, endSeconds }: Period): readonly [number, number] {
  return [startSeconds, endSeconds];
}

/** The fields of a snapshot that every view of the listing has. */
export function snapshotHead({ snapshot, fetchedAtSeconds }: Fetched) {
  const { stock, valuation: values } = snapshot;
  const { listing, quote } = stock;
  return {
    ...listingFields(snapshot.requestedTicker, listing),
    trading_calendar: listing.calendar,
    current_price: quote.price,
    session_left: sessionLeft(stock, fetchedAtSeconds),
    volume: quote.volume,
    market_cap: values.marketCap,
    pe_ratio: values.peRatio,
    day_high: quote.dayHigh,
    day_low: quote.dayLow,
    source: stock.source,
    as_of: isoInstant(stock.asOfSeconds),
    fetched_at: isoInstant(fetchedAtSeconds),
    delayed_minutes: stock.delayedMinutes,
    ...(stock.historySource !== stock.source && { history_source: stock.historySource }),
    ...(stock.isRecorded === true && { prices: 'recorded' as const }),
    corporate_actions: stock.actions,
  };
}

/** What names a listing. */
export function listingFields(requestedTicker: string, listing: Listing) {
  return {
    ticker: listing.symbol,
    requested_ticker: requestedTicker,
    company_name: listing.companyName,
    currency: listing.currency,
    exchange: listing.exchange,
    exchange_timezone: listing.timezone,
  };
}

/** Epoch seconds as an ISO instant. */
export function isoInstant(epochSeconds: number): string {
  return new Date(Math.round(epochSeconds * 1000)).toISOString();
}

const number = v.pipe(v.number(), v.finite());
const interval = v.pipe(
  v.tuple([number, number]),
  v.transform(([startSeconds, endSeconds]): Period => ({ startSeconds, endSeconds })),
);
const source = v.picklist(['yahoo', 'twelvedata', 'finnhub', 'sample']);
const seconds = v.pipe(
  v.string(),
  v.transform((iso) => Date.parse(iso) / 1000),
  number,
);

const corporateActions = v.nullable(
  v.object({
    dividends: v.array(v.object({ date: v.string(), amount: number })),
    splits: v.array(v.object({ date: v.string(), numerator: number, denominator: number })),
  }),
);

/** The columns are checked by their own decoder. */
const schema = v.object({
  v: v.literal(2),
  ticker: v.pipe(v.string(), toTicker),
  requested_ticker: v.string(),
  company_name: v.string(),
  currency: v.string(),
  exchange: v.string(),
  exchange_timezone: v.string(),
  trading_calendar: v.picklist(['nyse', 'weekday', 'daily']),
  instrument: v.picklist(INSTRUMENTS),
  history_source: v.optional(source),
  current_price: number,
  volume: v.nullable(number),
  market_cap: v.nullable(number),
  pe_ratio: v.nullable(number),
  fundamentals_due: v.optional(v.literal(true)),
  day_high: v.nullable(number),
  day_low: v.nullable(number),
  session: v.nullable(v.object({ pre: v.nullable(interval), regular: interval, post: v.nullable(interval) })),
  source,
  as_of: seconds,
  delayed_minutes: number,
  prices: v.optional(v.literal('recorded')),
  corporate_actions: corporateActions,
});

function decodeSnapshot(json: string): Snapshot | null {
  let body;
  try {
    body = JSON.parse(json) as SnapshotResponse;
  } catch {
    return null;
  }
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) return null;
  const candles = decodeCandles(body.columns);
  if (!candles.ok || candles.value.time.length < 2) return null;
  const head = parsed.output;
  return {
    requestedTicker: head.requested_ticker,
    stock: {
      source: head.source,
      historySource: head.history_source ?? head.source,
      listing: {
        symbol: head.ticker,
        companyName: head.company_name,
        instrument: head.instrument,
        exchange: head.exchange,
        currency: head.currency,
        timezone: head.exchange_timezone,
        calendar: head.trading_calendar,
      },
      candles: candles.value,
      actions: head.corporate_actions,
      quote: {
        price: head.current_price,
        volume: head.volume,
        dayHigh: head.day_high,
        dayLow: head.day_low,
      },
      session: head.session,
      asOfSeconds: head.as_of,
      delayedMinutes: head.delayed_minutes,
      ...(head.prices === 'recorded' && { isRecorded: true }),
    },
    valuation: { marketCap: head.market_cap, peRatio: head.pe_ratio },
    fundamentalsDue: head.fundamentals_due === true,
  };
}
