import { finishedBars, type Candles } from './candles.ts';
import type { TradingCalendar } from './market-clock/trading-calendar.ts';
import { forecastFrom, MIN_FORECAST_BARS, type Forecast, type ForecastError } from './forecast/forecast.ts';
import { firstRecordOrigin, trackRecordFrom, type TrackRecord } from './back-test/track-record.ts';
import { readVolatility } from './forecast/volatility.ts';
import { historyFacts, type HistoryFacts } from './history-facts.ts';
import type { HorizonDays } from './horizon.ts';
import { changePercent } from './performance.ts';
import { err, ok, type Result } from './result.ts';
import { technicalSignal, type TechnicalSignal } from './signals/technical-signal.ts';

/** What a full analysis is computed from. */
export interface AnalysisInput {
  readonly candles: Candles;
  /** Latest price in the listing's currency; finite and > 0. */
  readonly currentPrice: number;
  /** Share of the last bar's session that was still to come at that price, 0…1; 0 where the session was over. */
  readonly sessionLeft: number;
  readonly horizonDays: HorizonDays;
  readonly calendar: TradingCalendar;
}

export interface Analysis extends HistoryFacts {
  /** The median for the next trading day; profit and loss are its change from the current price. */
  readonly predictedPrice: number;
  readonly profitLoss: number;
  readonly profitLossPercent: number;
  readonly isProfit: boolean;
  readonly forecast: Forecast;
  readonly signal: TechnicalSignal;
  /** `null` when the history is too short to score. */
  readonly trackRecord: TrackRecord | null;
}

export type AnalysisError = ForecastError | { readonly reason: 'invalid_price' };

/**
 * The whole analysis of one history and one price: indicators, performance, forecast, signal and record.
 * Prices in the listing's currency, percents as percents (2 means 2 %), probabilities 0…1. Nothing is rounded.
 * The last bar is the current session, so the day's change is against the bar before it, and indicators, signal and
 * performance are of the moment. The forecast starts from `currentPrice`; it and the record read finished bars only.
 * `invalid_price` unless the price is finite and > 0; `short_history` under 60 finished bars. Throws `RangeError` unless
 * `sessionLeft` is 0…1.
 */
export function analyse(input: AnalysisInput): Result<Analysis, AnalysisError> {
  const { candles, currentPrice, sessionLeft, horizonDays, calendar } = input;
  if (!(currentPrice > 0 && currentPrice < Infinity)) return err({ reason: 'invalid_price' });
  const finished = finishedBars(candles, sessionLeft);
  const bars = finished.close.length;
  if (bars < MIN_FORECAST_BARS) {
    return err({ reason: 'short_history', needBars: MIN_FORECAST_BARS, gotBars: bars });
  }
  const recordOrigin = firstRecordOrigin(bars, horizonDays);
  const volatility = readVolatility(finished, calendar);
  const quote = { price: currentPrice, sessionLeft };
  const projected = forecastFrom(volatility, { candles, horizonDays, calendar, quote });

  const facts = historyFacts(candles, currentPrice);
  const predictedPrice = projected.points[0]!.price;
  const profitLoss = predictedPrice - currentPrice;
  return ok({
    ...facts,
    predictedPrice,
    profitLoss,
    profitLossPercent: changePercent(currentPrice, predictedPrice),
    isProfit: profitLoss > 0,
    forecast: projected,
    signal: technicalSignal({ candles, ...facts.indicators }),
    trackRecord: recordOrigin === null ? null : trackRecordFrom(volatility, horizonDays, recordOrigin),
  });
}
