import { finishedBars, firstBarFrom, sliceCandles, type Candles } from '../prices/candles.ts';
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import type { Expected } from '../dates/expected-date.ts';
import { isoDate, SECONDS_PER_DAY, type IsoDate } from '../dates/iso-date.ts';
import { err, ok, type Result } from '../common/result.ts';
import { medianMove } from './kind-rules.ts';
import { isTradingDay, nextTradingDays } from './model-calendar.ts';
import type { TradingCalendar } from '../sessions/market-hours.ts';
import { CONFIDENCE_WITHIN_PERCENT, probabilityWithin, project, type Projection } from './projection.ts';
import { projectionErrorDays } from './results-factor.ts';
import { setPriceError } from './set-price.ts';
import {
  MIN_FORECAST_BARS,
  readVolatility,
  spreadsUpTo,
  type HistoryInput,
  type Spread,
  type Volatility,
} from './volatility.ts';

export interface ForecastPoint extends Projection {
  readonly date: IsoDate;
}

export interface ExpectedResults extends Expected {
  /** The session that reacts: of the same date, or the next one to results after the close. */
  readonly session: IsoDate;
  /** The expected number of reacting sessions within the horizon, 0…1. */
  readonly chance: number;
}

export interface Forecast {
  readonly model: string;
  readonly version: string;
  readonly horizonDays: HorizonDays;
  readonly baseDate: IsoDate;
  readonly basePrice: number;
  /** The company's next results, which widen the ranges; `null` if none are expected. */
  readonly results: ExpectedResults | null;
  /** One point per trading day: `horizonDays` points. */
  readonly points: readonly ForecastPoint[];
  /** P(close within ± `confidenceWithinPercent` of the median at the horizon), 0…1. */
  readonly confidence: number;
  readonly confidenceWithinPercent: number;
}

/** The last bar's session may still run. */
export interface ForecastInput extends Omit<HistoryInput, 'open'> {
  readonly isAfterClose?: boolean;
  readonly horizonDays: HorizonDays;
  /** Dates of sessions, at least `horizonDays` of them after the last bar; by default from the model's calendar. */
  readonly sessions?: Float64Array;
  /** A price > 0, and the share 0…1 of the last bar's session still to come then. Default: the last close, session finished. */
  readonly quote?: { readonly price: number; readonly sessionLeft: number };
}

/** `not_forecast`: no model was fitted for the instrument, or only the share `coverage80` of its past 80 % ranges held. */
export type ForecastError =
  | { readonly reason: 'short_history'; readonly needBars: number; readonly gotBars: number }
  | { readonly reason: 'set_price'; readonly isStill: boolean }
  | { readonly reason: 'not_forecast'; readonly coverage80: number | null };

const MODEL = 'pooled-volatility';
const MODEL_VERSION = '3.1.0';

/**
 * Forecasts the next `horizonDays` trading days after the last bar: a random walk with a small drift by the kind of listing
 * (`kind-rules.ts`), whose spread follows a regression of volatility fitted on many listings at once (`volatility.ts`), is
 * wider if results are expected (`results-factor.ts`), and whose shape is pooled with it (`projection.ts`). Prices in the
 * listing's currency, probabilities 0…1.
 * A running session's bar has only part of its range and volume. So volatility is read at the previous bar, and every point
 * lies further ahead by the rest of the session.
 * `short_history` for fewer than {@link MIN_FORECAST_BARS} finished bars, `set_price` if most of the last 250 closes repeat the
 * one before or nearly so, `not_forecast` for other instruments. Throws `RangeError` unless the price is finite and > 0, the
 * share 0…1, and the sessions enough.
 */
export function forecast(input: ForecastInput): Result<Forecast, ForecastError> {
  const volatility = readHistory(input);
  return volatility.ok ? ok(forecastFrom(volatility.value, input)) : volatility;
}

/** Calendar days that a forecast reads: a little under the sources' five years, so that a close has one forecast on any day. */
const READ_DAYS = 1810;

/** Reads the finished bars' volatility, or returns why they allow no forecast. */
export function readHistory(input: Omit<ForecastInput, 'horizonDays'>): Result<Volatility, ForecastError> {
  const { candles, quote } = input;
  if (input.kind === 'none') return err({ reason: 'not_forecast', coverage80: null });
  const finished = finishedBars(candles, quote?.sessionLeft ?? 0);
  const bars = finished.close.length;
  if (bars < MIN_FORECAST_BARS) {
    return err({ reason: 'short_history', needBars: MIN_FORECAST_BARS, gotBars: bars });
  }
  const running = candles.close.length - 1;
  const open =
    finished === candles
      ? null
      : { seconds: candles.time[running]!, isReacting: candles.results?.[running] === 1 };
  const oldest = firstBarFrom(finished.time, finished.time[bars - 1]! - READ_DAYS * SECONDS_PER_DAY);
  const volatility = readVolatility({ ...input, candles: sliceCandles(finished, oldest), open });
  const error = setPriceError(volatility.own.logClose, bars - oldest - 1);
  return error === null ? ok(volatility) : err(error);
}

/** {@link forecast} from finished bars that {@link readHistory} has read. */
export function forecastFrom(volatility: Volatility, input: ForecastInput): Forecast {
  const { horizonDays, calendar, candles } = input;
  const basePrice = input.quote?.price ?? volatility.candles.close.at(-1)!;
  const returns = logReturns(volatility, input);
  const baseTime = candles.time.at(-1)!;
  const sessions = input.sessions ?? nextTradingDays(baseTime, horizonDays, calendar);
  const dates = sessions.subarray(firstBarFrom(sessions, baseTime + 1));
  if (dates.length < horizonDays)
    throw new RangeError(`${dates.length} of ${horizonDays} sessions are known`);
  const withinPercent = CONFIDENCE_WITHIN_PERCENT[horizonDays];
  return {
    model: MODEL,
    version: MODEL_VERSION,
    horizonDays,
    baseDate: isoDate(baseTime),
    basePrice,
    results: expectedResults(volatility, input, dates[0]!),
    points: returns.map(({ spread, medianMove: move }, i) => ({
      ...project(basePrice, spread, move),
      date: isoDate(dates[i]!),
    })),
    confidence: probabilityWithin(withinPercent, returns.at(-1)!.spread),
    confidenceWithinPercent: withinPercent,
  };
}

/** The distribution of the log return from the starting price to a later close. */
export interface LogReturn {
  readonly medianMove: number;
  readonly spread: Spread;
}

/** The log returns to the closes of the next `horizonDays` sessions, as {@link forecastFrom} reads them; throws likewise. */
export function logReturns(
  volatility: Volatility,
  { horizonDays, candles, quote }: ForecastInput,
): readonly LogReturn[] {
  const { own, kind } = volatility;
  const last = own.logClose.length - 1;
  const { price, sessionLeft } = quote ?? { price: volatility.candles.close[last]!, sessionLeft: 0 };
  if (!(price > 0 && price < Infinity)) throw new RangeError(`base price must be positive, got ${price}`);
  if (!(sessionLeft >= 0 && sessionLeft <= 1)) {
    throw new RangeError(`a session's share must be 0 to 1, got ${sessionLeft}`);
  }
  const left = varianceLeft(volatility.candles, sessionLeft);
  const logPrice = quote === undefined ? own.logClose[last]! : Math.log(price);
  return spreadsUpTo(volatility, last, horizonDays, left, candles.time.at(-1)!).map((spread, i) => ({
    medianMove: medianMove(kind, last, i + 1 + left, logPrice),
    spread,
  }));
}

/** `firstDate` is that of the first session ahead. */
function expectedResults(
  { own, results, nextResults }: Volatility,
  { horizonDays, calendar, isAfterClose }: ForecastInput,
  firstDate: number,
): ExpectedResults | null {
  const next = nextResults(own.time.length - 1);
  if (next === null || next.excess === 0 || next.seconds === null) return null;
  // Overdue results are expected at the next session.
  const session = Math.max(next.seconds, firstDate);
  return {
    date: isoDate(isAfterClose === true ? tradingDayBefore(session, calendar) : session),
    session: isoDate(session),
    status: next.isConfirmed ? 'confirmed' : 'estimated',
    plus_minus_days: next.isConfirmed || results === null ? 0 : projectionErrorDays(results),
    chance: next.chanceWithin(horizonDays),
  };
}

function tradingDayBefore(date: number, calendar: TradingCalendar): number {
  let day = date - SECONDS_PER_DAY;
  while (!isTradingDay(day, calendar)) day -= SECONDS_PER_DAY;
  return day;
}

const VARIANCE_SPAN_SESSIONS = 250;

/**
 * The share 0…1 of a session's variance still to come when the share `sessionLeft` of its hours is. It is smaller than
 * `sessionLeft` because prices also move between sessions. Estimated from the absolute moves of the last year's finished
 * sessions, so that a single gap matters little. Bars without a range are left out: they do not show when their move happened.
 */
export function varianceLeft({ open, high, low, close }: Candles, sessionLeft: number): number {
  let between = 0;
  let within = 0;
  for (let t = Math.max(1, close.length - VARIANCE_SPAN_SESSIONS); t < close.length; t++) {
    if (!(high[t]! > low[t]! && open[t]! > 0)) continue;
    between += Math.abs(open[t]! / close[t - 1]! - 1);
    within += Math.abs(close[t]! / open[t]! - 1);
  }
  return within === 0 ? sessionLeft : (sessionLeft * within * within) / (within * within + between * between);
}
