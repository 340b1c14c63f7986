/** How volatile a price was up to each bar: raw averages, which {@link finishedState} turns into features on demand. */
import type { Candles } from '../prices/candles.ts';
import type { TradingCalendar } from '../sessions/market-hours.ts';
import {
  CONFIRMED_RANGE,
  dayVariances,
  newestWeights,
  weightOf,
  RANGE_CAP,
  type DayVariances,
} from './day-variances.ts';

const CONSTANT = 0;
export const LEVEL = 1;
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
/** Columns that replace {@link RANGE_FEATURES} if only closes are read. */
export const CLOSE_FEATURES: ReadonlySet<number> = /* @__PURE__ */ new Set([SQUARE_5]);
/** Columns whose sign distinguishes rises from falls. */
export const SIGNED_FEATURES: readonly number[] = [DRAWDOWN, MOVE_5, MOVE_22];

/** What a forecast reads of each bar, computed from that bar and earlier ones. */
export interface BarStates extends Pick<DayVariances, 'logClose' | 'logTotal' | 'square' | 'usualRange'> {
  readonly calendar: TradingCalendar;
  readonly time: Float64Array;
  /** Share of recent bars without a range beyond open and close, 0…1; near 1 for a source of closes only. */
  readonly rangelessShare: Float64Array;
  /** Row-major, one row of the columns above per bar; {@link finishedState} returns a row's offset. */
  readonly states: Float64Array;
  /** Sums of the jumps (large moves on high volume, as after reports) before each bar, n + 1 of them. */
  readonly jumpSums: Float64Array;
  readonly usualJumps: Float64Array;
}

/** Minimum daily variance: one basis point a day. */
export const VARIANCE_FLOOR = 1e-8;

/** A day counts as at least this share of the usual variance. Needed for flat bars and prices that move in whole cents. */
const LEAST_SHARE = 0.1;

const PEAK_SESSIONS = 252;

/** A jump counts as at most this many sigmas. */
const JUMP_CAP = 5;

/** Weight of the newest volume in the usual one: a half-life of 20 sessions. */
const VOLUME_WEIGHT = /* @__PURE__ */ weightOf(20);

/** Centres the log of a usual daily variance near 0, so that the fit's ridge treats all features alike. */
export const LEVEL_OFFSET = 8.5;

const RATIO_CLIP = 5;
const RETURN_CLIP = 4;
const VOLUME_CLIP = 3;

/** Square root of about a year's sessions, to measure a drawdown in yearly sigmas. */
const DRAWDOWN_SCALE = 16;
const DEEPEST_DRAWDOWN = -4;

const MEDIAN_SESSIONS = 22;

const SQRT_5 = Math.sqrt(5);
const SQRT_22 = Math.sqrt(22);

/**
 * The volatility after each bar but the first. A close's move replaces an impossible range; volume 0 means unknown. All averages
 * are in one loop, because the processor computes several chains of means, each on its previous value, in parallel.
 */
export function barStates(candles: Candles, calendar: TradingCalendar): BarStates {
  const { range, gap, rangeless, ...days } = dayVariances(candles);
  const { square } = days;
  const n = square.length;
  const states = new Float64Array(n * STATE_COUNT);
  const surprises = volumeSurprises(candles.volume);
  const rangelessShare = new Float64Array(n);
  const jumpSums = new Float64Array(n + 1);
  const usualJumps = new Float64Array(n);
  const weights2 = newestWeights(2, n);
  const weights5 = newestWeights(5, n);
  const weights10 = newestWeights(10, n);
  const weights20 = newestWeights(20, n);
  const weights60 = newestWeights(60, n);
  const weights126 = newestWeights(126, n);
  let square5 = 0;
  let square60 = 0;
  let absolute20 = 0;
  let logRange2 = 0;
  let logRange10 = 0;
  let overnight5 = 0;
  let overnight20 = 0;
  let rangeless20 = 0;
  let jump126 = 0;
  // The first bar has no jump.
  let usual = Infinity;
  for (let t = 1; t < n; t++) {
    const daySquare = square[t]!;
    const sigmas = Math.sqrt(daySquare);
    const jump = Math.min(sigmas / Math.sqrt(usual), JUMP_CAP) * Math.max(surprises[t]!, 0);
    square60 += (daySquare - square60) * weights60[t]!;
    usual = Math.max(square60, VARIANCE_FLOOR);
    const logRange = Math.log(Math.max(range[t]!, LEAST_SHARE * usual));
    const overnight = Math.min(gap[t]!, Math.max(RANGE_CAP * usual, CONFIRMED_RANGE * daySquare));
    rangelessShare[t] = rangeless20 += (rangeless[t]! - rangeless20) * weights20[t]!;
    jumpSums[t + 1] = jumpSums[t]! + jump;
    usualJumps[t] = jump126 += (jump - jump126) * weights126[t]!;
    const row = t * STATE_COUNT;
    states[row + LEVEL] = usual;
    states[row + LOG_RANGE_2] = logRange2 += (logRange - logRange2) * weights2[t]!;
    states[row + LOG_RANGE_10] = logRange10 += (logRange - logRange10) * weights10[t]!;
    states[row + OVERNIGHT_5] = overnight5 += (overnight - overnight5) * weights5[t]!;
    states[row + OVERNIGHT_20] = overnight20 += (overnight - overnight20) * weights20[t]!;
    states[row + ABSOLUTE_20] = absolute20 += (sigmas - absolute20) * weights20[t]!;
    states[row + VOLUME] = surprises[t]!;
    states[row + SQUARE_5] = square5 += (daySquare - square5) * weights5[t]!;
  }
  fillMedianRanges(range, states);
  return { ...days, calendar, time: candles.time, states, rangelessShare, jumpSums, usualJumps };
}

/** The log ratio of each volume to the usual one before it; 0 if either is unknown. */
function volumeSurprises(volume: Float64Array): Float64Array {
  const surprises = new Float64Array(volume.length);
  let meanLogVolume = NaN;
  for (let t = 1; t < volume.length; t++) {
    if (!(volume[t]! > 0)) continue;
    const logVolume = Math.log(volume[t]!);
    if (Number.isNaN(meanLogVolume)) meanLogVolume = logVolume;
    surprises[t] = logVolume - meanLogVolume;
    meanLogVolume += surprises[t]! * VOLUME_WEIGHT;
  }
  return surprises;
}

/** Writes the median of the last 22 ranges; ranges before the first bar count as 0. */
function fillMedianRanges(range: Float64Array, states: Float64Array): void {
  const sorted = new Float64Array(MEDIAN_SESSIONS);
  const upper = MEDIAN_SESSIONS / 2;
  for (let t = 1; t < range.length; t++) {
    exchange(sorted, t < MEDIAN_SESSIONS ? 0 : range[t - MEDIAN_SESSIONS]!, range[t]!);
    states[t * STATE_COUNT + MEDIAN_RANGE_22] = (sorted[upper - 1]! + sorted[upper]!) / 2;
  }
}

/** Replaces one value of an ascending array and keeps it ascending. */
function exchange(sorted: Float64Array, leaving: number, entering: number): void {
  const last = sorted.length - 1;
  let place = 0;
  while (sorted[place]! < leaving) place++;
  for (; place < last && sorted[place + 1]! < entering; place++) sorted[place] = sorted[place + 1]!;
  for (; place > 0 && sorted[place - 1]! > entering; place--) sorted[place] = sorted[place - 1]!;
  sorted[place] = entering;
}

/** The offset of bar `t` ≥ 1, whose row then holds unitless, clipped features; column 0 is 0 while it holds raw averages. */
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
  states[row + DRAWDOWN] = Math.max(DEEPEST_DRAWDOWN, -fallAt(logTotal, t) / (DRAWDOWN_SCALE * sigma));
  states[row + MOVE_5] = t < 5 ? 0 : clip((logTotal[t]! - logTotal[t - 5]!) / (SQRT_5 * sigma), RETURN_CLIP);
  states[row + MOVE_22] =
    t < 22 ? 0 : clip((logTotal[t]! - logTotal[t - 22]!) / (SQRT_22 * sigma), RETURN_CLIP);
  states[row + VOLUME] = clip(states[row + VOLUME]!, VOLUME_CLIP);
  const square5 = Math.max(states[row + SQUARE_5]!, VARIANCE_FLOOR);
  states[row + SQUARE_5] = clip(Math.log(square5 / usual), RATIO_CLIP);
  return row;
}

/** How far bar `t` is below the highest of the last 252 (bar 0 excluded), as a log ratio ≥ 0. */
function fallAt(logTotal: Float64Array, t: number): number {
  let peak = logTotal[t]!;
  for (let bar = Math.max(1, t - PEAK_SESSIONS + 1); bar < t; bar++) peak = Math.max(peak, logTotal[bar]!);
  return peak - logTotal[t]!;
}

function relative(variance: number, usual: number): number {
  return clip(Math.log(Math.max(variance / usual, LEAST_SHARE)), RATIO_CLIP);
}

function clip(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
