import type { ForecastBasis } from '../analysis.ts';
import { ok, type Result } from '../common/result.ts';
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import { forecast, type Forecast, type ForecastError } from '../forecast/forecast.ts';
import { findOutcome } from '../ledger/outcome.ts';
import { sliceCandles } from '../prices/candles.ts';

export interface ReplayedForecast {
  readonly forecast: Forecast;
  /** The close that settles each point of the forecast; `null` until that session has ended. */
  readonly closes: readonly (number | null)[];
}

/** Forecasts from bar `bar` of a listing's finished ones; of later bars it uses only the dates. Errors as in `forecast`. */
export function replayedForecast(
  listing: ForecastBasis,
  bar: number,
  horizonDays: HorizonDays,
): Result<ReplayedForecast, ForecastError> {
  const { candles: finished } = listing;
  const candles = sliceCandles(finished, 0, bar + 1);
  const result = forecast({ ...listing, candles, nextResultsSeconds: null, horizonDays });
  if (!result.ok) return result;
  const { baseDate, basePrice, points } = result.value;
  const anchor = { anchor_date: baseDate, anchor_close: basePrice };
  return ok({
    forecast: result.value,
    closes: points.map(({ date }) => findOutcome({ target_date: date, ...anchor }, finished)?.close ?? null),
  });
}
