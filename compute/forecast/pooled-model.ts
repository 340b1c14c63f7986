/** The volatility regressions, fitted on many listings together, and the features they read of a bar at a horizon. */
import { getOrCompute } from '../common/memoised.ts';
import { nextSessionFlags } from './model-calendar.ts';
import type { TradingCalendar } from '../sessions/market-hours.ts';
import { finishedState, STATE_COUNT, type BarStates } from './bar-states.ts';
import coefficients from './coefficients.json' with { type: 'json' };

/** The fitted horizons, in sessions; others are interpolated in the log of the session. */
export const FITTED_SESSIONS: readonly number[] = [1, 2, 3, 5, 7, 10, 14, 21, 30];

export interface FittedHorizon {
  readonly sessions: number;
  /** Log variance of the residual's scale = weights · features. */
  readonly weights: Float64Array;
  /** Mean absolute standardised residual over all tickers, to compare a ticker's own mean with. */
  readonly meanResidual: number;
}

/** A range of fitted horizons: its first and last index in {@link FITTED_SESSIONS}. */
export interface FittedSpan {
  readonly first: number;
  readonly last: number;
}

/** Two regressions, for bars with a range and for closes only, and the shapes that both share; each by {@link FITTED_SESSIONS}. */
export interface PooledModel extends Readonly<Record<Reading, readonly FittedHorizon[]>> {
  /** Quantiles of the standardised residual at `LEVELS` at each horizon; the middle one is 0. */
  readonly quantiles: readonly (readonly number[])[];
}

export type Reading = 'range' | 'close';

/** Rows of numbers separated by spaces: a regression's weights, then its mean residual; or quantiles. */
export type ModelTable = typeof coefficients;

/** The table's numbers are multiples of 1 / this. */
export const TABLE_UNIT = 1000;

function rowNumbers(row: string): number[] {
  return row.split(' ').map((digits) => Number(digits) / TABLE_UNIT);
}

export function unpackModel({ range, close, quantiles }: ModelTable): PooledModel {
  return {
    range: range.map(unpackHorizon),
    close: close.map(unpackHorizon),
    quantiles: quantiles.map(rowNumbers),
  };
}

function unpackHorizon(row: string, index: number): FittedHorizon {
  const numbers = Float64Array.from(rowNumbers(row));
  return {
    sessions: FITTED_SESSIONS[index]!,
    weights: numbers.subarray(0, -1),
    meanResidual: numbers.at(-1)!,
  };
}

/** The shipped model, fitted by `scripts/forecast/train.ts`. */
export const POOLED_MODEL: PooledModel = /* @__PURE__ */ unpackModel(coefficients);

/** The quarterly cycle, one column per lag. */
const CYCLE = STATE_COUNT;

/** Sessions back to the same weeks of earlier quarters: companies report every 62 to 65 sessions. */
const CYCLE_LAGS: readonly number[] = [63, 126, 189, 252];

/** The next session's calendar, read only for a horizon of one session. */
const CALENDAR = CYCLE + CYCLE_LAGS.length;
const CALENDAR_COUNT = 5;

export const FEATURE_COUNT: number = CALENDAR + CALENDAR_COUNT;

/** At or below this average jump no cycle is read, since the listing has no volumes. */
const LEAST_USUAL_JUMP = 0.01;
const JUMP_OFFSET = 0.001;
/** Share of the average jump added to both sides of the ratio, to keep it finite in a quarter without jumps. */
const JUMP_PRIOR = 0.2;
/** How many sessions early or late reports may come. */
const CYCLE_MARGIN_SESSIONS = 3;
/** The first bar at which the averages have settled. */
const FIRST_CYCLE_BAR = 60;

/**
 * Weights · features of bar `t` ≥ 1 at each of the `horizons` in the span, written to `sums` at the horizon's index. The {@link
 * FEATURE_COUNT} features have no unit and are clipped: the bar's state, jumps in the same weeks of earlier quarters, and the
 * calendar of the session after `afterSeconds`, which is known in advance.
 */
export function weightedFeatures(
  own: BarStates,
  t: number,
  horizons: readonly FittedHorizon[],
  { first, last }: FittedSpan,
  afterSeconds: number,
  sums: Float64Array,
): void {
  const { states, calendar } = own;
  const row = finishedState(own, t);
  for (let i = first; i <= last; i++) {
    const { weights } = horizons[i]!;
    let sum = 0;
    for (let k = 0; k < STATE_COUNT; k++) sum += weights[k]! * states[row + k]!;
    sums[i] = sum;
  }
  for (let lag = 0; lag < CYCLE_LAGS.length; lag++) {
    const start = cycleStart(own, t, lag);
    if (start === 0) continue;
    for (let i = first; i <= last; i++) {
      const { sessions, weights } = horizons[i]!;
      sums[i]! += weights[CYCLE + lag]! * cycleFeature(own, t, start, sessions);
    }
  }
  if (first > 0 || calendar === 'daily') return;
  const flags = calendarFeatures(afterSeconds, calendar);
  const { weights } = horizons[0]!;
  for (let k = 0; k < CALENDAR_COUNT; k++) if (flags & (1 << k)) sums[0]! += weights[CALENDAR + k]!;
}

/** The first bar of the window one lag before the sessions after bar `t`; 0 if no cycle is read. */
function cycleStart({ usualJumps }: BarStates, t: number, lag: number): number {
  const start = t + 1 - CYCLE_LAGS[lag]! - CYCLE_MARGIN_SESSIONS;
  return start < FIRST_CYCLE_BAR || usualJumps[t]! + JUMP_OFFSET <= LEAST_USUAL_JUMP ? 0 : start;
}

/** Log ratio of the jumps in a window of `sessions` bars from `start` on to the usual jumps at bar `t`. */
function cycleFeature(
  { jumpSums, usualJumps }: BarStates,
  t: number,
  start: number,
  sessions: number,
): number {
  const width = sessions + 2 * CYCLE_MARGIN_SESSIONS;
  // (mean + prior · usual) / ((1 + prior) · usual)
  const usual = usualJumps[t]! + JUMP_OFFSET;
  const ratio = (jumpSums[start + width]! - jumpSums[start]!) / (width * (1 + JUMP_PRIOR) * usual);
  return Math.log(ratio + JUMP_PRIOR / (1 + JUMP_PRIOR));
}

type Calendar = Exclude<TradingCalendar, 'daily'>;

/** The {@link nextSessionFlags} of each date, one bit each: all listings of an exchange share them, and a history needs hundreds. */
const CALENDAR_MEMO: Readonly<Record<Calendar, Map<number, number>>> = {
  nyse: /* @__PURE__ */ new Map(),
  weekday: /* @__PURE__ */ new Map(),
};

function calendarFeatures(afterSeconds: number, calendar: Calendar): number {
  return getOrCompute(CALENDAR_MEMO[calendar], afterSeconds, () =>
    nextSessionFlags(afterSeconds, calendar).reduce((bits, flag, k) => bits | (Number(flag) << k), 0),
  );
}
