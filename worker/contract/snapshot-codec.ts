/** Used by the Worker and the page, so it needs no schemas: the Worker checks what it stored, the page what it received. */
import {
  decodeCandles,
  encodeCandles,
  isoInstant,
  isStale,
  marketState,
  parseTicker,
  sessionDates,
  sessionLeft,
  usualMovePercent,
} from '#compute';
import type { Candles, ComingSessions, CorporateActions, ListingBasis, Ticker } from '#compute';
import type { DataSource, listingSchema, Wire } from './fields.ts';
import type { SnapshotResponse } from './stock-contract.ts';

/** The version of the wire format. A page built for another version cannot read it and must be reloaded. */
export const SNAPSHOT_VERSION: SnapshotResponse['v'] = 2;

export type Listing = Wire<typeof listingSchema>;

export interface Traded {
  readonly source: DataSource;
  readonly listing: Listing;
  /** The last trade's session and later ones. */
  readonly sessions: ComingSessions;
  /** Instant of the last trade, epoch seconds. */
  readonly asOfSeconds: number;
  /** Whether the source dates its last trade ahead of this clock, so that one of the two clocks is wrong. */
  readonly isDatedAhead?: boolean;
  readonly delayedMinutes: number;
}

/** A listing's history. At least two bars; the last is that of the latest price's day, and closes at it. */
export interface PriceSnapshot extends Traded {
  /** The bars' source, if another than the price's. */
  readonly historySource?: DataSource;
  readonly candles: Candles;
  /** Dividends and splits during the bars; `null` if the source (such as a recording) or the instrument has none. */
  readonly actions: CorporateActions | null;
  /** Corrections to the source's numbers, in words; absent if there were none. */
  readonly corrections?: readonly string[];
  /** Recorded prices are analysed as of their last bar, whatever its age. */
  readonly isRecorded?: true;
}

/** The latest regular-session price, in the listing's currency. */
export function priceOf({ candles }: Pick<PriceSnapshot, 'candles'>): number {
  return candles.close.at(-1) ?? NaN;
}

/** The sessions that react to a listing's results, and who states the results; as on the wire. */
export type KnownReactions = NonNullable<SnapshotResponse['results']>;

/** Immutable. */
export interface Snapshot {
  /** The requested ticker, upper-cased. Differs from the listing's symbol if an alias was resolved. */
  readonly requestedTicker: string;
  readonly stock: PriceSnapshot;
  /** At the snapshot's price, in the listing's main currency (pounds, not pence); `null` while fundamentals are being fetched. */
  readonly valuation: { readonly marketCap: number | null; readonly peRatio: number | null } | null;
  /** `null` while no results of the listing are known. */
  readonly results: KnownReactions | null;
}

/** A snapshot in the shape of `view=columns`. */
export function encodeSnapshot(snapshot: Snapshot, fetchedAtSeconds: number): SnapshotResponse {
  const { stock, valuation, results } = snapshot;
  return {
    v: SNAPSHOT_VERSION,
    ...encodeHead(snapshot, fetchedAtSeconds),
    sessions: stock.sessions,
    ...(valuation === null && { fundamentals_due: true }),
    ...(results && { results }),
    columns: encodeCandles(stock.candles),
  };
}

/** A value as JSON that is safe in a script element: `<` could end it, and old parsers take U+2028 and U+2029 for line ends. */
export function documentSafeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The fields of a snapshot that every view of the listing has. */
export function encodeHead({ requestedTicker, stock, valuation }: Snapshot, fetchedAtSeconds: number) {
  const { high, low, close, volume } = stock.candles;
  return {
    ...encodeTraded(requestedTicker, stock, fetchedAtSeconds),
    trading_calendar: stock.listing.calendar,
    usual_move_percent: usualMovePercent(close),
    current_price: priceOf(stock),
    session_left: sessionLeft(stock, fetchedAtSeconds),
    volume: volume.at(-1) || null,
    market_cap: valuation?.marketCap ?? null,
    pe_ratio: valuation?.peRatio ?? null,
    day_high: high.at(-1) ?? null,
    day_low: low.at(-1) ?? null,
    ...(stock.historySource && { history_source: stock.historySource }),
    ...(stock.corrections && { corrections: stock.corrections }),
    ...(stock.isRecorded === true && { prices: 'recorded' as const }),
    corporate_actions: stock.actions,
  };
}

/** A listing's names, and where its data come from. */
export function encodeTraded(requestedTicker: string, traded: Traded, fetchedAtSeconds: number) {
  const { listing, source, asOfSeconds, delayedMinutes } = traded;
  return {
    ticker: listing.symbol,
    requested_ticker: requestedTicker,
    company_name: listing.companyName,
    currency: listing.currency,
    instrument: listing.instrument,
    exchange: listing.exchange,
    exchange_timezone: listing.timezone,
    source,
    as_of: isoInstant(asOfSeconds),
    fetched_at: isoInstant(fetchedAtSeconds),
    delayed_minutes: delayedMinutes,
  };
}

type Head = Omit<SnapshotResponse, 'columns'>;

/** Restores what {@link encodeSnapshot} was given, from a body that its schema accepts; `null` for other symbols, times or columns. */
export function decodeSnapshot({ columns, ...head }: SnapshotResponse): Snapshot | null {
  const candles = decodeCandles(columns);
  const traded = decodeTraded(head);
  const isSymbol = parseTicker(head.ticker).ok;
  if (!isSymbol || Number.isNaN(traded.asOfSeconds) || !candles.ok || candles.value.time.length < 2)
    return null;
  return {
    requestedTicker: head.requested_ticker,
    stock: {
      ...traded,
      source: head.source,
      candles: candles.value,
      actions: head.corporate_actions,
      delayedMinutes: head.delayed_minutes,
      ...(head.history_source && { historySource: head.history_source }),
      ...(head.corrections && { corrections: head.corrections }),
    },
    valuation: head.fundamentals_due ? null : { marketCap: head.market_cap, peRatio: head.pe_ratio },
    results: head.results ?? null,
  };
}

/** What a snapshot says of its listing and last trade: all that its age, market state and absent forecast depend on. */
export function decodeTraded(head: Head) {
  return {
    listing: {
      symbol: head.ticker as Ticker,
      companyName: head.company_name,
      instrument: head.instrument,
      exchange: head.exchange,
      currency: head.currency,
      timezone: head.exchange_timezone,
      calendar: head.trading_calendar,
    },
    sessions: head.sessions,
    asOfSeconds: Date.parse(head.as_of) / 1000,
    ...(head.prices === 'recorded' && { isRecorded: true as const }),
  };
}

/** What a forecast reads of a listing beside its bars. */
export function basisOf(
  { listing, sessions, actions }: Pick<PriceSnapshot, 'listing' | 'sessions' | 'actions'>,
  results: KnownReactions | null,
): ListingBasis {
  const reactions = results && {
    sessions: Array.from(sessionDates(results)),
    isAfterClose: results.after_close === true,
  };
  return { ...listing, sessions, dividends: actions?.dividends ?? [], results: reactions };
}

/** The same for a snapshot on the wire. */
export function decodeBasis(head: Head): ListingBasis {
  return basisOf({ ...decodeTraded(head), actions: head.corporate_actions }, head.results ?? null);
}

/** A snapshot's fields that depend on the reader's clock. */
export function ageAt(
  traded: Pick<Traded, 'listing' | 'sessions' | 'asOfSeconds'>,
  fetch: { readonly fetchedAtSeconds: number; readonly hasSourceFailed: boolean },
  nowSeconds: number,
) {
  return { stale: isStale(traded, fetch, nowSeconds), market_state: marketState(traded, nowSeconds) };
}
