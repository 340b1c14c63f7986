import { firstTradedBar } from '../forecast/set-price.ts';
import { MIN_FORECAST_BARS, readVolatility, type HistoryInput } from '../forecast/volatility.ts';
import { HORIZON_OPTIONS_DAYS, type HorizonDays } from '../common/ticker-and-horizon.ts';
import { NORMAL_75, NORMAL_90, NORMAL_975 } from './baseline-bands.ts';
import { independentWindows, windowShare, type Estimate } from './intervals.ts';
import { scoredSpan, windowScorer, WindowScores } from './scored-windows.ts';
import type { ScoredSpan, ScoredWindow } from './scored-windows.ts';

/** How often a central interval that should hold a `nominal` share of outcomes did hold them. Shares 0…1. */
export interface CalibrationPoint {
  readonly nominal: number;
  readonly covered: Estimate;
  readonly baselineCovered: Estimate;
}

export interface Measured {
  readonly model: Estimate;
  readonly baseline: Estimate;
}

export interface BackTestYear extends ScoredSpan {
  readonly year: number;
  readonly coverage80: Estimate;
  /** As in {@link HorizonBackTest}; `null` with fewer than two non-overlapping windows. */
  readonly bandSkill: Estimate | null;
}

export interface HorizonBackTest extends ScoredSpan {
  /** In ascending order of `nominal`. */
  readonly calibration: readonly CalibrationPoint[];
  /** Oldest first. */
  readonly years: readonly BackTestYear[];
  /** Absolute error of the median, percent of the origin's price; the baseline is the last close ("no change"). */
  readonly medianErrorPercent: Measured;
  /** Pinball loss over the median and the edges of the 50, 80 and 95 % bands, percent of the origin's price. */
  readonly bandLossPercent: Measured;
  /** Width of the 80 % band, percent of the origin's price. */
  readonly widthPercent: Measured;
  /** 1 − error of the median / error of "no change". */
  readonly medianSkill: Estimate;
  /** 1 − pinball loss / that of the constant-volatility band. */
  readonly bandSkill: Estimate;
}

/** Every horizon that could be scored; never empty. */
export type BackTest = readonly HorizonBackTest[];

/** The central intervals to check: their shares, and the standard normal quantiles at their upper ends. */
const CENTRAL_INTERVALS = [
  [0.1, 0.1256613469],
  [0.2, 0.2533471031],
  [0.3, 0.3853204664],
  [0.4, 0.5244005127],
  [0.5, NORMAL_75],
  [0.6, 0.8416212336],
  [0.7, 1.036433389],
  [0.8, NORMAL_90],
  [0.9, 1.644853627],
  [0.95, NORMAL_975],
  [0.99, 2.5758293035],
] as const;

/** How far rounding can move an outcome that lies on an edge. */
const EDGE_TOLERANCE = 1e-9;

const MIN_INDEPENDENT = 8;

/**
 * Scores the shipped forecast from every session of a history that had one and whose outcome is known, at every horizon, beside
 * the baseline: a random walk of the same median and constant volatility (normal, sigma of the up to 1250 sessions before the
 * origin). Each origin knows only the bars before it. A horizon needs 8 non-overlapping windows, and one whose price moved;
 * `null` if no horizon qualifies.
 */
export function backTest(history: HistoryInput): BackTest | null {
  const { candles } = history;
  if (candles.close.length < MIN_FORECAST_BARS) return null;
  const volatility = readVolatility(history);
  const first = firstTradedBar(volatility.own.logClose, MIN_FORECAST_BARS - 1);
  const time = candles.time.subarray(first);
  const results = HORIZON_OPTIONS_DAYS.flatMap((horizonDays) => {
    const length = Math.max(0, time.length - horizonDays);
    if (independentWindows(length, 1, horizonDays) < MIN_INDEPENDENT) return [];
    const score = windowScorer(volatility, horizonDays);
    const windows = Array.from({ length }, (_, i) => score(first + i));
    // If no price moved, "no change" has no error to improve on.
    return windows.some(({ moved }) => moved > 0) ? [summary(windows, horizonDays, time)] : [];
  });
  return results.length === 0 ? null : results;
}

function summary(
  windows: readonly ScoredWindow[],
  horizonDays: HorizonDays,
  time: Float64Array,
): HorizonBackTest {
  const scores = new WindowScores(windows, 1, horizonDays);
  return {
    ...scoredSpan(time, 0, windows.length, 1, horizonDays),
    calibration: CENTRAL_INTERVALS.map(([nominal, sigmas]) => ({
      nominal,
      covered: heldShare(scores.of('neededShare'), nominal, horizonDays),
      baselineCovered: heldShare(scores.of('neededSigmas'), sigmas, horizonDays),
    })),
    years: scoresByYear(windows, horizonDays, time),
    medianErrorPercent: { model: scores.percent('error'), baseline: scores.percent('noChangeError') },
    bandLossPercent: { model: scores.percent('bandLoss'), baseline: scores.percent('baselineLoss') },
    widthPercent: { model: scores.percent('width'), baseline: scores.percent('baselineWidth') },
    medianSkill: scores.skill('error', 'noChangeError'),
    bandSkill: scores.skill('bandLoss', 'baselineLoss'),
  };
}

function heldShare(needed: Float64Array, limit: number, horizonDays: HorizonDays): Estimate {
  const hits = needed.map((value) => Number(value <= limit + EDGE_TOLERANCE));
  return windowShare(hits, 1, horizonDays);
}

function scoresByYear(
  windows: readonly ScoredWindow[],
  horizonDays: HorizonDays,
  time: Float64Array,
): BackTestYear[] {
  const yearOf = (i: number): number => new Date(time[i]! * 1000).getUTCFullYear();
  const years: BackTestYear[] = [];
  for (let first = 0, end = 0; end < windows.length; first = end) {
    const year = yearOf(first);
    while (end < windows.length && yearOf(end) === year) end++;
    const span = scoredSpan(time, first, end - first, 1, horizonDays);
    const scores = new WindowScores(windows.slice(first, end), 1, horizonDays);
    years.push({
      ...span,
      year,
      coverage80: heldShare(scores.of('neededShare'), 0.8, horizonDays),
      bandSkill: span.nEffective < 2 ? null : scores.skill('bandLoss', 'baselineLoss'),
    });
  }
  return years;
}
