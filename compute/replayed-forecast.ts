/** The forecast that the bars up to an earlier close give, and how it came out. */
import { sliceCandles, type Candles } from './candles.ts';
import { forecast, type Forecast, type ForecastError } from './forecast/forecast.ts';
import { findOutcome } from './ledger/outcome.ts';
import type { TradingCalendar } from './market-clock/trading-calendar.ts';
import { ok, type Result } from './result.ts';
import type { HorizonDays } from './ticker-and-horizon.ts';

export interface ReplayedForecast {
  readonly forecast: Forecast;
  /** The close that settles each point of the forecast; `null` while that session has not ended. */
  readonly closes: readonly (number | null)[];
}

/** `bar` is an index into the `finished` bars; the forecast knows none after it. `short_history` under 60 bars up to it. */
export function replayedForecast(
  finished: Candles,
  bar: number,
  horizonDays: HorizonDays,
  calendar: TradingCalendar,
): Result<ReplayedForecast, ForecastError> {
  const made = forecast({ candles: sliceCandles(finished, 0, bar + 1), horizonDays, calendar });
  if (!made.ok) return made;
  const { baseDate, basePrice, points } = made.value;
  const anchor = { anchor_date: baseDate, anchor_close: basePrice };
  return ok({
    forecast: made.value,
    closes: points.map(({ date }) => findOutcome({ target_date: date, ...anchor }, finished)?.close ?? null),
  });
}
