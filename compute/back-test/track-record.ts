import { firstTradedBar } from '../forecast/set-price.ts';
import { MIN_FORECAST_BARS, type Volatility } from '../forecast/volatility.ts';
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import { ORIGIN_STEP_SESSIONS, shareInterval, windowShare, type Estimate } from './intervals.ts';
import { scoredSpan, windowScorer, WindowScores, type ScoredSpan } from './scored-windows.ts';

/** Walk-forward scores of `forecast` on one series' own past: each origin knows only the bars before it. */
export interface TrackRecord extends ScoredSpan {
  readonly coverage80: Estimate;
  readonly coverage95: Estimate;
  /** 1 − MAE / MAE of "no change"; errors are in percent of the origin's price, so that all forecasts weigh the same. */
  readonly skill: Estimate;
  readonly bandSkill: Estimate;
  /** Share of moves whose direction the median called. Windows that ended unchanged are left out. */
  readonly hitRate: Estimate;
  /** Share of the same moves that were rises: the hit rate of "always up". */
  readonly baseRate: number;
  /** Share 0…1 of these forecasts whose 80 % range was narrower than the one from the last bar, each relative to its price. */
  readonly widthRank: number;
}

const ORIGIN_SPAN_SESSIONS = 250;

const MIN_SCORED = 8;

/** Weekly origins of the last `span` sessions from `first` to `lastOrigin`; none if there are fewer than `least`. */
export function weeklyOrigins(
  first: number,
  lastOrigin: number,
  span: number = ORIGIN_SPAN_SESSIONS,
  least: number = MIN_SCORED,
): number[] {
  const earliest = Math.max(first, lastOrigin - span + 1);
  const n = Math.floor((lastOrigin - earliest) / ORIGIN_STEP_SESSIONS) + 1;
  if (n < least) return [];
  return Array.from({ length: n }, (_, i) => lastOrigin - (n - 1 - i) * ORIGIN_STEP_SESSIONS);
}

/** Scores weekly origins of the last 250 settled sessions. `null` for fewer than 8 windows, and if no price moved. */
export function trackRecord(volatility: Volatility, horizonDays: HorizonDays): TrackRecord | null {
  const { time } = volatility.candles;
  const { logClose } = volatility.own;
  const first = firstTradedBar(logClose, MIN_FORECAST_BARS - 1);
  const origins = weeklyOrigins(first, logClose.length - 1 - horizonDays);
  const score = windowScorer(volatility, horizonDays);
  const windows = origins.map(score);
  const moved = windows.filter((window) => window.moved > 0).length;
  if (moved === 0) return null;

  const step = ORIGIN_STEP_SESSIONS;
  const span = scoredSpan(time, origins[0]!, windows.length, step, horizonDays);
  const { n, nEffective } = span;
  const scores = new WindowScores(windows, step, horizonDays);
  const latest = score(time.length - 1);
  return {
    ...span,
    coverage80: windowShare(scores.of('inside80'), step, horizonDays),
    coverage95: windowShare(scores.of('inside95'), step, horizonDays),
    skill: scores.skill('error', 'noChangeError'),
    bandSkill: scores.skill('bandLoss', 'baselineLoss'),
    hitRate: shareInterval(scores.sums('hit'), scores.sums('moved'), (nEffective * moved) / n),
    baseRate: windows.filter(({ rose }) => rose > 0).length / moved,
    widthRank: scores.of('width').filter((width) => width < latest.width).length / n,
  };
}

const FEWEST_JUDGED = 40;
const GROSSLY_SELDOM = 0.7;

/** The share of past 80 % ranges that held if, with 95 % confidence, it is below 70 %, so that no range is shown; else `null`. */
export function grossCoverage(record: TrackRecord | null): number | null {
  if (record === null || record.n < FEWEST_JUDGED || record.coverage80.high >= GROSSLY_SELDOM) return null;
  return record.coverage80.value;
}
