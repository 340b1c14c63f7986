import type { Candles } from '../prices/candles.ts';

/** Variances are squared log returns, limited against bad prints. Bar 0 is unused. */
export interface DayVariances {
  readonly logClose: Float64Array;
  /** The same with every dividend added back, since a fall by a dividend is not a move. */
  readonly logTotal: Float64Array;
  /** From close to close. */
  readonly square: Float64Array;
  /** The whole day with its overnight move, estimated from its range. */
  readonly range: Float64Array;
  /** The overnight move alone, not limited. */
  readonly gap: Float64Array;
  /** 1 if high and low add nothing to open and close, else 0. */
  readonly rangeless: Float64Array;
  /** Average of `range` over earlier bars; infinite at bar 1. */
  readonly usualRange: Float64Array;
}

/** Weight of the newest bar in an exponentially weighted mean with this half-life, sessions. */
export function weightOf(halfLife: number): number {
  return 1 - 2 ** (-1 / halfLife);
}

const weightsByHalfLife = new Map<number, Float64Array>();

/** By index, from 1 down to {@link weightOf}, so that a mean weighs all bars so far; at least `bars`, shared by all histories. */
export function newestWeights(halfLife: number, bars: number): Float64Array {
  const known = weightsByHalfLife.get(halfLife);
  if (known !== undefined && known.length >= bars) return known;
  const weights = new Float64Array(2 * bars);
  const limit = weightOf(halfLife);
  for (let t = 1, weight = 1; t < weights.length; t++) {
    weights[t] = weight;
    weight /= weight + 1 - limit;
  }
  weightsByHalfLife.set(halfLife, weights);
  return weights;
}

/** The decaying mean of the values up to each bar, from bar 1 on. */
export function decayingMean(values: Float64Array, halfLife: number): Float64Array {
  const means = new Float64Array(values.length);
  const weights = newestWeights(halfLife, values.length);
  let mean = 0;
  for (let t = 1; t < means.length; t++) {
    mean += (values[t]! - mean) * weights[t]!;
    means[t] = mean;
  }
  return means;
}

/** The sums of the values before each bar; n + 1 of them. */
export function sumsBefore(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let t = 0; t < values.length; t++) sums[t + 1] = sums[t]! + values[t]!;
  return sums;
}

/** Weight of the open-to-close move in the range's variance. */
const GARMAN_KLASS = 2 * Math.LN2 - 1;

/** A range counts as at most this many times the usual variance, unless the close confirms it. Chosen, not fitted. */
export const RANGE_CAP = 25;
/** A close confirms a range of up to twice its own move. */
export const CONFIRMED_RANGE = 4;
/** A move counts as at most 20 slow sigmas, each taken as at least 1 %, because closes can be wrong too. Chosen, not fitted. */
const CHANGE_CAP = 400;
const CHANGE_CAP_VARIANCE = 1e-4;

/** A range's variance is gap² + ½ (log high/low)² − (2 ln 2 − 1) (log close/open)² (Garman & Klass 1980); no limit at bar 1. */
export function dayVariances(candles: Candles): DayVariances {
  const { open, high, low } = candles;
  const { logClose, logTotal } = logPrices(candles);
  const n = logClose.length;
  const square = new Float64Array(n);
  const range = new Float64Array(n);
  const gap = new Float64Array(n);
  const rangeless = new Float64Array(n);
  const usualRanges = new Float64Array(n);
  let usualRange = Infinity;
  const weights = newestWeights(60, n);
  let range60 = 0;
  for (let t = 1; t < n; t++) {
    const change = logTotal[t]! - logTotal[t - 1]!;
    const body = logClose[t]! - Math.log(open[t]!);
    const span = Math.log(high[t]! / low[t]!);
    const gapSquare = (change - body) ** 2;
    const rangeSquare = gapSquare + Math.max(0, 0.5 * span * span - GARMAN_KLASS * body * body);
    const changeSquare = Math.min(change * change, CHANGE_CAP * Math.max(usualRange, CHANGE_CAP_VARIANCE));
    // An open or low that is not positive makes these infinite or NaN.
    const possibleRange = rangeSquare < Infinity ? rangeSquare : changeSquare;
    const limit = Math.max(RANGE_CAP * usualRange, CONFIRMED_RANGE * changeSquare);
    const dayRange = Math.min(possibleRange, limit);

    square[t] = changeSquare;
    range[t] = dayRange;
    gap[t] = gapSquare < Infinity ? gapSquare : changeSquare;
    // High and low may equal open and close, so a rounding error must not count as a range.
    const hasRange = span > Math.abs(body) * (1 + 1e-9) && rangeSquare < Infinity;
    rangeless[t] = hasRange ? 0 : 1;
    usualRanges[t] = usualRange;

    range60 += (dayRange - range60) * weights[t]!;
    usualRange = range60;
  }
  return { logClose, logTotal, square, range, gap, rangeless, usualRange: usualRanges };
}

function logPrices({ close, dividend }: Candles): Pick<DayVariances, 'logClose' | 'logTotal'> {
  const logClose = new Float64Array(close.length);
  for (let t = 0; t < close.length; t++) logClose[t] = Math.log(close[t]!);
  if (dividend === undefined) return { logClose, logTotal: logClose };
  let logPaid = 0;
  const logTotal = logClose.map((log, t) => {
    if (t > 0) logPaid += Math.log1p(dividend[t]! / close[t]!);
    return log + logPaid;
  });
  return { logClose, logTotal };
}
