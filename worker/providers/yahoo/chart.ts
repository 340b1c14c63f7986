/** What Yahoo's charts have in common: a listing, its last trade, and rows. */
import { err, isTimezone, mainCurrency, ok, parseTicker } from '#compute';
import type { Session, Ticker } from '#compute';
import * as v from 'valibot';
import type { Failure, Outcome } from '../../failure.ts';
import { vendorBar, type VendorBar } from '../bars.ts';
import { unitPair, type UnitPair } from '../corrections/units.ts';
import type { Instrument, Listing } from '../market-data.ts';
import { columnSchema, isKnownTime, periodSchema, priceSchema, timeSchema } from '../plausible.ts';
import type { JsonReply } from '../upstream.ts';
import { exchangeByCode, isSameSymbol, knownCurrency, pairCurrency } from '../venues/exchanges.ts';
import type { Exchange } from '../venues/exchanges.ts';
import { comingSessions, type SessionFacts } from '../venues/venue-sessions.ts';

/** Responses do not state the delay; 15 minutes is the longest that Yahoo publishes for these venues. */
const EXCHANGE_DELAY_MINUTES = 15;
/** Five years have 1,260 daily bars, or 1,830 if trading never stops. */
const MAX_BARS = 20_000;
const MAX_NAME_CHARACTERS = 120;
/** A last trade dated further ahead of this clock means that one of the two clocks is wrong. */
const MAX_AHEAD_SECONDS = 60;

export const INSTRUMENTS: ReadonlyMap<string, Instrument> = new Map([
  ['EQUITY', 'equity'],
  ['ETF', 'etf'],
  ['MUTUALFUND', 'fund'],
  ['INDEX', 'index'],
  ['CURRENCY', 'currency'],
  ['CRYPTOCURRENCY', 'crypto'],
  ['FUTURE', 'future'],
  ['MONEYMARKET', 'fund'],
]);

function metaSchema(nowSeconds: number) {
  const period = v.optional(periodSchema(nowSeconds), null);
  return v.object({
    symbol: v.string(),
    ...v.entriesFromList(['currency', 'exchangeName'], v.nullish(v.string(), '')),
    fullExchangeName: v.nullish(v.string(), null),
    instrumentType: v.nullish(v.string(), 'EQUITY'),
    exchangeTimezoneName: v.pipe(v.string(), v.check(isTimezone)),
    ...v.entriesFromList(['longName', 'shortName'], v.nullish(v.string())),
    ...v.entriesFromList(['regularMarketPrice', 'chartPreviousClose'], priceSchema),
    regularMarketTime: v.fallback(v.nullish(timeSchema(nowSeconds), null), null),
    regularMarketDayHigh: v.optional(v.unknown()),
    regularMarketDayLow: v.optional(v.unknown()),
    regularMarketVolume: v.optional(v.unknown()),
    currentTradingPeriod: v.pipe(
      v.fallback(v.nullish(v.object({ pre: period, regular: period, post: period }), null), null),
      v.transform((periods): Session | null =>
        periods?.regular ? { ...periods, regular: periods.regular } : null,
      ),
    ),
    dataGranularity: v.fallback(v.nullish(v.string(), null), null),
    /** `decode-charts.ts` checks these. */
    tradingPeriods: v.optional(v.unknown()),
  });
}

export type Meta = v.InferOutput<ReturnType<typeof metaSchema>>;

const column = v.optional(columnSchema, []);
const quoteColumns = v.object(v.entriesFromList(['open', 'high', 'low', 'close', 'volume'], column));

export function seriesSchema(nowSeconds: number) {
  return v.object({
    meta: metaSchema(nowSeconds),
    timestamp: v.pipe(column, v.maxLength(MAX_BARS)),
    /** Decoded row by row by `corporate-actions.ts`, so that a bad row does not lose the prices. */
    events: v.optional(v.unknown()),
    indicators: v.optional(v.object({ quote: v.looseTuple([quoteColumns]) }), { quote: [{}] }),
  });
}

export function responseSchema<T>(result: v.GenericSchema<unknown, T[]>) {
  return v.object({
    result: v.nullish(result, []),
    error: v.nullish(v.object({ code: v.nullish(v.string(), '') }), null),
  });
}

export interface Chart extends SessionFacts {
  /** As requested. */
  readonly symbol: Ticker;
  readonly listing: Listing;
  readonly meta: Meta;
  readonly events: unknown;
  /** Oldest first; those without a usable time are left out. */
  readonly rows: readonly VendorBar[];
  readonly units: UnitPair | null;
}

/** Checks a chart response of any range and interval. */
export function readChart(reply: JsonReply, symbol: Ticker, nowSeconds: number): Outcome<Chart> {
  const chartSchema = responseSchema(v.array(seriesSchema(nowSeconds)));
  const parsed = v.safeParse(v.object({ chart: chartSchema }), reply.body);
  if (!parsed.success) return err({ reason: 'upstream_bad_payload' });
  const { result, error } = parsed.output.chart;
  if (error !== null) return err(chartError(error.code, symbol));
  const [series] = result;
  if (reply.status !== 200 || !series) return err({ reason: 'upstream_bad_payload' });
  return chartOf(series, symbol, nowSeconds);
}

export function chartOf(
  { meta, timestamp, events, indicators }: v.InferOutput<ReturnType<typeof seriesSchema>>,
  symbol: Ticker,
  nowSeconds: number,
): Outcome<Chart> {
  const resolved = parseTicker(meta.symbol);
  if (!resolved.ok || !isSameSymbol(resolved.value, symbol)) return err({ reason: 'symbol_mismatch' });
  if (timestamp.length === 0) return err({ reason: 'no_data', ticker: symbol });
  const [columns] = indicators.quote;
  const rows = rowsOf(timestamp, columns, nowSeconds);
  const venue = exchangeByCode(meta.exchangeName);
  const listing = listingOf(meta, venue, resolved.value);
  const isReadable = columns.close.length === timestamp.length && rows.length > 0;
  if (!isReadable || isOtherCurrency(listing)) return err({ reason: 'upstream_bad_payload' });
  const units = unitPair(listing.currency, venue?.currency ?? '');
  const stated = meta.currentTradingPeriod;
  return ok({ symbol, listing, venue, meta, events, rows, units, stated, nowSeconds });
}

function listingOf(meta: Meta, venue: Exchange | null, symbol: Ticker): Listing {
  const instrument = INSTRUMENTS.get(meta.instrumentType) ?? 'other';
  const companyName = meta.longName?.trim() || meta.shortName?.trim() || symbol;
  return {
    symbol,
    companyName: companyName.slice(0, MAX_NAME_CHARACTERS),
    instrument,
    exchange: venue?.display ?? meta.fullExchangeName ?? meta.exchangeName,
    currency: knownCurrency(meta.currency) || (venue?.currency ?? ''),
    timezone: meta.exchangeTimezoneName,
    calendar: instrument === 'crypto' ? 'daily' : (venue?.calendar ?? 'weekday'),
  };
}

/** A chart's last trade, at an instant. `time`: the dates of the last bars; `count`: of coming sessions. */
export function lastTrade(chart: Chart, time: Float64Array, atSeconds: number, count?: number) {
  const { listing, meta, nowSeconds } = chart;
  const isInstant = listing.instrument === 'crypto' || listing.instrument === 'currency';
  return {
    source: 'yahoo' as const,
    listing,
    sessions: comingSessions(chart, time, count),
    asOfSeconds: Math.min(atSeconds, nowSeconds),
    isDatedAhead: (meta.regularMarketTime ?? 0) > nowSeconds + MAX_AHEAD_SECONDS,
    delayedMinutes: isInstant ? 0 : EXCHANGE_DELAY_MINUTES,
  };
}

/** A column whose length differs from the times counts as absent, because its numbers belong to no row. */
function rowsOf(
  timestamp: readonly unknown[],
  columns: v.InferOutput<typeof quoteColumns>,
  nowSeconds: number,
): readonly VendorBar[] {
  const { open, high, low, close, volume } = columns;
  const at = (numbers: readonly unknown[], row: number) =>
    numbers.length === timestamp.length ? numbers[row] : null;
  const rows = timestamp.flatMap((time, row): VendorBar[] => {
    if (!isKnownTime(time, nowSeconds)) return [];
    const prices = { open: at(open, row), high: at(high, row), low: at(low, row), close: at(close, row) };
    return [vendorBar(time, prices, at(volume, row))];
  });
  return rows.sort((a, b) => a.time - b.time);
}

/** Whether a pair's prices are stated in another currency than its symbol says. */
function isOtherCurrency({ symbol, currency }: Listing): boolean {
  const ofPair = pairCurrency(symbol);
  return ofPair !== '' && currency !== '' && mainCurrency(currency).code !== ofPair;
}

/** A symbol does not exist only if Yahoo says so; then no other source is tried. */
function chartError(code: string, ticker: Ticker): Failure {
  if (code === 'Not Found') return { reason: 'unknown_symbol', ticker };
  const outsideHistory = code === 'Bad Request' || code === 'Unprocessable Entity';
  return outsideHistory ? { reason: 'no_data', ticker } : { reason: 'upstream_bad_payload' };
}
