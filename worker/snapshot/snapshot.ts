import {
  decodeCandles,
  encodeCandles,
  freshUntilSeconds,
  isoInstant,
  mainCurrency,
  parseTicker,
  SECONDS_PER_DAY,
  sessionDates,
  sessionLeft,
  usualMovePercent,
} from '#compute';
import * as v from 'valibot';
import { parseJson } from '../body.ts';
import type { EntryKind } from '../cache/entry.ts';
import { STALE_IF_ERROR_SECONDS } from '../cache/read-through.ts';
import { SNAPSHOT_VERSION, snapshotSchema } from '../contract/contract.ts';
import type { Provenance, SnapshotResponse } from '../contract/contract.ts';
import type { KnownReactions } from '../dates/known-results.ts';
import { documentSafeJson } from '../first-screen/first-screen.ts';
import type { DatedFigure, Fundamentals, Listing, PriceSnapshot } from '../providers/market-data.ts';

/** The sources' data on a listing at one moment, decoded. Immutable. */
export interface Snapshot {
  /** The requested ticker, upper-cased. Differs from the listing's symbol if an alias was resolved. */
  readonly requestedTicker: string;
  readonly stock: PriceSnapshot;
  /** At the snapshot's price, in the listing's main currency (pounds, not pence). */
  readonly valuation: { readonly marketCap: number | null; readonly peRatio: number | null };
  /** Whether the valuation's fundamentals are still being fetched. */
  readonly fundamentalsDue: boolean;
  /** `null` while no results of the listing are known. */
  readonly results: KnownReactions | null;
}

interface Fetched {
  readonly snapshot: Snapshot;
  readonly fetchedAtSeconds: number;
}

/** Combines a price with the fundamentals (`null` while they are still being fetched) and the results known by now. */
export function createSnapshot(
  requestedTicker: string,
  stock: PriceSnapshot,
  fundamentals: Fundamentals | null,
  results: KnownReactions | null,
): Snapshot {
  const fundamentalsDue = fundamentals === null;
  return { requestedTicker, stock, valuation: valuation(stock, fundamentals), fundamentalsDue, results };
}

/**
 * Market cap and P/E at the snapshot's price. A past day's figure moves with the price since that day's close. P/E is price
 * over trailing earnings per share, if positive. A figure in another currency than the listing's (depositary receipts) is left
 * out, except a stated P/E, which moves with the price as market cap does.
 */
function valuation(stock: PriceSnapshot, fundamentals: Fundamentals | null): Snapshot['valuation'] {
  if (fundamentals === null) return { marketCap: null, peRatio: null };
  const { code, unitsPerMain } = mainCurrency(stock.listing.currency);
  const { marketCap, trailingEps, trailingPe } = fundamentals;
  const price = stock.quote.price;
  const epsFits = trailingEps !== null && trailingEps.currency === code && trailingEps.value > 0;
  const loss = trailingEps !== null && trailingEps.value <= 0;
  return {
    marketCap: marketCap !== null && marketCap.currency === code ? movedByPrice(marketCap, stock) : null,
    peRatio: epsFits
      ? price / unitsPerMain / trailingEps.value
      : trailingPe !== null && trailingPe.value > 0 && !loss
        ? movedByPrice(trailingPe, stock)
        : null,
  };
}

/** `null` if the history starts after the figure's date. */
function movedByPrice({ value, dateSeconds }: DatedFigure, { candles, quote }: PriceSnapshot): number | null {
  const close = candles.close[candles.time.findLastIndex((time) => time <= dateSeconds)];
  return close === undefined ? null : (value * quote.price) / close;
}

/** How a snapshot is stored. The bytes are also the body of `view=columns`, and are copied into documents unchanged. */
export const snapshotKind: EntryKind<Snapshot> = {
  name: 'stock',
  encode: (snapshot, fetchedAtSeconds) => documentSafeJson(snapshotResponse({ snapshot, fetchedAtSeconds })),
  decode: decodeSnapshot,
  source: ({ stock }) => stock.source,
  asOfSeconds: ({ stock }) => stock.asOfSeconds,
  // The price's freshness only: due fundamentals have their own schedule.
  freshUntilSeconds: ({ stock }, fetchedAtSeconds) => freshUntilSeconds(stock, fetchedAtSeconds),
  isIncomplete: ({ fundamentalsDue }) => fundamentalsDue,
  // The bars of five years are 30 KB encoded.
  maxMemoryBytes: 40 * 1024 * 1024,
  expireSeconds: STALE_IF_ERROR_SECONDS,
};

/** A snapshot in the shape of `view=columns`. */
export function snapshotResponse(fetched: Fetched): SnapshotResponse {
  const { stock, fundamentalsDue, results } = fetched.snapshot;
  return {
    v: SNAPSHOT_VERSION,
    ...snapshotHead(fetched),
    sessions: stock.sessions,
    ...(fundamentalsDue && { fundamentals_due: true }),
    ...(results && {
      results: {
        source: results.source,
        fetched_at: isoInstant(results.fetchedAtSeconds),
        day_gaps: results.sessions.map((at, i) => (at - (results.sessions[i - 1] ?? 0)) / SECONDS_PER_DAY),
        ...(results.isAfterClose && { after_close: true as const }),
      },
    }),
    columns: encodeCandles(stock.candles),
  };
}

/** The fields of a snapshot that every view of the listing has. */
export function snapshotHead({ snapshot, fetchedAtSeconds }: Fetched) {
  const { stock, valuation: values } = snapshot;
  const { listing, quote } = stock;
  return {
    ...listingFields(snapshot.requestedTicker, listing),
    trading_calendar: listing.calendar,
    usual_move_percent: usualMovePercent(stock.candles.close),
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
    ...(stock.corrections && { corrections: stock.corrections }),
    ...(stock.isRecorded === true && { prices: 'recorded' as const }),
    corporate_actions: stock.actions,
  };
}

export function listingFields(requestedTicker: string, listing: Listing) {
  return {
    ticker: listing.symbol,
    requested_ticker: requestedTicker,
    company_name: listing.companyName,
    currency: listing.currency,
    instrument: listing.instrument,
    exchange: listing.exchange,
    exchange_timezone: listing.timezone,
  };
}

export function provenance(
  { source, asOfSeconds, delayedMinutes }: Pick<PriceSnapshot, 'source' | 'asOfSeconds' | 'delayedMinutes'>,
  { fetchedAtSeconds, stale }: { readonly fetchedAtSeconds: number; readonly stale: boolean },
): Provenance {
  return {
    source,
    as_of: isoInstant(asOfSeconds),
    fetched_at: isoInstant(fetchedAtSeconds),
    stale,
    delayed_minutes: delayedMinutes,
  };
}

/** `decodeCandles` checks the columns. */
const headSchema = v.omit(snapshotSchema, ['columns']);

function decodeSnapshot(json: string): Snapshot | null {
  const body = parseJson(json) as SnapshotResponse;
  const parsed = v.safeParse(headSchema, body);
  if (!parsed.success) return null;
  const head = parsed.output;
  const symbol = parseTicker(head.ticker);
  const asOfSeconds = Date.parse(head.as_of) / 1000;
  const candles = decodeCandles(body.columns);
  if (!symbol.ok || Number.isNaN(asOfSeconds) || !candles.ok || candles.value.time.length < 2) return null;
  return {
    requestedTicker: head.requested_ticker,
    stock: {
      source: head.source,
      historySource: head.history_source ?? head.source,
      listing: {
        symbol: symbol.value,
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
      sessions: head.sessions,
      asOfSeconds,
      delayedMinutes: head.delayed_minutes,
      ...(head.corrections && { corrections: head.corrections }),
      ...(head.prices === 'recorded' && { isRecorded: true }),
    },
    valuation: { marketCap: head.market_cap, peRatio: head.pe_ratio },
    fundamentalsDue: head.fundamentals_due === true,
    results: head.results
      ? {
          source: head.results.source,
          fetchedAtSeconds: Date.parse(head.results.fetched_at) / 1000,
          sessions: Array.from(sessionDates(head.results)),
          isAfterClose: head.results.after_close === true,
        }
      : null,
  };
}
