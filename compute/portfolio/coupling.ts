/** How risk factors (listings and currency rates) moved together: ranks of their standardised returns on common dates. */
import { VARIANCE_FLOOR, type BarStates } from '../forecast/bar-states.ts';
import { err, ok, type Result } from '../common/result.ts';
import { firstBarFrom } from '../prices/candles.ts';
import { sharedDates } from '../prices/compare.ts';

/** Finished bars' dates, and log closes with dividends added back. */
export type FactorHistory = Pick<BarStates, 'time' | 'logTotal'>;

export interface Coupling {
  /** Number of dates on which every factor but the young ones has a bar. */
  readonly commonDays: number;
  /** Indices of the factors whose earlier windows follow from the other factors' by their beta. */
  readonly young: readonly number[];
  /** The last returns over `sessions` common dates in daily deviations known before them, oldest first; one array per factor. */
  readonly windows: (sessions: number) => readonly Float64Array[];
}

export interface FewCommonDays {
  readonly reason: 'few_common_days';
  /** Index of the factor without which there would be the most common dates. */
  readonly factor: number;
  readonly commonDays: number;
}

/** Longer returns overlap too much to rank. */
export const LONGEST_WINDOW_SESSIONS = 7;
const MOST_WINDOWS = 500;

/** Below this, ranks of so few dates say nothing about the tail. */
const MIN_COMMON_DAYS = 60;

/** Young factors are left out of the common dates if that gives at least this many times as many windows. */
const YOUNG_GAIN = 3;

/** RiskMetrics' monthly decay. */
const DECAY = 0.97;
const FIRST_SQUARES = 30;
/** A square counts as at most this many variances. */
const SQUARE_CAP = 25;

/** The error names the factor to leave out if fewer than 60 dates are common. */
export function coupled(factors: readonly FactorHistory[]): Result<Coupling, FewCommonDays> {
  const all = sharedDates(factors);
  if (factors.length > 0 && all.length < MIN_COMMON_DAYS) return err(scarcest(factors, all.length));
  const young = youngFactors(factors, all.length);
  const old = factors.filter((_, factor) => !young.includes(factor));
  const dates = young.length === 0 ? all : sharedDates(old);
  const columns = factors.map((factor) => ({
    ...onDates(factor, dates),
    deviations: dailyDeviations(factor),
  }));
  return ok({
    commonDays: dates.length,
    young,
    windows: (sessions) => {
      const windows = columns.map((column) => standardisedReturns(column, sessions));
      for (const factor of young) {
        fillFromOthers(
          windows[factor]!,
          windows.filter((_, other) => !young.includes(other)),
        );
      }
      return windows;
    },
  });
}

function scarcest(factors: readonly FactorHistory[], commonDays: number): FewCommonDays {
  const without = factors.map((_, factor) => sharedDates(factors.toSpliced(factor, 1)).length);
  return { reason: 'few_common_days', factor: without.indexOf(Math.max(...without)), commonDays };
}

/** The fewest factors with the shortest histories, at most half, that leave the others enough more windows; usually none. */
function youngFactors(factors: readonly FactorHistory[], commonDays: number): readonly number[] {
  const windowsOf = (days: number): number => Math.min(days - LONGEST_WINDOW_SESSIONS, MOST_WINDOWS);
  const needed = YOUNG_GAIN * windowsOf(commonDays);
  if (needed > MOST_WINDOWS) return [];
  const byAge = [...factors.keys()].sort((a, b) => factors[a]!.time.length - factors[b]!.time.length);
  for (let count = 1; 2 * count <= byAge.length; count++) {
    const old = byAge.slice(count).map((factor) => factors[factor]!);
    if (windowsOf(sharedDates(old).length) >= needed) return byAge.slice(0, count);
  }
  return [];
}

/** Bar indices of the dates, −1 without a bar. */
function onDates({ time, logTotal }: FactorHistory, dates: Float64Array) {
  const bars = Int32Array.from(dates, (date) => {
    const bar = firstBarFrom(time, date);
    return time[bar] === date ? bar : -1;
  });
  return { logTotal, bars };
}

/** The exponentially weighted deviation of daily returns up to each bar; the mean of the first 30 squares before that. */
function dailyDeviations({ logTotal }: FactorHistory): Float64Array {
  const squareAt = (t: number): number => (logTotal[t]! - logTotal[t - 1]!) ** 2;
  const n = logTotal.length;
  const started = Math.min(FIRST_SQUARES, n - 1);
  let variance = 0;
  for (let t = 1; t <= started; t++) variance += squareAt(t) / started;
  variance = Math.max(variance, VARIANCE_FLOOR);
  const deviations = new Float64Array(n).fill(Math.sqrt(variance));
  for (let t = started + 1; t < n; t++) {
    const square = Math.min(squareAt(t), SQUARE_CAP * variance);
    variance = Math.max(DECAY * variance + (1 - DECAY) * square, VARIANCE_FLOOR);
    deviations[t] = Math.sqrt(variance);
  }
  return deviations;
}

/** `NaN` for windows that begin or end on a date without a bar. */
function standardisedReturns(
  column: { readonly bars: Int32Array; readonly logTotal: Float64Array; readonly deviations: Float64Array },
  sessions: number,
): Float64Array {
  const { bars, logTotal, deviations } = column;
  const first = Math.max(0, bars.length - sessions - MOST_WINDOWS);
  const windows = new Float64Array(bars.length - sessions - first);
  for (let window = 0; window < windows.length; window++) {
    const from = bars[first + window]!;
    const to = bars[first + window + sessions]!;
    windows[window] = from < 0 || to < 0 ? NaN : (logTotal[to]! - logTotal[from]!) / deviations[from]!;
  }
  return windows;
}

/** Fills a young factor's missing windows: its beta to the others' mean, plus its own residuals in turn. Not measured. */
function fillFromOthers(windows: Float64Array, others: readonly Float64Array[]): void {
  const means = windows.map((_, t) => others.reduce((sum, other) => sum + other[t]!, 0) / others.length);
  const known = [...windows.keys()].filter((t) => !Number.isNaN(windows[t]!));
  const mean = (values: Float64Array): number => known.reduce((sum, t) => sum + values[t]!, 0) / known.length;
  const centre = mean(windows);
  const othersCentre = mean(means);
  const moments = (values: Float64Array, middle: number): number =>
    known.reduce((sum, t) => sum + (values[t]! - middle) * (means[t]! - othersCentre), 0);
  const beta = moments(windows, centre) / Math.max(moments(means, othersCentre), Number.MIN_VALUE);
  const fitted = (t: number): number => centre + beta * (means[t]! - othersCentre);
  const residuals = known.map((t) => windows[t]! - fitted(t));
  let next = 0;
  for (const [t, value] of windows.entries()) {
    if (Number.isNaN(value)) windows[t] = fitted(t) + residuals[next++ % residuals.length]!;
  }
}

/** Pearson correlations of every pair of columns. */
export function correlations(columns: readonly Float64Array[]): readonly (readonly number[])[] {
  const units = columns.map((column) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    const centred = column.map((value) => value - mean);
    const length = Math.sqrt(dotProduct(centred, centred));
    return centred.map((value) => value / length);
  });
  return units.map((a) => units.map((b) => dotProduct(a, b)));
}

function dotProduct(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let t = 0; t < a.length; t++) sum += a[t]! * b[t]!;
  return sum;
}

/** Each value's place in ascending order, from 0; ties by index. */
export function ranksOf(values: Float64Array): Uint16Array {
  const order = Uint16Array.from(values.keys()).sort((a, b) => values[a]! - values[b]! || a - b);
  const ranks = new Uint16Array(order.length);
  for (const [rank, at] of order.entries()) ranks[at] = rank;
  return ranks;
}
