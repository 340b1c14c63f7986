/** How volatile a price has been up to each bar: one pass over the history, and the only code that reads its prices. */
import type { Candles } from '../candles.ts';
import type { TradingCalendar } from '../market-clock/trading-calendar.ts';

/** Columns of a bar's state. */
const CONSTANT = 0;
const LEVEL = 1;
const LOG_RANGE_2 = 2;
const LOG_RANGE_10 = 3;
const MEDIAN_RANGE_22 = 4;
const OVERNIGHT_5 = 5;
const OVERNIGHT_20 = 6;
const ABSOLUTE_20 = 7;
const DRAWDOWN = 8;
const MOVE_5 = 9;
const MOVE_22 = 10;
const VOLUME = 11;
const SQUARE_5 = 12;
export const STATE_COUNT = 13;

/** Columns that need a bar's open, high and low. */
export const RANGE_FEATURES: ReadonlySet<number> = /* @__PURE__ */ new Set([
  LOG_RANGE_2,
  LOG_RANGE_10,
  MEDIAN_RANGE_22,
  OVERNIGHT_5,
  OVERNIGHT_20,
]);
/** Columns that replace them where only closes are read. */
export const CLOSE_FEATURES: ReadonlySet<number> = /* @__PURE__ */ new Set([SQUARE_5]);

/** What a forecast reads of every bar, computed from that bar and the ones before it. */
export interface BarStates {
  readonly calendar: TradingCalendar;
  readonly time: Float64Array;
  readonly logClose: Float64Array;
  /** The same with every dividend added back: a fall by a dividend is not a move. */
  readonly logTotal: Float64Array;
  /** Share of recent bars without a range beyond open and close, 0…1; near 1 for a source of closes only. */
  readonly rangelessShare: Float64Array;
  /**
   * Row-major, a row for each bar. It holds bare averages until {@link finishedState} is asked for it: their logarithms
   * would cost more than everything else, and a forecast needs few rows. Its first number tells: 0 bare, 1 done.
   */
  readonly states: Float64Array;
  /** Sums of the jumps (large moves on high volume, as after reports) before each bar, n + 1 of them. */
  readonly jumpSums: Float64Array;
  /** Average jump up to each bar. */
  readonly usualJumps: Float64Array;
}

/** Per-bar weight of an exponential average that forgets half in this many sessions. */
const weightOf = (halfLifeSessions: number): number => 1 - 2 ** (-1 / halfLifeSessions);

const WEIGHT_2 = /* @__PURE__ */ weightOf(2);
const WEIGHT_5 = /* @__PURE__ */ weightOf(5);
const WEIGHT_10 = /* @__PURE__ */ weightOf(10);
const WEIGHT_20 = /* @__PURE__ */ weightOf(20);
const WEIGHT_60 = /* @__PURE__ */ weightOf(60);
const WEIGHT_126 = /* @__PURE__ */ weightOf(126);

/** Weight of the open-to-close move in the range variance of Garman & Klass 1980. */
const GARMAN_KLASS = 2 * Math.LN2 - 1;

/** A range counts as at most this many times the usual variance, unless the close confirms it. Our choice. */
const RANGE_CAP = 25;
/** A close confirms a range of up to twice its own move. */
const CONFIRMED_RANGE = 4;
/** A move counts as at most 20 slow sigmas, each taken as 1 % or more: closes can be wrong too. Our choice. */
const CHANGE_CAP = 400;
const CHANGE_CAP_VARIANCE = 1e-4;

/** Least daily variance: a basis point a day. */
const VARIANCE_FLOOR = 1e-8;

/** A day counts as at least this share of the usual variance, for flat bars and prices that move in whole cents. */
const LEAST_SHARE = 0.1;

const PEAK_SESSIONS = 252;

/** A jump counts as at most this many sigmas. */
const JUMP_CAP = 5;
const JUMP_OFFSET = 0.001;

/** Centres the log of a usual daily variance near 0, so that the ridge of the fit treats all features alike. */
const LEVEL_OFFSET = 8.5;

const RATIO_CLIP = 5;
const RETURN_CLIP = 4;
const VOLUME_CLIP = 3;

/** Square root of about a year's sessions: measures a drawdown in yearly sigmas. */
const DRAWDOWN_SCALE = 16;
const DEEPEST_DRAWDOWN = -4;

const MEDIAN_SESSIONS = 22;

const SQRT_5 = Math.sqrt(5);
const SQRT_22 = Math.sqrt(22);

/**
 * The state of volatility after each bar, in one pass; {@link finishedState} turns it into numbers without unit. Each bar
 * uses all bars up to its own. The state of bar 0 is not defined. A dividend is added back to the return of its ex-day, so
 * that the gap it leaves in the price does not count as a move. Degenerate bars: an impossible range counts as the
 * close's move, a volume of 0 as unknown, a flat price has floored variances.
 */
export function barStates(candles: Candles, calendar: TradingCalendar): BarStates {
  const { time, open, high, low, close, volume, dividend } = candles;
  const n = close.length;
  const states = new Float64Array(n * STATE_COUNT);
  const ranges = new Float64Array(n);
  // The last 22 of them in order; those before the first bar count as 0.
  const sortedRanges = new Float64Array(MEDIAN_SESSIONS);
  const rangelessShare = new Float64Array(n);
  const logClose = new Float64Array(n);
  const logTotal = dividend === undefined ? logClose : new Float64Array(n);
  let logPaid = 0;
  const jumpSums = new Float64Array(n + 1);
  const usualJumps = new Float64Array(n);
  // Bars of the last 252 that no later one tops, highest first: the first of them is the peak.
  const peaks = new Int32Array(n);
  let firstPeak = 0;
  let lastPeak = 0;
  let square60 = 0;
  let square5 = 0;
  let absolute20 = 0;
  let range60 = 0;
  let logRange2 = 0;
  let logRange10 = 0;
  let overnight5 = 0;
  let overnight20 = 0;
  let jump126 = 0;
  let rangeless20 = 0;
  let meanVolume = NaN;
  // The first bar has no jump.
  let usual = Infinity;
  // The first bar weighs 1 and later ones less, down to the weight of their half-life: a weighted mean from the start.
  let weight2 = 1;
  let weight5 = 1;
  let weight10 = 1;
  let weight20 = 1;
  let weight60 = 1;
  let weight126 = 1;
  if (n > 0) logTotal[0] = logClose[0] = Math.log(close[0]!);
  for (let t = 1; t < n; t++) {
    const logPrice = Math.log(close[t]!);
    logClose[t] = logPrice;
    if (dividend !== undefined) {
      logPaid += Math.log1p(dividend[t]! / close[t]!);
      logTotal[t] = logPrice + logPaid;
    }
    const change = logTotal[t]! - logTotal[t - 1]!;
    const slow = t === 1 ? Infinity : range60;
    const square = Math.min(change * change, CHANGE_CAP * Math.max(slow, CHANGE_CAP_VARIANCE));
    const body = logPrice - Math.log(open[t]!);
    const gap = (change - body) ** 2;
    const span = Math.log(high[t]! / low[t]!);
    let range = gap + Math.max(0, 0.5 * span * span - GARMAN_KLASS * body * body);
    // More than a rounding error: high and low may be open and close themselves.
    const hasRange = span > Math.abs(body) * (1 + 1e-9) && range < Infinity;
    // NaN too: an open or low that is not positive.
    if (!(range < Infinity)) range = square;
    range = Math.min(range, Math.max(RANGE_CAP * slow, CONFIRMED_RANGE * square));
    ranges[t] = range;
    exchange(sortedRanges, t < MEDIAN_SESSIONS ? 0 : ranges[t - MEDIAN_SESSIONS]!, range);

    const usualBefore = usual;
    square60 += (square - square60) * weight60;
    usual = Math.max(square60, VARIANCE_FLOOR);
    const sigmas = Math.sqrt(square);
    const logRange = Math.log(Math.max(range, LEAST_SHARE * usual));
    const cappedGap = Math.min(
      gap < Infinity ? gap : square,
      Math.max(RANGE_CAP * usual, CONFIRMED_RANGE * square),
    );
    square5 += (square - square5) * weight5;
    absolute20 += (sigmas - absolute20) * weight20;
    range60 += (range - range60) * weight60;
    logRange2 += (logRange - logRange2) * weight2;
    logRange10 += (logRange - logRange10) * weight10;
    overnight5 += (cappedGap - overnight5) * weight5;
    overnight20 += (cappedGap - overnight20) * weight20;
    rangeless20 += ((hasRange ? 0 : 1) - rangeless20) * weight20;
    rangelessShare[t] = rangeless20;

    let surprise = 0;
    if (volume[t]! > 0) {
      const logVolume = Math.log(volume[t]!);
      if (Number.isNaN(meanVolume)) meanVolume = logVolume;
      surprise = logVolume - meanVolume;
      meanVolume += surprise * WEIGHT_20;
    }
    const jump = Math.min(sigmas / Math.sqrt(usualBefore), JUMP_CAP) * Math.max(surprise, 0);
    jumpSums[t + 1] = jumpSums[t]! + jump;
    jump126 += (jump - jump126) * weight126;
    usualJumps[t] = jump126 + JUMP_OFFSET;

    const logValue = logTotal[t]!;
    while (lastPeak > firstPeak && logTotal[peaks[lastPeak - 1]!]! <= logValue) lastPeak--;
    peaks[lastPeak++] = t;
    if (peaks[firstPeak]! <= t - PEAK_SESSIONS) firstPeak++;

    const row = t * STATE_COUNT;
    states[row + LEVEL] = usual;
    states[row + LOG_RANGE_2] = logRange2;
    states[row + LOG_RANGE_10] = logRange10;
    states[row + MEDIAN_RANGE_22] =
      (sortedRanges[MEDIAN_SESSIONS / 2 - 1]! + sortedRanges[MEDIAN_SESSIONS / 2]!) / 2;
    states[row + OVERNIGHT_5] = overnight5;
    states[row + OVERNIGHT_20] = overnight20;
    states[row + ABSOLUTE_20] = absolute20;
    states[row + DRAWDOWN] = logValue - logTotal[peaks[firstPeak]!]!;
    states[row + VOLUME] = surprise;
    states[row + SQUARE_5] = square5;

    weight2 /= weight2 + 1 - WEIGHT_2;
    weight5 /= weight5 + 1 - WEIGHT_5;
    weight10 /= weight10 + 1 - WEIGHT_10;
    weight20 /= weight20 + 1 - WEIGHT_20;
    weight60 /= weight60 + 1 - WEIGHT_60;
    weight126 /= weight126 + 1 - WEIGHT_126;
  }
  return { calendar, time, logClose, rangelessShare, logTotal, states, jumpSums, usualJumps };
}

/** The offset of bar `t` ≥ 1 in the states, whose row now holds numbers without unit, each clipped. */
export function finishedState({ states, logTotal }: BarStates, t: number): number {
  const row = t * STATE_COUNT;
  if (states[row] === 1) return row;
  const usual = states[row + LEVEL]!;
  const logUsual = Math.log(usual);
  const sigma = Math.sqrt(usual);
  states[row + CONSTANT] = 1;
  states[row + LEVEL] = logUsual + LEVEL_OFFSET;
  states[row + LOG_RANGE_2] = clip(states[row + LOG_RANGE_2]! - logUsual, RATIO_CLIP);
  states[row + LOG_RANGE_10] = clip(states[row + LOG_RANGE_10]! - logUsual, RATIO_CLIP);
  states[row + MEDIAN_RANGE_22] = relative(states[row + MEDIAN_RANGE_22]!, usual);
  states[row + OVERNIGHT_5] = relative(states[row + OVERNIGHT_5]!, usual);
  states[row + OVERNIGHT_20] = relative(states[row + OVERNIGHT_20]!, usual);
  states[row + ABSOLUTE_20] = relative((Math.PI / 2) * states[row + ABSOLUTE_20]! ** 2, usual);
  states[row + DRAWDOWN] = Math.max(DEEPEST_DRAWDOWN, states[row + DRAWDOWN]! / (DRAWDOWN_SCALE * sigma));
  states[row + MOVE_5] = t < 5 ? 0 : clip((logTotal[t]! - logTotal[t - 5]!) / (SQRT_5 * sigma), RETURN_CLIP);
  states[row + MOVE_22] =
    t < 22 ? 0 : clip((logTotal[t]! - logTotal[t - 22]!) / (SQRT_22 * sigma), RETURN_CLIP);
  states[row + VOLUME] = clip(states[row + VOLUME]!, VOLUME_CLIP);
  const square5 = Math.max(states[row + SQUARE_5]!, VARIANCE_FLOOR);
  states[row + SQUARE_5] = clip(Math.log(square5 / usual), RATIO_CLIP);
  return row;
}

/** Replaces a value of an ascending array by another and keeps the array ascending. */
function exchange(sorted: Float64Array, leaving: number, entering: number): void {
  const last = sorted.length - 1;
  let place = 0;
  while (sorted[place]! < leaving) place++;
  for (; place < last && sorted[place + 1]! < entering; place++) sorted[place] = sorted[place + 1]!;
  for (; place > 0 && sorted[place - 1]! > entering; place--) sorted[place] = sorted[place - 1]!;
  sorted[place] = entering;
}

/** Log ratio of a variance to the usual one. */
function relative(variance: number, usual: number): number {
  return clip(Math.log(Math.max(variance / usual, LEAST_SHARE)), RATIO_CLIP);
}

function clip(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
