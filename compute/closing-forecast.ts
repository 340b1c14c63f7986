import { widthRank } from './back-test/track-record.ts';
import type { Candles } from './candles.ts';
import { forecastFrom, readHistory, type Forecast, type ForecastError } from './forecast/forecast.ts';
import { indicatorSet } from './indicators/indicator-set.ts';
import type { TradingCalendar } from './market-clock/trading-calendar.ts';
import { moveRarity, type MoveRarity } from './move-rarity.ts';
import { changePercent } from './performance.ts';
import { ok, type Result } from './result.ts';
import type { AiSignal } from './signals/signal.ts';
import { technicalSignal } from './signals/technical-signal.ts';
import { HORIZON_OPTIONS_DAYS, type HorizonDays } from './ticker-and-horizon.ts';

/** What a list of forecasts shows of a listing as of a close: equal to `analyse` for that close, without its track record. */
export interface ClosingForecast {
  /** Over the longest horizon, which has the points of the shorter ones too. */
  readonly forecast: Forecast;
  readonly signal: AiSignal;
  /** Percent from the close before. */
  readonly movePercent: number;
  /** How rare that move is; `null` where the history is too short. */
  readonly moveRarity: MoveRarity | null;
  /** Of each horizon, the share of the past year's 80 % ranges that were narrower, 0…1; `null` where there were too few. */
  readonly widthRanks: Readonly<Record<HorizonDays, number | null>>;
}

/** Forecasts from the last of the given bars, all of finished sessions. `short_history` under 60 of them. */
export function closingForecast(
  candles: Candles,
  calendar: TradingCalendar,
): Result<ClosingForecast, ForecastError> {
  const { close } = candles;
  const history = readHistory(candles, calendar);
  if (!history.ok) return history;
  const volatility = history.value;
  const ranks = HORIZON_OPTIONS_DAYS.map((days) => [days, widthRank(volatility, days)] as const);
  return ok({
    forecast: forecastFrom(volatility, { candles, horizonDays: 30, calendar }),
    signal: technicalSignal(candles, indicatorSet(close)).level,
    movePercent: changePercent(close.at(-2)!, close.at(-1)!),
    moveRarity: moveRarity(candles, close.at(-1)!),
    widthRanks: Object.fromEntries(ranks) as Record<HorizonDays, number | null>,
  });
}
