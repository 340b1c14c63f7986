import {
  barStates,
  CLOSE_FEATURES,
  RANGE_FEATURES,
  type BarStates,
} from '../../compute/forecast/bar-states.ts';
import {
  FEATURE_COUNT,
  FITTED_SESSIONS,
  TABLE_UNIT,
  unpackModel,
  weightedFeatures,
  type ModelTable,
  type Reading,
} from '../../compute/forecast/pooled-model.ts';
import { LEVELS, MEDIAN } from '../../compute/forecast/projection.ts';
import { DRIFT_PER_SESSION } from '../../compute/forecast/kind-rules.ts';
import {
  ownScale,
  readVolatility,
  RESIDUAL_CAP,
  spreadAt,
  type Volatility,
} from '../../compute/forecast/volatility.ts';
import type { DailyBars } from './daily-bars.ts';
import { fitLogVariance, type Sample } from './student-regression.ts';

/** Whether to hide bars from the fit, because their outcomes are scored. */
type IsHeldOut = (bars: DailyBars, firstSeconds: number, lastSeconds: number) => boolean;

/** The first bar at which the exponential averages have settled. */
const FIRST_TRAINING_BAR = 120;

/** Degrees of freedom of the Student likelihood. Chosen on the development folder with eras left out. */
const DEGREES_OF_FREEDOM = 4;

/** Ridge per session of the horizon, because overlapping outcomes carry less evidence. Chosen in the same way. */
const RIDGE_PER_SESSION = 100;

/** Features that a reading does not use. They are 0 in its fit, so their weights are 0. */
const UNUSED: Readonly<Record<Reading, ReadonlySet<number>>> = {
  range: CLOSE_FEATURES,
  close: RANGE_FEATURES,
};

/** Fits all readings at all horizons to every ticker of `folder`, except held-out bars. Deterministic. */
export function fitTable(folder: readonly DailyBars[], isHeldOut: IsHeldOut): ModelTable {
  const range = fitReading(folder, 'range', isHeldOut);
  const close = fitReading(folder, 'close', isHeldOut);
  return { range, close, quantiles: quantilesOf(folder, { range, close }, isHeldOut) };
}

/** A reading's rows of the table. */
function fitReading(folder: readonly DailyBars[], reading: Reading, isHeldOut: IsHeldOut): string[] {
  const weights = FITTED_SESSIONS.map((sessions, fitted) => {
    const sample = sampleOf(folder, reading, fitted, isHeldOut);
    return tableRow(fitLogVariance(sample, DEGREES_OF_FREEDOM, RIDGE_PER_SESSION * sessions));
  });
  const meanResiduals = meanResidualsOf(folder, weights, isHeldOut);
  return weights.map((row, fitted) => `${row} ${tableRow([meanResiduals[fitted]!])}`);
}

/** Formats numbers as a row of the table. */
function tableRow(values: Iterable<number>): string {
  return Array.from(values, (value) => Math.round(value * TABLE_UNIT)).join(' ');
}

/** For each feature, fitted horizons that weight it 1 and all others 0. */
const ONE_FEATURE = Array.from({ length: FEATURE_COUNT }, (_, feature) => {
  const weights = new Float64Array(FEATURE_COUNT).fill(1, feature, feature + 1);
  return FITTED_SESSIONS.map((sessions) => ({ sessions, weights, meanResidual: 1 }));
});

/** The features of bar `t` at the fitted horizon `index`, as the forecast reads them. */
export function featuresOf(own: BarStates, t: number, index: number): readonly number[] {
  const sums = new Float64Array(FITTED_SESSIONS.length);
  const span = { first: index, last: index };
  return ONE_FEATURE.map((horizons) => {
    weightedFeatures(own, t, horizons, span, own.time[t]!, sums);
    return sums[index]!;
  });
}

/** The distance of bar `t`'s outcome from the median, as a log return. */
function surpriseAt({ logClose }: BarStates, t: number, sessions: number): number {
  return logClose[t + sessions]! - logClose[t]! - DRIFT_PER_SESSION * sessions;
}

/** Calls `visit` with every bar that the fit may use at the horizon. */
function eachBar(bars: DailyBars, sessions: number, isHeldOut: IsHeldOut, visit: (t: number) => void): void {
  const { time } = bars.candles;
  for (let t = FIRST_TRAINING_BAR; t + sessions < time.length; t++) {
    if (!isHeldOut(bars, time[t]!, time[t + sessions]!)) visit(t);
  }
}

type Regressions = Pick<ModelTable, Reading>;

/** Reads a ticker with the parts of the table fitted so far. */
function readBy({ candles, calendar }: DailyBars, regressions: Regressions): Volatility {
  return readVolatility({ candles, calendar }, unpackModel({ ...regressions, quantiles: [] }));
}

function sampleOf(
  folder: readonly DailyBars[],
  reading: Reading,
  fitted: number,
  isHeldOut: IsHeldOut,
): Sample {
  const sessions = FITTED_SESSIONS[fitted]!;
  const outcomes: number[] = [];
  const rows: number[] = [];
  for (const bars of folder) {
    const own = barStates(bars.candles, bars.calendar);
    eachBar(bars, sessions, isHeldOut, (t) => {
      outcomes.push(surpriseAt(own, t, sessions));
      rows.push(...featuresOf(own, t, fitted).map((value, k) => (UNUSED[reading].has(k) ? 0 : value)));
    });
  }
  return { width: FEATURE_COUNT, rows: Float64Array.from(rows), outcomes: Float64Array.from(outcomes) };
}

/** The mean absolute standardised residual at each horizon, reading every bar by the same regression. */
function meanResidualsOf(
  folder: readonly DailyBars[],
  weights: readonly string[],
  isHeldOut: IsHeldOut,
): number[] {
  const rows = weights.map((row) => `${row} ${tableRow([1])}`);
  const histories = folder.map((bars) => ({ bars, volatility: readBy(bars, { range: rows, close: rows }) }));
  return FITTED_SESSIONS.map((sessions, fitted) => {
    let sum = 0;
    let count = 0;
    for (const { bars, volatility } of histories) {
      eachBar(bars, sessions, isHeldOut, (t) => {
        const { sigma } = spreadAt(volatility, t, sessions);
        const pooledSigma = sigma / ownScale(volatility, t, fitted);
        sum += Math.min(Math.abs(surpriseAt(volatility.own, t, sessions)) / pooledSigma, RESIDUAL_CAP);
        count++;
      });
    }
    return sum / count;
  });
}

/** The quantiles of the residual at each horizon after each ticker's own scale, less their median. */
function quantilesOf(folder: readonly DailyBars[], regressions: Regressions, isHeldOut: IsHeldOut): string[] {
  const histories = folder.map((bars) => ({ bars, volatility: readBy(bars, regressions) }));
  return FITTED_SESSIONS.map((sessions) => {
    const residuals: number[] = [];
    for (const { bars, volatility } of histories) {
      eachBar(bars, sessions, isHeldOut, (t) => {
        residuals.push(surpriseAt(volatility.own, t, sessions) / spreadAt(volatility, t, sessions).sigma);
      });
    }
    const sorted = Float64Array.from(residuals).sort();
    const quantiles = LEVELS.map((level) => sampleQuantile(sorted, level));
    // The median path is the drift alone. The median of the fitted years is chance, so it is subtracted from all quantiles.
    const median = quantiles[MEDIAN]!;
    return tableRow(quantiles.map((quantile) => quantile - median));
  });
}

function sampleQuantile(sorted: Float64Array, level: number): number {
  const place = level * (sorted.length - 1);
  const below = Math.floor(place);
  return (
    sorted[below]! + (place - below) * (sorted[Math.min(below + 1, sorted.length - 1)]! - sorted[below]!)
  );
}
