import type { ForecastBasis } from '../analysis.ts';
import { grossCoverage, trackRecord } from '../back-test/track-record.ts';
import { ok, type Result } from '../common/result.ts';
import { HORIZON_OPTIONS_DAYS, type HorizonDays } from '../common/ticker-and-horizon.ts';
import {
  forecastFrom,
  readHistory,
  type Forecast,
  type ForecastError,
  type ForecastInput,
  type ForecastPoint,
} from '../forecast/forecast.ts';
import { indicatorSet } from '../indicators/indicator-set.ts';
import { moveRarity, type MoveRarity } from '../prices/move-rarity.ts';
import { changePercent } from '../prices/performance.ts';
import { datesAfter } from '../sessions/coming-sessions.ts';
import type { AiSignal } from '../signals/signal.ts';
import { technicalSignal } from '../signals/technical-signal.ts';

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
  const { time, close } = candles;
  const sessions = datesAfter(time.at(-1) ?? 0, time, listing.sessions);
  const input: ForecastInput = { ...listing, sessions, horizonDays: 30 };
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
