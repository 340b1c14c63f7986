import { widthRank } from './back-test/track-record.ts';
import type { Candles } from './candles.ts';
import { forecastFrom, readHistory, type Forecast, type ForecastError } from './forecast/forecast.ts';
import { indicatorSet } from './indicators/indicator-set.ts';
import type { TradingCalendar } from './forecast/model-calendar.ts';
import { moveRarity, type MoveRarity } from './move-rarity.ts';
import { changePercent } from './performance.ts';
import { ok, type Result } from './result.ts';
import { datesAfter, type ComingSessions } from './sessions/coming-sessions.ts';
import type { AiSignal } from './signals/signal.ts';
import { technicalSignal } from './signals/technical-signal.ts';
import { HORIZON_OPTIONS_DAYS, type HorizonDays } from './ticker-and-horizon.ts';

/** What a list of forecasts shows of a listing at a close: equal to `analyse` for that close, without its track record. */
export interface ClosingForecast {
  /** The forecast for the longest horizon, whose points include those of the shorter ones. */
  readonly forecast: Forecast;
  readonly signal: AiSignal;
  /** Change from the previous close, percent. */
  readonly movePercent: number;
  /** How rare that move is; `null` if the history is too short. */
  readonly moveRarity: MoveRarity | null;
  /** For each horizon, the share 0…1 of the past year's 80 % ranges that were narrower; `null` if there were too few. */
  readonly widthRanks: Readonly<Record<HorizonDays, number | null>>;
}

/** Forecasts from the last bar of `finished` sessions. `short_history` for fewer than 60. */
export function closingForecast(
  candles: Candles,
  calendar: TradingCalendar,
  coming: ComingSessions,
): Result<ClosingForecast, ForecastError> {
  const { time, close } = candles;
  const history = readHistory(candles, calendar);
  if (!history.ok) return history;
  const volatility = history.value;
  const sessions = datesAfter(time.at(-1)!, time, coming);
  const ranks = HORIZON_OPTIONS_DAYS.map((days) => [days, widthRank(volatility, days)] as const);
  return ok({
    forecast: forecastFrom(volatility, { candles, horizonDays: 30, calendar, sessions }),
    signal: technicalSignal(candles, indicatorSet(close)).level,
    movePercent: changePercent(close.at(-2)!, close.at(-1)!),
    moveRarity: moveRarity(candles, close.at(-1)!),
    widthRanks: Object.fromEntries(ranks) as Record<HorizonDays, number | null>,
  });
}
