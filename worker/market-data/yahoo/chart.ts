import { candlesFromRows, err, ok, parseTicker } from '#compute';
import type { Result, Ticker, TradingCalendar } from '#compute';
import * as v from 'valibot';
import type { ServiceError } from '../../errors.ts';
import { currentBar } from '../current-bar.ts';
import { exchangeByCode } from '../exchanges.ts';
import type { JsonReply } from '../fetch-json.ts';
import type { Instrument, Listing, Period, Session, StockRecord } from '../market-data.ts';
import { zonedDate } from '../zoned-time.ts';
import { barsFromColumns, cleanVolume, price } from '../bars.ts';
import { chartSchema } from './chart-schema.ts';
import type { ChartResult } from './chart-schema.ts';
import { isSameSymbol } from '../symbols.ts';

/** The chart's meta does not state the delay; 15 minutes is the longest that Yahoo publishes for the venues it lists. */
const EXCHANGE_DELAY_MINUTES = 15;
const MIN_BARS = 2;
const MAX_NAME_CHARACTERS = 120;

const INSTRUMENTS: ReadonlyMap<string, Instrument> = new Map([
  ['EQUITY', 'equity'],
  ['ETF', 'etf'],
  ['MUTUALFUND', 'fund'],
  ['INDEX', 'index'],
  ['CURRENCY', 'currency'],
  ['CRYPTOCURRENCY', 'crypto'],
  ['FUTURE', 'future'],
]);

/** The path of the one chart call that feeds price, volume, day range, names and history. */
export function chartPath(symbol: Ticker): string {
  return `/v8/finance/chart/${encodeURIComponent(symbol)}?range=5y&interval=1d&events=div%7Csplit&includePrePost=false`;
}

/** Decodes a chart answer for `symbol` into a record, with rows later than `nowSeconds` cut. */
export function decodeChart(
  reply: JsonReply,
  symbol: Ticker,
  nowSeconds: number,
): Result<StockRecord, ServiceError> {
  const parsed = v.safeParse(chartSchema, reply.body);
  if (!parsed.success) return err({ reason: 'upstream_bad_payload' });
  const { result, error } = parsed.output.chart;
  if (error !== null) return err(chartError(error.code, symbol));
  if (reply.status !== 200) return err({ reason: 'upstream_bad_payload' });
  const [chart] = result;
  return chart === undefined
    ? err({ reason: 'unknown_symbol', ticker: symbol })
    : toRecord(chart, symbol, nowSeconds);
}

function chartError(code: string, ticker: Ticker): ServiceError {
  if (code === 'Not Found') return { reason: 'unknown_symbol', ticker };
  const outsideHistory = code === 'Bad Request' || code === 'Unprocessable Entity';
  return outsideHistory ? { reason: 'no_data', ticker } : { reason: 'upstream_bad_payload' };
}

function toRecord(chart: ChartResult, symbol: Ticker, nowSeconds: number): Result<StockRecord, ServiceError> {
  const { meta, timestamp } = chart;
  const resolved = parseTicker(meta.symbol);
  if (!resolved.ok || !isSameSymbol(resolved.value, symbol)) return err({ reason: 'symbol_mismatch' });
  const [columns] = chart.indicators.quote;
  if (columns === undefined) return err({ reason: 'upstream_bad_payload' });
  if (timestamp.length === 0) return err({ reason: 'no_data', ticker: symbol });
  if (Object.values(columns).some((column) => column.length !== timestamp.length)) {
    return err({ reason: 'upstream_bad_payload' });
  }
  const listing = listingFrom(meta, resolved.value);
  const bars = barsFromColumns({ timestamp, ...columns }, listing.timezone, nowSeconds);
  const last = bars.at(-1);
  if (last === undefined || bars.length < MIN_BARS) return err({ reason: 'no_data', ticker: symbol });
  const current = meta.regularMarketPrice === null ? last.close : price(meta.regularMarketPrice);
  if (current === null) return err({ reason: 'upstream_bad_payload' });
  const asOfSeconds = Math.min(meta.regularMarketTime ?? last.time, nowSeconds);
  const today = currentBar(last, zonedDate(asOfSeconds, listing.timezone), {
    price: current,
    volume: cleanVolume(meta.regularMarketVolume),
    dayHigh: price(meta.regularMarketDayHigh),
    dayLow: price(meta.regularMarketDayLow),
  });
  const volume = cleanVolume(meta.regularMarketVolume) || today.volume;
  const isRound = listing.instrument === 'crypto' || listing.instrument === 'currency';
  return ok({
    source: 'yahoo',
    historySource: 'yahoo',
    listing,
    candles: candlesFromRows([...bars.filter((bar) => bar.time < today.time), today]),
    quote: { price: current, volume: volume || null, dayHigh: today.high, dayLow: today.low },
    session: sessionFrom(meta.currentTradingPeriod),
    asOfSeconds,
    delayedMinutes: isRound ? 0 : EXCHANGE_DELAY_MINUTES,
  });
}

function listingFrom(meta: ChartResult['meta'], symbol: Ticker): Listing {
  const exchange = exchangeByCode(meta.exchangeName);
  const instrument = INSTRUMENTS.get(meta.instrumentType) ?? 'equity';
  return {
    symbol,
    companyName: (meta.longName ?? meta.shortName ?? symbol).trim().slice(0, MAX_NAME_CHARACTERS),
    instrument,
    exchange: exchange?.display ?? meta.fullExchangeName ?? meta.exchangeName,
    currency: meta.currency || (exchange?.currency ?? ''),
    timezone: meta.exchangeTimezoneName,
    calendar: calendarOf(instrument, exchange?.calendar),
  };
}

function calendarOf(instrument: Instrument, ofExchange: TradingCalendar | undefined): TradingCalendar {
  return instrument === 'crypto' ? 'daily' : (ofExchange ?? 'weekday');
}

function sessionFrom(periods: ChartResult['meta']['currentTradingPeriod']): Session | null {
  const regular = periods && periodFrom(periods.regular);
  return regular && { pre: periodFrom(periods.pre), regular, post: periodFrom(periods.post) };
}

function periodFrom(raw: { start: number; end: number } | null): Period | null {
  return raw !== null && raw.end > raw.start ? { startSeconds: raw.start, endSeconds: raw.end } : null;
}
