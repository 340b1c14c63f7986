/** How holdings move together: ranks of their risk factors' standardised returns on common dates couple the factors' forecasts. */
import { err, ok, type Result } from '../common/result.ts';
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import { VARIANCE_FLOOR, type BarStates } from '../forecast/bar-states.ts';
import {
  logReturns,
  readHistory,
  type ForecastError,
  type ForecastInput,
  type LogReturn,
} from '../forecast/forecast.ts';
import { residualQuantile } from '../forecast/projection.ts';
import type { Volatility } from '../forecast/volatility.ts';
import { sharedDates, valuesOn } from '../prices/compare.ts';

/** A listing or currency pair whose price moves. */
export type FactorInput = Omit<ForecastInput, 'horizonDays'>;

/** The prices that a holding's value is a product of, as indices of factors; −1 for one that does not move. Cash may have none. */
export type Exposure = readonly { readonly factor: number; readonly isInverse: boolean }[];

/** Finished bars' dates, log closes with dividends added back, and what is forecast at each of some sessions ahead. */
export interface RiskFactor extends Pick<BarStates, 'time' | 'logTotal'> {
  readonly returns: readonly LogReturn[];
}

/** Equally likely outcomes of every holding, whatever their quantities. */
export interface JointScenarios {
  /** By session ahead, then by holding: the ratio of each scenario's value to today's. */
  readonly growth: readonly (readonly Float64Array[])[];
  /** Pearson's correlation of each factor with each, of standardised returns over the longest window, at most 7 sessions. */
  readonly correlations: readonly (readonly number[])[];
  /** Number of dates on which every factor but the young ones has a bar. */
  readonly commonDays: number;
  /** Under 120 common dates, each of which then gives four scenarios. */
  readonly hasFewDays: boolean;
  /** Indices of factors too young for the common dates, which follow the others by their beta (not measured). */
  readonly young: readonly number[];
}

/** `factor` is the index of the one without a forecast, or without which the others would share the most dates. */
export type JointError =
  | { readonly reason: 'few_common_days'; readonly factor: number; readonly commonDays: number }
  | { readonly reason: 'no_forecast'; readonly factor: number; readonly error: ForecastError };

/** Couples the forecasts of at least one factor for each of the next `horizonDays` sessions. */
export function jointScenarios(
  inputs: readonly FactorInput[],
  exposures: readonly Exposure[],
  horizonDays: HorizonDays,
): Result<JointScenarios, JointError> {
  const read = readFactors(inputs);
  if (!read.ok) return read;
  const factors = read.value.map((volatility, i) => ({
    time: volatility.own.time,
    logTotal: volatility.own.logTotal,
    returns: logReturns(volatility, { ...inputs[i]!, horizonDays }),
  }));
  const sessions = Array.from({ length: horizonDays }, (_, i) => i + 1);
  return coupledGrowth(factors, exposures, sessions);
}

export function readFactors(inputs: readonly FactorInput[]): Result<readonly Volatility[], JointError> {
  const volatilities: Volatility[] = [];
  for (const [factor, input] of inputs.entries()) {
    const history = readHistory(input);
    if (!history.ok) return err({ reason: 'no_forecast', factor, error: history.error });
    volatilities.push(history.value);
  }
  return ok(volatilities);
}

/** The ratio of each holding's value to today's, from those of the factors. */
export function holdingGrowth(
  byFactor: readonly Float64Array[],
  exposures: readonly Exposure[],
): readonly Float64Array[] {
  const steady = byFactor[0]!.map(() => 1);
  return exposures.map((prices) =>
    prices.reduce((growth, { factor, isInverse }) => {
      const ratios = byFactor[factor] ?? steady;
      return growth.map((ratio, t) => (isInverse ? ratio / ratios[t]! : ratio * ratios[t]!));
    }, steady),
  );
}

/** Longer returns overlap too much to rank. */
const LONGEST_WINDOW_SESSIONS = 7;
const MOST_WINDOWS = 500;

/** Below this, ranks of so few dates say nothing about the tail. */
const MIN_COMMON_DAYS = 60;
const ENOUGH_COMMON_DAYS = 120;
const SUB_RANKS = 4;

/** Young factors are left out of the common dates if that gives at least this many times as many windows. */
const YOUNG_GAIN = 3;

/** RiskMetrics' monthly decay. */
const DECAY = 0.97;
const FIRST_SQUARES = 30;
/** A square counts as at most this many variances. */
const SQUARE_CAP = 25;

/**
 * Couples the factors' own forecasts, which stay as they are, by the ranks of their past returns (an empirical copula). Entry i
 * of each factor's returns lies `sessions[i]` ahead. The error names the factor to leave out if fewer than 60 dates are common.
 */
export function coupledGrowth(
  factors: readonly RiskFactor[],
  exposures: readonly Exposure[],
  sessions: readonly number[],
): Result<JointScenarios, JointError> {
  const all = sharedDates(factors).length;
  if (all < MIN_COMMON_DAYS) {
    const without = factors.map((_, factor) => sharedDates(factors.toSpliced(factor, 1)).length);
    const factor = without.indexOf(Math.max(...without));
    return err({ reason: 'few_common_days', factor, commonDays: all });
  }
  const young = youngFactors(factors, all);
  const dates = sharedDates(factors.filter((_, factor) => !young.includes(factor)));
  const hasFewDays = dates.length < ENOUGH_COMMON_DAYS;
  const read = dates.slice(-(MOST_WINDOWS + LONGEST_WINDOW_SESSIONS));
  const columns = factors.map(({ time, logTotal }) => ({
    logs: valuesOn({ time, close: logTotal }, read),
    deviations: valuesOn({ time, close: dailyDeviations(logTotal) }, read),
  }));
  const lengths = sessions.map((ahead) => Math.min(ahead, LONGEST_WINDOW_SESSIONS));
  const ranked = new Map(
    [...new Set(lengths)].map((length) => {
      const windows = columns.map(({ logs, deviations }) => standardisedReturns(logs, deviations, length));
      const old = windows.filter((_, factor) => !young.includes(factor));
      for (const factor of young) fillFromOthers(windows[factor]!, old);
      const levels = windows.map((values) => levelsOf(values, hasFewDays ? SUB_RANKS : 1));
      return [length, { windows, levels }] as const;
    }),
  );
  const growth = lengths.map((length, i) => {
    const { levels } = ranked.get(length)!;
    const byFactor = factors.map(({ returns }, factor) => {
      const { medianMove, spread } = returns[i]!;
      return levels[factor]!.map((level) =>
        Math.exp(medianMove + spread.sigma * residualQuantile(spread.quantiles, level)),
      );
    });
    return holdingGrowth(byFactor, exposures);
  });
  const correlations = correlationsOf(ranked.get(lengths.at(-1)!)!.windows);
  return ok({ growth, correlations, commonDays: dates.length, hasFewDays, young });
}

/** The fewest factors with the shortest histories, at most half, that leave the others enough more windows; usually none. */
function youngFactors(factors: readonly RiskFactor[], commonDays: number): readonly number[] {
  const windowsOn = (days: number): number => Math.min(days - LONGEST_WINDOW_SESSIONS, MOST_WINDOWS);
  const needed = YOUNG_GAIN * windowsOn(commonDays);
  if (needed > MOST_WINDOWS) return [];
  const byAge = [...factors.keys()].sort((a, b) => factors[a]!.time.length - factors[b]!.time.length);
  for (let count = 1; 2 * count <= byAge.length; count++) {
    const old = byAge.slice(count).map((factor) => factors[factor]!);
    if (windowsOn(sharedDates(old).length) >= needed) return byAge.slice(0, count);
  }
  return [];
}

/** The exponentially weighted deviation of daily returns up to each bar; the mean of the first 30 squares before that. */
function dailyDeviations(logTotal: Float64Array): Float64Array {
  const squares = logTotal.map((log, t) => (t === 0 ? 0 : (log - logTotal[t - 1]!) ** 2));
  const started = Math.min(FIRST_SQUARES, logTotal.length - 1);
  let variance = squares.subarray(0, started + 1).reduce((sum, square) => sum + square / started, 0);
  return squares.map((square, t) => {
    if (t > started) variance = DECAY * variance + (1 - DECAY) * Math.min(square, SQUARE_CAP * variance);
    variance = Math.max(variance, VARIANCE_FLOOR);
    return Math.sqrt(variance);
  });
}

/** The last returns over `sessions` dates in daily deviations known before them; `NaN` if a date at either end has no bar. */
function standardisedReturns(logs: Float64Array, deviations: Float64Array, sessions: number): Float64Array {
  const first = Math.max(0, logs.length - sessions - MOST_WINDOWS);
  return logs
    .slice(first + sessions)
    .map((end, window) => (end - logs[first + window]!) / deviations[first + window]!);
}

/** Fills a young factor's missing windows: its beta to the others' mean, plus its own residuals in turn. */
function fillFromOthers(windows: Float64Array, others: readonly Float64Array[]): void {
  const means = windows.map((_, t) => others.reduce((sum, other) => sum + other[t]!, 0) / others.length);
  const known = [...windows.keys()].filter((t) => !Number.isNaN(windows[t]!));
  const product = (values: Float64Array): number => known.reduce((sum, t) => sum + values[t]! * means[t]!, 0);
  const beta = product(windows) / product(means);
  const residuals = known.map((t) => windows[t]! - beta * means[t]!);
  let next = 0;
  for (const [t, value] of windows.entries()) {
    if (Number.isNaN(value)) windows[t] = beta * means[t]! + residuals[next++ % residuals.length]!;
  }
}

/** (Rank − ½) / n of each value in ascending order, ties by index, with `parts` equal parts of each rank in turn. */
function levelsOf(values: Float64Array, parts: number): Float64Array {
  const order = Uint16Array.from(values.keys()).sort((a, b) => values[a]! - values[b]! || a - b);
  const levels = new Float64Array(order.length * parts);
  for (const [rank, at] of order.entries()) {
    for (let part = 0; part < parts; part++)
      levels[at * parts + part] = (rank * parts + part + 0.5) / levels.length;
  }
  return levels;
}

function correlationsOf(columns: readonly Float64Array[]): readonly (readonly number[])[] {
  const units = columns.map((column) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    const centred = column.map((value) => value - mean);
    const length = Math.hypot(...centred);
    return centred.map((value) => value / length);
  });
  return units.map((a) => units.map((b) => a.reduce((sum, value, t) => sum + value * b[t]!, 0)));
}
