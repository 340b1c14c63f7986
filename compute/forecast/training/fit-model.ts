import { FEATURE_COUNT, featureRow, features, type Features } from '../features.ts';
import type { ModelTable } from '../model-table.ts';
import { FITTED_SESSIONS, READINGS, tableRow, type Reading } from '../pooled-model.ts';
import { LEVELS, MEDIAN } from '../residual-shape.ts';
import { DRIFT_PER_SESSION, RESIDUAL_CAP } from '../volatility.ts';
import type { DailyBars } from './daily-bars.ts';
import { fitLogVariance, type Sample } from './student-regression.ts';

/** A bar that the fit may not see, because an outcome of it is scored. */
export type IsHeldOut = (bars: DailyBars, firstSeconds: number, lastSeconds: number) => boolean;

/** The exponential averages are settled from here on. */
const FIRST_TRAINING_BAR = 120;

/** Of the Student likelihood; chosen on the development folder with its eras left out. */
const DEGREES_OF_FREEDOM = 4;

/** Ridge per session of the horizon: overlapping outcomes are that much less evidence. Chosen likewise. */
const RIDGE_PER_SESSION = 100;

/** What a reading may look at, of its own features; the others are 0 and so get a weight of 0. */
const USES_RANGES: Readonly<Record<Reading, boolean>> = { range: true, close: false };
const RANGE_FEATURES: ReadonlySet<number> = new Set([4, 5, 6, 7]);

/** Fits all readings at all horizons to every ticker of `folder` but for what is held out. Deterministic. */
export function fitTable(folder: readonly DailyBars[], isHeldOut: IsHeldOut): ModelTable {
  const readings = folder.map((bars) => ({ bars, own: features(bars.candles) }));
  const fits = READINGS.flatMap((reading) =>
    FITTED_SESSIONS.map((sessions) => fitHorizon(sampleOf(readings, reading, sessions, isHeldOut), sessions)),
  );
  return {
    weights: fits.map(({ weights }) => tableRow(weights)),
    quantiles: fits.map(({ quantiles }) => tableRow(quantiles)),
    meanResiduals: tableRow(fits.map(({ meanResidual }) => meanResidual)),
  };
}

interface Read {
  readonly bars: DailyBars;
  readonly own: Features;
}

function sampleOf(
  readings: readonly Read[],
  reading: Reading,
  sessions: number,
  isHeldOut: IsHeldOut,
): Sample {
  const rows: number[] = [];
  const outcomes: number[] = [];
  for (const { bars, own } of readings) {
    const { time, close } = bars.candles;
    for (let t = FIRST_TRAINING_BAR; t + sessions < time.length; t++) {
      if (isHeldOut(bars, time[t]!, time[t + sessions]!)) continue;
      outcomes.push(Math.log(close[t + sessions]! / close[t]!) - DRIFT_PER_SESSION * sessions);
      const row = featureRow(own, t);
      for (let k = 0; k < FEATURE_COUNT; k++) {
        const isUsed = USES_RANGES[reading] || !RANGE_FEATURES.has(k);
        rows.push(isUsed ? own.rows[row + k]! : 0);
      }
    }
  }
  return { width: FEATURE_COUNT, rows: Float64Array.from(rows), outcomes: Float64Array.from(outcomes) };
}

function fitHorizon(
  sample: Sample,
  sessions: number,
): { readonly weights: Float64Array; readonly quantiles: number[]; readonly meanResidual: number } {
  const { width, rows, outcomes } = sample;
  const weights = fitLogVariance(sample, DEGREES_OF_FREEDOM, RIDGE_PER_SESSION * sessions);
  const residuals = outcomes.map((outcome, i) => {
    let logVariance = 0;
    for (let k = 0; k < width; k++) logVariance += weights[k]! * rows[i * width + k]!;
    return outcome / Math.exp(logVariance / 2);
  });
  residuals.sort();
  const quantiles = LEVELS.map((level) => sampleQuantile(residuals, level));
  // The median path is the drift alone: what the middle of these years adds to it is luck of the years.
  quantiles[MEDIAN] = 0;
  const meanResidual =
    residuals.reduce((sum, residual) => sum + Math.min(Math.abs(residual), RESIDUAL_CAP), 0) /
    residuals.length;
  return { weights, quantiles, meanResidual };
}

function sampleQuantile(sorted: Float64Array, level: number): number {
  const place = level * (sorted.length - 1);
  const below = Math.floor(place);
  return (
    sorted[below]! + (place - below) * (sorted[Math.min(below + 1, sorted.length - 1)]! - sorted[below]!)
  );
}
