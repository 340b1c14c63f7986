/** The forecast as of an earlier close, its outcome, and sentences about both. */
import { sliceCandles } from './candles.ts';
import { FITTED_FROM, FITTED_UNTIL, isInSample } from './forecast/fitted-dates.ts';
import { forecast, type Forecast, type ForecastError } from './forecast/forecast.ts';
import type { ForecastBasis } from './forecast/forecast-basis.ts';
import type { Format } from './format/format.ts';
import type { Quoted } from './format/price-decimals.ts';
import { findOutcome } from './ledger/outcome.ts';
import { ok, type Result } from './result.ts';
import { datesAfter } from './sessions/coming-sessions.ts';
import type { HorizonDays } from './ticker-and-horizon.ts';

export interface ReplayedForecast {
  readonly forecast: Forecast;
  /** The close that settles each point of the forecast; `null` until that session has ended. */
  readonly closes: readonly (number | null)[];
}

/** Forecasts from bar `bar` of a listing's finished ones; of later bars it uses only the dates. Errors as in `forecast`. */
export function replayedForecast(
  { candles: finished, sessions: coming, ...listing }: ForecastBasis,
  bar: number,
  horizonDays: HorizonDays,
): Result<ReplayedForecast, ForecastError> {
  const result = forecast({
    ...listing,
    candles: sliceCandles(finished, 0, bar + 1),
    sessions: datesAfter(finished.time[bar]!, finished.time, coming),
    nextResultsSeconds: null,
    horizonDays,
  });
  if (!result.ok) return result;
  const { baseDate, basePrice, points } = result.value;
  const anchor = { anchor_date: baseDate, anchor_close: basePrice };
  return ok({
    forecast: result.value,
    closes: points.map(({ date }) => findOutcome({ target_date: date, ...anchor }, finished)?.close ?? null),
  });
}

/** Says whether the next session's range held, how many of the forecast's ranges did, and whether the forecast is in-sample. */
export function replayTexts(
  format: Pick<Format, 'prices' | 'isoDate'>,
  { forecast: { baseDate, points }, closes }: ReplayedForecast,
  quoted: Quoted,
): string[] {
  const settled = points.flatMap((point, i) => {
    const close = closes[i] ?? null;
    // As in the ledger, a close on the edge counts as inside.
    return close === null ? [] : [{ ...point, close, held: point.low80 <= close && close <= point.high80 }];
  });
  const [next] = settled;
  if (next === undefined) return ['No later session has closed yet, so the ranges are still open.'];
  const [close, low, high] = format.prices([next.close, next.low80, next.high80], quoted);
  const range = `${low} to ${high}`;
  const held = settled.filter((point) => point.held).length;
  const counted = settled.length < points.length ? `${settled.length} settled` : points.length;
  return [
    `The 80% range for ${format.isoDate(next.date)} ${
      next.held
        ? `held: closed at ${close}, inside ${range}`
        : `did not hold: closed at ${close}, outside ${range}`
    }.`,
    ...(settled.length > 1
      ? [
          `${held} of this forecast’s ${counted} ranges held (stated: 80%). They overlap, so they count as one test.`,
        ]
      : []),
    ...(isInSample(baseDate, points.at(-1)!.date)
      ? [
          `In-sample: the model was fitted on prices from ${format.isoDate(FITTED_FROM)} to ${format.isoDate(FITTED_UNTIL)}, which flatters it.`,
        ]
      : []),
  ];
}
