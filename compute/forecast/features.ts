import type { Candles } from '../candles.ts';
import { log, power } from '../portable-math.ts';

/** Numbers per bar: the constant 1, seven log ratios of variances, their level, three returns, the volume. */
export const FEATURE_COUNT = 13;

/** What a forecast reads about every bar, each one computed from that bar and the ones before it. */
export interface Features {
  /**
   * Row-major, {@link FEATURE_COUNT} a bar. A row holds bare averages until {@link featureRow} is asked for it: their
   * logarithms would cost more than everything else, and a forecast needs few rows. Its first number tells: 0 bare, 1 done.
   */
  readonly rows: Float64Array;
  readonly logClose: Float64Array;
  /** Share of recent bars that show no range beyond open and close, 0…1; near 1 for a source that has closes only. */
  readonly rangelessShare: Float64Array;
}

/** Per-bar weight of an exponential average that forgets half in this many sessions. */
const weightOf = (halfLifeSessions: number): number => 1 - power(2, -1 / halfLifeSessions);

const CHANGE_5 = /* @__PURE__ */ weightOf(5);
const CHANGE_20 = /* @__PURE__ */ weightOf(20);
const CHANGE_60 = /* @__PURE__ */ weightOf(60);
const CHANGE_250 = /* @__PURE__ */ weightOf(250);
const RANGE_1 = /* @__PURE__ */ weightOf(1);
const RANGE_3 = /* @__PURE__ */ weightOf(3);
const RANGE_10 = /* @__PURE__ */ weightOf(10);
const RANGE_40 = /* @__PURE__ */ weightOf(40);
const VOLUME_20 = CHANGE_20;
const RANGELESS_20 = CHANGE_20;

/** Weight of the open-to-close move in the range variance of Garman & Klass 1980. */
const GARMAN_KLASS = 2 * Math.LN2 - 1;

/** A bad print may not exceed this many times the slow range variance, unless the close confirms it. Ours. */
const RANGE_CAP = 25;
/** … a close confirms a range of up to twice its own move. */
const CONFIRMED_RANGE = 4;
/** A close counts as a move of at most 20 slow sigmas, taken as 1 % where they are less: wrong closes exist too. Ours. */
const CHANGE_CAP = 400;
const CHANGE_CAP_VARIANCE = 1e-4;

/** Daily variance below which a price counts as standing still: a basis point a day. */
const VARIANCE_FLOOR = 1e-8;

/** Brings the log of a usual daily variance near 0, so that the ridge of the fit means the same for every feature. */
const LEVEL_OFFSET = 8.5;

const RATIO_CLIP = 5;
const RETURN_CLIP = 4;
const VOLUME_CLIP = 3;

const SQRT_5 = Math.sqrt(5);
const SQRT_22 = Math.sqrt(22);

/**
 * The state of volatility after each bar, in one pass. Exponential variances of daily log returns (half-lives 5, 20 and
 * 250 sessions) and of the daily range (1, 3, 10, 40; squared overnight move plus Garman & Klass 1980), as log ratios to
 * the 60-session variance of returns; the log of that; the last 1, 5 and 22-session returns in units of it (leverage);
 * the log volume against its average (half-life 20). All without unit, clipped, and the same for prices in any currency.
 * Every row uses all bars up to its own. The row of bar 0 is not defined.
 * Degenerate bars: an impossible range counts as none, a volume of 0 as unknown, a flat price has floored variances.
 */
export function features(candles: Candles): Features {
  const { open, high, low, close, volume } = candles;
  const n = close.length;
  const rows = new Float64Array(n * FEATURE_COUNT);
  const rangelessShare = new Float64Array(n);
  const logClose = new Float64Array(n);
  let change5 = 0;
  let change20 = 0;
  let change60 = 0;
  let change250 = 0;
  let range1 = 0;
  let range3 = 0;
  let range10 = 0;
  let range40 = 0;
  let rangeSlow = 0;
  let meanVolume = NaN;
  let rangeless = 0;
  // What an average started from 0 still lacks: dividing by 1 − (1 − weight)^t makes it a weighted mean of what it saw.
  let left60 = 1;
  let left5 = 1;
  let left20 = 1;
  let left250 = 1;
  let left1 = 1;
  let left3 = 1;
  let left10 = 1;
  let left40 = 1;
  if (n > 0) logClose[0] = log(close[0]!);
  for (let t = 1; t < n; t++) {
    const logPrice = log(close[t]!);
    logClose[t] = logPrice;
    const change = logPrice - logClose[t - 1]!;
    const slow = t === 1 ? Infinity : rangeSlow / (1 - left60);
    const square = Math.min(change * change, CHANGE_CAP * Math.max(slow, CHANGE_CAP_VARIANCE));
    const body = logPrice - log(open[t]!);
    const overnight = change - body;
    const span = log(high[t]! / low[t]!);
    let range = overnight * overnight + Math.max(0, 0.5 * span * span - GARMAN_KLASS * body * body);
    // Not by a rounding error: high and low may be open and close themselves.
    const hasRange = span > Math.abs(body) * (1 + 1e-9) && range < Infinity;
    // NaN too: an open or low that is not positive.
    if (!(range < Infinity)) range = square;
    range = Math.min(range, Math.max(RANGE_CAP * slow, CONFIRMED_RANGE * square));

    left60 *= 1 - CHANGE_60;
    left5 *= 1 - CHANGE_5;
    left20 *= 1 - CHANGE_20;
    left250 *= 1 - CHANGE_250;
    left1 *= 1 - RANGE_1;
    left3 *= 1 - RANGE_3;
    left10 *= 1 - RANGE_10;
    left40 *= 1 - RANGE_40;
    change5 += (square - change5) * CHANGE_5;
    change20 += (square - change20) * CHANGE_20;
    change60 += (square - change60) * CHANGE_60;
    change250 += (square - change250) * CHANGE_250;
    range1 += (range - range1) * RANGE_1;
    range3 += (range - range3) * RANGE_3;
    range10 += (range - range10) * RANGE_10;
    range40 += (range - range40) * RANGE_40;
    rangeSlow += (range - rangeSlow) * CHANGE_60;
    rangeless += ((hasRange ? 0 : 1) - rangeless) * RANGELESS_20;
    rangelessShare[t] = rangeless / (1 - left20);

    let surprise = 0;
    if (volume[t]! > 0) {
      const logVolume = log(volume[t]!);
      if (Number.isNaN(meanVolume)) meanVolume = logVolume;
      surprise = logVolume - meanVolume;
      meanVolume += surprise * VOLUME_20;
    }

    const row = t * FEATURE_COUNT;
    rows[row + 1] = change5 / (1 - left5);
    rows[row + 2] = change20 / (1 - left20);
    rows[row + 3] = change250 / (1 - left250);
    rows[row + 4] = range1 / (1 - left1);
    rows[row + 5] = range3 / (1 - left3);
    rows[row + 6] = range10 / (1 - left10);
    rows[row + 7] = range40 / (1 - left40);
    rows[row + 8] = change60 / (1 - left60);
    rows[row + 9] = change;
    rows[row + 10] = t < 5 ? 0 : (logPrice - logClose[t - 5]!) / SQRT_5;
    rows[row + 11] = t < 22 ? 0 : (logPrice - logClose[t - 22]!) / SQRT_22;
    rows[row + 12] = surprise;
  }
  return { rows, logClose, rangelessShare };
}

/** Finishes the row of bar `t` ≥ 1 and returns its offset in `rows`. */
export function featureRow({ rows }: Features, t: number): number {
  const row = t * FEATURE_COUNT;
  if (rows[row] === 1) return row;
  const usual = Math.max(rows[row + 8]!, VARIANCE_FLOOR);
  const sigma = Math.sqrt(usual);
  rows[row] = 1;
  for (let k = 1; k < 8; k++) {
    rows[row + k] = clip(log(Math.max(rows[row + k]!, VARIANCE_FLOOR) / usual), RATIO_CLIP);
  }
  rows[row + 8] = log(usual) + LEVEL_OFFSET;
  for (let k = 9; k < 12; k++) rows[row + k] = clip(rows[row + k]! / sigma, RETURN_CLIP);
  rows[row + 12] = clip(rows[row + 12]!, VOLUME_CLIP);
  return row;
}

function clip(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
