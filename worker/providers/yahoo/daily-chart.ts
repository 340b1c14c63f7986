/** Yahoo's daily chart as a listing's history and quote. */
import { err, ok } from '#compute';
import type { Candles, CorporateActions, Result, Ticker } from '#compute';
import type { Failure } from '../../failure.ts';
import {
  barsFromRows,
  isWithoutTrade,
  lastBarQuote,
  withoutOutliersOf,
  withQuoteBar,
  type VendorBar,
} from '../bars.ts';
import { decodeActions, reconcile } from '../corporate-actions.ts';
import type { Instrument, PriceSnapshot, Quote } from '../market-data.ts';
import { inOneUnit, quoteInOneUnit, unitStep, type UnitPair } from '../unit-corrections.ts';
import type { JsonReply } from '../upstream.ts';
import { tradingDate } from '../venue-sessions.ts';
import { datedAhead, readChart, type Meta } from './chart.ts';

const MIN_BARS = 2;

/** Instruments that can pay dividends and be split; for others an empty list would mean nothing. */
const HAVE_ACTIONS: ReadonlySet<Instrument> = new Set<Instrument>(['equity', 'etf']);
const NO_ACTIONS: CorporateActions = { dividends: [], splits: [] };

/** Decodes the daily chart of `symbol`, without rows later than `nowSeconds`. */
export function decodeDailyChart(
  reply: JsonReply,
  symbol: Ticker,
  nowSeconds: number,
): Result<PriceSnapshot, Failure> {
  const chart = readChart(reply, symbol, nowSeconds);
  if (!chart.ok) return chart;
  const { meta, events, listing, stated: session, isSession, sessionsAfter, delayedMinutes } = chart.value;
  if (chart.value.rows.every(({ close }) => close === null)) return err({ reason: 'upstream_bad_payload' });
  const dateOf = (seconds: number) => tradingDate(seconds, listing);
  const stated = decodeActions(events, listing, nowSeconds);
  const units = unlessSplitByIt(chart.value.units, stated ?? NO_ACTIONS);
  const { rows, corrections } = inOneUnit(chart.value.rows, units);
  const quoteDate = meta.regularMarketTime === null ? Infinity : dateOf(meta.regularMarketTime);
  const traded = rows.filter((row, index) => {
    if (!isWithoutTrade(row)) return true;
    const date = dateOf(row.time);
    return date <= quoteDate && (isSession(date) || row.close !== rows[index - 1]?.close);
  });
  const bars = barsFromRows(traded, dateOf, dateOf(nowSeconds));
  if (bars.time.length < MIN_BARS) return err({ reason: 'no_data', ticker: symbol });
  const length = session ? session.regular.endSeconds - session.regular.startSeconds : 0;
  const lastRow = traded.findLast(({ time, close }) => close !== null && dateOf(time) === bars.time.at(-1));
  const closedSeconds = Math.min((lastRow?.time ?? 0) + length, nowSeconds);
  const latest = latestTrade(meta, bars, { rows: traded, units, closedSeconds, dateOf, nowSeconds });
  const stamped = withQuoteBar(bars, latest.date, latest.quote);
  const reconciled = reconcile(stamped, stated ?? NO_ACTIONS, listing.symbol, units);
  if (reconciled === null) return err({ reason: 'upstream_bad_payload' });
  const { candles, actions } = reconciled;
  const lastBar = lastBarQuote(candles, candles.close.at(-1) ?? 0);
  const allCorrections = [...corrections, ...latest.corrections, ...reconciled.corrections];
  return ok({
    source: 'yahoo',
    historySource: 'yahoo',
    listing,
    candles,
    actions: stated !== null && HAVE_ACTIONS.has(listing.instrument) ? actions : null,
    quote: { ...lastBar, volume: latest.quote.volume || lastBar.volume },
    sessions: sessionsAfter(candles.time),
    asOfSeconds: latest.asOfSeconds,
    ...datedAhead(meta.regularMarketTime, nowSeconds),
    delayedMinutes,
    ...(allCorrections.length > 0 && { corrections: allCorrections }),
  });
}

/** The units, unless the shares were split by the same factor, in which case a step is the split. */
function unlessSplitByIt(units: UnitPair | null, { splits }: CorporateActions): UnitPair | null {
  const isSplit = splits.some(
    ({ numerator, denominator }) => units && unitStep(denominator, numerator, units) !== 0,
  );
  return isSplit ? null : units;
}

interface Traded {
  readonly rows: readonly VendorBar[];
  readonly units: UnitPair | null;
  /** When the last bar's session ended, or now, epoch seconds. */
  readonly closedSeconds: number;
  readonly dateOf: (seconds: number) => number;
  readonly nowSeconds: number;
}

/**
 * The quote and its day. The last bar's replaces it if the vendor states no usable one: none at all, one in an unclear unit,
 * one older than the bars, or one that repeats the last close on a later day without a trade.
 */
function latestTrade(meta: Meta, bars: Candles, { rows, units, closedSeconds, dateOf, nowSeconds }: Traded) {
  const [lastDate = 0, lastClose = 0] = [bars.time.at(-1), bars.close.at(-1)];
  const lastBar = {
    quote: lastBarQuote(bars, lastClose),
    date: lastDate,
    asOfSeconds: closedSeconds,
    corrections: [] as readonly string[],
  };
  const asOfSeconds =
    meta.regularMarketTime === null ? closedSeconds : Math.min(meta.regularMarketTime, nowSeconds);
  const date = meta.regularMarketTime === null ? lastDate : dateOf(asOfSeconds);
  const stated = meta.regularMarketPrice;
  if (date < lastDate || (stated === null && date > lastDate)) return lastBar;
  const quote: Quote = {
    price: stated ?? lastClose,
    volume: meta.regularMarketVolume,
    dayHigh: meta.regularMarketDayHigh,
    dayLow: meta.regularMarketDayLow,
  };
  const { quote: inUnit, corrections } = quoteInOneUnit(quote, rows, date === lastDate, units);
  if (inUnit === null) return { ...lastBar, corrections };
  const known = withoutOutliersOf(inUnit, lastClose);
  if (known === null) return date === lastDate ? { ...lastBar, asOfSeconds } : lastBar;
  const { price: close, dayHigh: high, dayLow: low, volume } = known;
  const isUntraded = isWithoutTrade({ open: null, high, low, close, volume: volume ?? 0 });
  if (date > lastDate && isUntraded && close === lastClose) return lastBar;
  return { quote: known, date, asOfSeconds, corrections };
}
