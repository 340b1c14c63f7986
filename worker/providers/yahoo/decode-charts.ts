/** Decodes Yahoo's daily and intraday charts, and its batches of short ones. */
import { err, ok, parseTicker } from '#compute';
import type { Candles, CorporateActions, Ticker } from '#compute';
import * as v from 'valibot';
import type { IntradayRange } from '../../contract/contract.ts';
import type { Outcome } from '../../failure.ts';
import {
  barsFromRows,
  barsOfInterval,
  isWithoutTrade,
  MIN_BARS,
  plausibleQuote,
  sessionParts,
  vendorBar,
  withQuoteBar,
  type VendorBar,
} from '../bars.ts';
import { decodeActions, reconcile } from '../corrections/corporate-actions.ts';
import { factorStep, inOneUnit, quoteInOneUnit, type UnitPair } from '../corrections/units.ts';
import type { Instrument, IntradaySnapshot, LatestPrice, PriceSnapshot } from '../market-data.ts';
import { periodSchema, rowsSchema } from '../plausible.ts';
import type { JsonReply } from '../upstream.ts';
import { isListedSession, tradingDate } from '../venues/venue-sessions.ts';
import { chartOf, lastTrade, responseSchema, seriesSchema, type Chart } from './chart.ts';

/** Instruments that can pay dividends and be split; for others an empty list would mean nothing. */
const HAVE_ACTIONS: ReadonlySet<Instrument> = new Set<Instrument>(['equity', 'etf']);
const NO_ACTIONS: CorporateActions = { dividends: [], splits: [] };

/** Decodes a daily chart, without rows later than its `nowSeconds`. */
export function decodeDailyChart(chart: Chart): Outcome<PriceSnapshot> {
  const { symbol, listing, nowSeconds } = chart;
  if (chart.rows.every(({ close }) => close === null)) return err({ reason: 'upstream_bad_payload' });
  const dateOf = (seconds: number) => tradingDate(seconds, listing);
  const stated = decodeActions(chart.events, listing, nowSeconds);
  const units = unlessSplitByIt(chart.units, stated ?? NO_ACTIONS);
  const { rows, corrections } = inOneUnit(chart.rows, units);
  const traded = withoutIdleDays(rows, chart);
  const bars = barsFromRows(traded, dateOf, dateOf(nowSeconds));
  if (bars.time.length < MIN_BARS) return err({ reason: 'no_data', ticker: symbol });
  const latest = latestTrade(chart, bars, traded, units);
  const stamped = withQuoteBar(bars, latest.date, latest.quote);
  const reconciled = reconcile(stamped, stated ?? NO_ACTIONS, listing.symbol, units);
  if (reconciled === null) return err({ reason: 'upstream_bad_payload' });
  const { candles, actions } = reconciled;
  const allCorrections = [...corrections, ...latest.corrections, ...reconciled.corrections];
  return ok({
    ...lastTrade(chart, candles.time, latest.asOfSeconds),
    candles,
    actions: stated !== null && HAVE_ACTIONS.has(listing.instrument) ? actions : null,
    ...(allCorrections.length > 0 && { corrections: allCorrections }),
  });
}

/** The units, unless the shares were split by the same factor, in which case a step is the split. */
function unlessSplitByIt(units: UnitPair | null, { splits }: CorporateActions): UnitPair | null {
  const isSplit = splits.some(
    ({ numerator, denominator }) => units && factorStep(denominator, numerator, units.factor) !== 0,
  );
  return isSplit ? null : units;
}

/** Leaves out rows that only repeat a price, if they are dated after the quote or on a day off. */
function withoutIdleDays(rows: readonly VendorBar[], { meta, listing, venue }: Chart): readonly VendorBar[] {
  const { regularMarketTime } = meta;
  const quoteDate = regularMarketTime === null ? Infinity : tradingDate(regularMarketTime, listing);
  return rows.filter((row, index) => {
    if (!isWithoutTrade(row)) return true;
    const date = tradingDate(row.time, listing);
    const isRepeated = row.close === rows[index - 1]?.close;
    return date <= quoteDate && (!isRepeated || isListedSession({ listing, venue }, date));
  });
}

/** The stated quote and its day; the last bar's if that is missing, of unclear unit, older, or an untraded repetition. */
function latestTrade(
  { meta, listing, stated: session, nowSeconds }: Chart,
  bars: Candles,
  rows: readonly VendorBar[],
  units: UnitPair | null,
) {
  const dateOf = (seconds: number) => tradingDate(seconds, listing);
  const [lastDate = 0, lastClose = 0] = [bars.time.at(-1), bars.close.at(-1)];
  const lastRow = rows.findLast(({ time, close }) => close !== null && dateOf(time) === lastDate);
  const sessionSeconds = session ? session.regular.endSeconds - session.regular.startSeconds : 0;
  const closedSeconds = Math.min((lastRow?.time ?? 0) + sessionSeconds, nowSeconds);
  const lastBar = {
    quote: { close: lastClose },
    date: lastDate,
    asOfSeconds: closedSeconds,
    corrections: [] as readonly string[],
  };
  const { regularMarketTime, regularMarketPrice } = meta;
  const asOfSeconds = Math.min(regularMarketTime ?? closedSeconds, nowSeconds);
  const date = regularMarketTime === null ? lastDate : dateOf(asOfSeconds);
  if (date < lastDate || (regularMarketPrice === null && date > lastDate)) return lastBar;
  const close = regularMarketPrice ?? lastClose;
  const range = { open: null, high: meta.regularMarketDayHigh, low: meta.regularMarketDayLow, close };
  const quote = { ...vendorBar(asOfSeconds, range, meta.regularMarketVolume), close };
  const { quote: inUnit, corrections } = quoteInOneUnit(quote, rows, date === lastDate, units);
  if (inUnit === null) return { ...lastBar, corrections };
  const known = plausibleQuote(inUnit, lastClose);
  if (known === null) return date === lastDate ? { ...lastBar, asOfSeconds } : lastBar;
  if (date > lastDate && isWithoutTrade(known) && known.close === lastClose) return lastBar;
  return { quote: known, date, asOfSeconds, corrections };
}

export const INTERVALS: Readonly<Record<IntradayRange, { readonly name: string; readonly seconds: number }>> =
  {
    '1d': { name: '1m', seconds: 60 },
    '5d': { name: '5m', seconds: 300 },
  };

/** The periods of each part of the sessions. Without extended trading Yahoo sends a single unnamed list. */
function tradingPeriodsSchema(nowSeconds: number) {
  // A day may have several periods, around a lunch break.
  const days = v.nullish(v.array(v.array(periodSchema(nowSeconds))), []);
  return v.nullish(
    v.pipe(
      v.unknown(),
      v.transform((periods) => (Array.isArray(periods) ? { regular: periods } : periods)),
      v.object({ pre: days, regular: days, post: days }),
    ),
    null,
  );
}

/** Decodes the chart of the latest sessions' bars, including extended trading, without rows later than its `nowSeconds`. */
export function decodeIntraday(chart: Chart, range: IntradayRange): Outcome<IntradaySnapshot> {
  const { symbol, meta, rows, listing, units, stated, nowSeconds } = chart;
  const tradingPeriods = v.safeParse(tradingPeriodsSchema(nowSeconds), meta.tradingPeriods);
  if (!tradingPeriods.success) return err({ reason: 'upstream_bad_payload' });
  const { name, seconds: intervalSeconds } = INTERVALS[range];
  // Instruments that trade once a day, such as funds, get daily rows.
  if ((meta.dataGranularity ?? name) !== name) return err({ reason: 'no_data', ticker: symbol });
  // Adds the previous close as a row, so that it gets the minutes' unit.
  const before = { time: 0, open: null, high: null, low: null, close: meta.chartPreviousClose, volume: 0 };
  const [first, ...inUnit] = inOneUnit([before, ...rows], units).rows;
  const minutes = barsFromRows(inUnit, (seconds) => seconds, nowSeconds);
  const lastTime = minutes.time.at(-1);
  if (lastTime === undefined) return err({ reason: 'no_data', ticker: symbol });
  const periods = tradingPeriods.output ?? stated;
  const bars = barsOfInterval(minutes, intervalSeconds);
  return ok({
    ...lastTrade(
      chart,
      Float64Array.of(tradingDate(lastTime, listing)),
      Math.max(meta.regularMarketTime ?? 0, lastTime),
    ),
    chart: {
      interval_seconds: intervalSeconds,
      // Yahoo states the close before the range: for one day, the previous day's.
      previous_close: first?.close ?? null,
      bars,
      session_parts: sessionParts(bars.time, periods ? [periods] : []),
    },
  });
}

/** A latest price needs its own session and the next one. */
const SESSIONS_AFTER_LATEST = 1;

function rowSchema(nowSeconds: number) {
  return v.object({
    symbol: v.string(),
    response: v.looseTuple([seriesSchema(nowSeconds)]),
  });
}

/** Decodes a batch. Unreadable rows and unknown symbols are left out. */
export function decodeSpark(reply: JsonReply, nowSeconds: number): Outcome<ReadonlyMap<Ticker, LatestPrice>> {
  const sparkSchema = responseSchema(rowsSchema(rowSchema(nowSeconds)));
  const parsed = v.safeParse(v.object({ spark: sparkSchema }), reply.body);
  if (!parsed.success) return err({ reason: 'upstream_bad_payload' });
  const { result, error } = parsed.output.spark;
  // Yahoo's response if it knows none of the symbols.
  if (error?.code === 'Not Found') return ok(new Map());
  if (reply.status !== 200 || error !== null) return err({ reason: 'upstream_bad_payload' });
  const prices = result.flatMap((row): [Ticker, LatestPrice][] => {
    const symbol = parseTicker(row.symbol);
    const chart = symbol.ok ? chartOf(row.response[0], symbol.value, nowSeconds) : symbol;
    const price = chart.ok ? latestPrice(chart.value) : null;
    return chart.ok && price ? [[chart.value.symbol, price]] : [];
  });
  return ok(new Map(prices));
}

function latestPrice(chart: Chart): LatestPrice | null {
  const { meta, listing, rows, units, nowSeconds } = chart;
  const { regularMarketPrice: price, regularMarketTime } = meta;
  if (price === null || regularMarketTime === null) return null;
  const dateOf = (seconds: number) => tradingDate(seconds, listing);
  const date = dateOf(Math.min(regularMarketTime, nowSeconds));
  const before = barsFromRows(rows, dateOf, date - 1);
  const previous = before.close.at(-1) ?? NaN;
  // Only a chart can tell which of the two is in another unit.
  if (units && factorStep(previous, price, units.factor) !== 0) return null;
  return {
    ...lastTrade(chart, Float64Array.of(date), regularMarketTime, SESSIONS_AFTER_LATEST),
    candles: withQuoteBar(before, date, { close: price }),
  };
}
