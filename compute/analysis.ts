import { grossCoverage, trackRecord, type TrackRecord } from './back-test/track-record.ts';
import { err, ok, type Result } from './common/result.ts';
import { HORIZON_OPTIONS_DAYS, type HorizonDays } from './common/ticker-and-horizon.ts';
import {
  forecastFrom,
  readHistory,
  type Forecast,
  type ForecastError,
  type ForecastInput,
  type ForecastPoint,
} from './forecast/forecast.ts';
import { listingKind, type Instrument } from './forecast/listing-kind.ts';
import { nextResultsOf, withResults, type Reactions } from './forecast/reacting-sessions.ts';
import type { QuotedListing } from './format/price-decimals.ts';
import { indicatorSet, type Indicators } from './indicators/indicator-set.ts';
import { withDividends, type Candles, type Dividend } from './prices/candles.ts';
import {
  moveRarity,
  type MoveRarity,
  changePercent,
  performanceByRange,
  type RangeLabel,
} from './prices/performance.ts';
import { datesAfter, type ComingSessions, type TradingCalendar } from './sessions/market-hours.ts';
import type { AiSignal } from './signals/signal.ts';
import { currentSignal, technicalSignal, type TechnicalSignal } from './signals/technical-signal.ts';

/** What the sources say of a listing beside its bars. */
export interface ListingBasis {
  readonly instrument: Instrument;
  readonly symbol: string;
  readonly companyName: string;
  readonly calendar: TradingCalendar;
  readonly sessions: ComingSessions;
  readonly dividends: readonly Dividend[];
  readonly results: Reactions | null;
}

/** What a forecast reads: the bars with what happened on them, and what is known of the listing. */
export type ForecastBasis = Omit<ForecastInput, 'horizonDays' | 'quote'>;

export function forecastBasis(bars: Candles, listing: ListingBasis): ForecastBasis {
  const { instrument, symbol, companyName, calendar, sessions, dividends, results } = listing;
  const candles = withResults(withDividends(bars, dividends), results?.sessions ?? []);
  return {
    candles,
    calendar,
    sessions: datesAfter(-Infinity, candles.time, sessions),
    kind: listingKind(instrument, symbol, companyName),
    nextResultsSeconds: nextResultsOf(candles, results?.sessions ?? []),
    isAfterClose: results?.isAfterClose ?? false,
  };
}

export type AnalysisInput = ForecastInput & Required<Pick<ForecastInput, 'quote'>>;

/** The part of an analysis that needs no forecast, so works for a history of any length. */
export interface HistoryFacts {
  readonly currentPrice: number;
  /** From the previous close (of the session before the last bar's) to the price; `NaN` without such a session. */
  readonly dayChange: number;
  readonly dayChangePercent: number;
  readonly indicators: Indicators;
  readonly performance: Readonly<Record<RangeLabel, number | null>>;
}

export interface Analysis extends HistoryFacts {
  /** The median for the next trading day; profit and loss are its change from the current price. */
  readonly predictedPrice: number;
  readonly profitLoss: number;
  readonly profitLossPercent: number;
  readonly isProfit: boolean;
  readonly forecast: Forecast;
  readonly signal: TechnicalSignal;
  /** `null` if the history is too short to score. */
  readonly trackRecord: TrackRecord | null;
}

export interface Analysed {
  readonly response: QuotedListing;
  readonly analysis: Analysis;
}

/**
 * The whole analysis of one history and one price. Prices in the listing's currency, percents as percents (2 means 2 %),
 * probabilities 0…1. Indicators, signal and performance include the running session. The forecast starts from the quote; it and
 * the track record read finished bars only.
 * The errors are those of `forecast`, and `not_forecast` with the share of past ranges that held where that is far too small.
 * Throws as `forecast` does.
 */
export function analyse(input: AnalysisInput): Result<Analysis, ForecastError> {
  const { candles, quote } = input;
  const history = readHistory(input);
  if (!history.ok) return history;
  const record = trackRecord(history.value, input.horizonDays);
  const coverage80 = grossCoverage(record);
  if (coverage80 !== null) return err({ reason: 'not_forecast', coverage80 });
  const projected = forecastFrom(history.value, input);

  const facts = historyFacts(candles, quote.price);
  const predictedPrice = projected.points[0]!.price;
  const profitLoss = predictedPrice - quote.price;
  return ok({
    ...facts,
    predictedPrice,
    profitLoss,
    profitLossPercent: changePercent(quote.price, predictedPrice),
    isProfit: profitLoss > 0,
    forecast: projected,
    signal: currentSignal(candles, facts.indicators, quote.sessionLeft > 0),
    trackRecord: record,
  });
}

export function historyFacts(candles: Candles, currentPrice: number): HistoryFacts {
  const previousClose = candles.close.at(-2) ?? NaN;
  return {
    currentPrice,
    dayChange: currentPrice - previousClose,
    dayChangePercent: changePercent(previousClose, currentPrice),
    indicators: indicatorSet(candles.close),
    performance: performanceByRange(candles),
  };
}

/** What a list of forecasts shows of a listing at a close: equal to `analyse` for that close, without its track record. */
export interface ClosingForecast {
  /** The forecast for the longest horizon, whose points include those of the shorter ones. */
  readonly forecast: Forecast;
  readonly signal: AiSignal;
  readonly movePercent: number;
  readonly moveRarity: MoveRarity | null;
  /** Without the horizons whose past ranges held far too seldom, so that their forecast is not shown. */
  readonly horizons: readonly {
    readonly days: HorizonDays;
    readonly point: ForecastPoint;
    /** Share 0…1 of the past year's 80 % ranges that were narrower; `null` if there were too few. */
    readonly widthRank: number | null;
  }[];
}

/** Forecasts from the last of the given bars, all of finished sessions. Errors as in `forecast`. */
export function closingForecast(listing: ForecastBasis): Result<ClosingForecast, ForecastError> {
  const { candles } = listing;
  const { close } = candles;
  const input: ForecastInput = { ...listing, horizonDays: 30 };
  const history = readHistory(input);
  if (!history.ok) return history;
  const forecast = forecastFrom(history.value, input);
  return ok({
    forecast,
    signal: technicalSignal(candles, indicatorSet(close)).level,
    movePercent: changePercent(close.at(-2)!, close.at(-1)!),
    moveRarity: moveRarity(candles, close.at(-1)!),
    horizons: HORIZON_OPTIONS_DAYS.flatMap((days) => {
      const record = trackRecord(history.value, days);
      if (grossCoverage(record) !== null) return [];
      return { days, point: forecast.points[days - 1]!, widthRank: record?.widthRank ?? null };
    }),
  });
}
