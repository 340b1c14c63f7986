/** The regressions of volatility that were fitted on many listings together, and what they read of a bar at a horizon. */
import { SECONDS_PER_DAY } from '../iso-date.ts';
import { isHalfDay, isTradingDay, type TradingCalendar } from '../market-clock/trading-calendar.ts';
import { finishedState, STATE_COUNT, type BarStates } from './bar-states.ts';
import coefficients from './coefficients.json' with { type: 'json' };

/** Sessions ahead that were fitted; what lies between is interpolated in the log of the session. */
export const FITTED_SESSIONS: readonly number[] = [1, 2, 3, 5, 7, 10, 14, 21, 30];

/** Which of the two regressions a bar uses: that for prices with a range, or that for closes only. */
export type Reading = 'range' | 'close';

export const READINGS: readonly Reading[] = ['range', 'close'];

/** One regression at one horizon. */
export interface FittedHorizon {
  readonly sessions: number;
  /** Log variance of the residual's scale = weights · features. */
  readonly weights: Float64Array;
  /** Mean of the absolute standardised residual over all tickers: what a ticker's own mean is compared with. */
  readonly meanResidual: number;
}

/** Some of the fitted horizons: their first and last index in {@link FITTED_SESSIONS}. */
export interface FittedSpan {
  readonly first: number;
  readonly last: number;
}

/** Every regression, by {@link FITTED_SESSIONS}, and the shapes that both readings share. */
export interface PooledModel extends Readonly<Record<Reading, readonly FittedHorizon[]>> {
  /** Quantiles of the standardised residual at `LEVELS` at each horizon; the middle one is 0. */
  readonly quantiles: readonly (readonly number[])[];
}

/**
 * A model as `coefficients.json` has it: rows of numbers, separated by blanks. `weights` has a row for each reading and, within
 * it, fitted horizon, in whose order `meanResiduals` is too; `quantiles` has a row for each fitted horizon.
 */
export type ModelTable = typeof coefficients;

/** Numbers in a row of the table are whole multiples of 1 over this. */
export const TABLE_UNIT = 1000;

function rowNumbers(row: string): number[] {
  return row.split(' ').map((digits) => Number(digits) / TABLE_UNIT);
}

/** Unpacks a table whose rows stand in the order of {@link READINGS} and {@link FITTED_SESSIONS}. */
export function unpackModel(table: ModelTable): PooledModel {
  const meanResiduals = rowNumbers(table.meanResiduals);
  const unpack = (reading: Reading): FittedHorizon[] =>
    FITTED_SESSIONS.map((sessions, i) => {
      const row = READINGS.indexOf(reading) * FITTED_SESSIONS.length + i;
      return {
        sessions,
        weights: Float64Array.from(rowNumbers(table.weights[row]!)),
        meanResidual: meanResiduals[row]!,
      };
    });
  return { range: unpack('range'), close: unpack('close'), quantiles: table.quantiles.map(rowNumbers) };
}

/** The shipped model, fitted by `scripts/forecast/train.ts`. */
export const POOLED_MODEL: PooledModel = /* @__PURE__ */ unpackModel(coefficients);

/** The quarterly cycle, one column per lag. */
const CYCLE = STATE_COUNT;

/** Sessions back to the same weeks of earlier quarters: companies report every 62 to 65 sessions. */
const CYCLE_LAGS: readonly number[] = [63, 126, 189, 252];

/** The next session's calendar, only for a horizon of one session. */
const CALENDAR = CYCLE + CYCLE_LAGS.length;
const CALENDAR_COUNT = 5;

export const FEATURE_COUNT: number = CALENDAR + CALENDAR_COUNT;

/** No cycle is read at or below this average jump: there are no volumes. */
const LEAST_USUAL_JUMP = 0.01;
/** This share of the average jump is added to both sides of the ratio, which stays finite in a quarter without jumps. */
const JUMP_PRIOR = 0.2;
/** How many sessions early or late reports may come. */
const CYCLE_MARGIN_SESSIONS = 3;
/** From this bar on the averages have settled. */
const FIRST_CYCLE_BAR = 60;

const MONDAY = 1;
const WEDNESDAY = 3;
const THURSDAY = 4;
const FRIDAY = 5;
const DECEMBER = 11;
/** Months (0…11) that have half days. */
const HALF_DAY_MONTHS: ReadonlySet<number> = /* @__PURE__ */ new Set([6, 10, DECEMBER]);

/**
 * Weights · features of bar `t` ≥ 1 at each of the `horizons` in the span, written to `sums` at the horizon's index. The
 * {@link FEATURE_COUNT} features have no unit and are clipped: the bar's state, jumps in the same weeks of earlier quarters,
 * and the calendar of the session after `afterSeconds`, which is known ahead.
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
  for (let k = 0; k < CALENDAR_COUNT; k++) sums[0]! += weights[CALENDAR + k]! * flags[k]!;
}

/** The first bar of the weeks that lie a lag before the sessions after bar `t`; 0 where no cycle is read. */
function cycleStart({ usualJumps }: BarStates, t: number, lag: number): number {
  const start = t + 1 - CYCLE_LAGS[lag]! - CYCLE_MARGIN_SESSIONS;
  return start < FIRST_CYCLE_BAR || usualJumps[t]! <= LEAST_USUAL_JUMP ? 0 : start;
}

/** The log ratio of the jumps in the weeks from bar `start` on, as long as the coming `sessions`, to those usual at bar `t`. */
function cycleFeature(
  { jumpSums, usualJumps }: BarStates,
  t: number,
  start: number,
  sessions: number,
): number {
  const width = sessions + 2 * CYCLE_MARGIN_SESSIONS;
  // (mean + prior · usual) / ((1 + prior) · usual)
  const ratio = (jumpSums[start + width]! - jumpSums[start]!) / (width * (1 + JUMP_PRIOR) * usualJumps[t]!);
  return Math.log(ratio + JUMP_PRIOR / (1 + JUMP_PRIOR));
}

type Calendar = Exclude<TradingCalendar, 'daily'>;

/** The {@link calendarFeatures} of each date: all listings of an exchange share them, and a history needs hundreds. */
const CALENDAR_MEMO: Readonly<Record<Calendar, Map<number, readonly number[]>>> = {
  nyse: /* @__PURE__ */ new Map(),
  weekday: /* @__PURE__ */ new Map(),
};

/** Whether the session after a date follows a holiday, is midweek, a Friday, in late December, a half day; each 0 or 1. */
function calendarFeatures(afterSeconds: number, calendar: Calendar): readonly number[] {
  // Read for every bar: a shared helper would cost a third of the forecast's time.
  const known = CALENDAR_MEMO[calendar].get(afterSeconds);
  if (known !== undefined) return known;
  const flags = nextSessionFlags(afterSeconds, calendar);
  CALENDAR_MEMO[calendar].set(afterSeconds, flags);
  return flags;
}

function nextSessionFlags(afterSeconds: number, calendar: Calendar): readonly number[] {
  let days = 1;
  while (!isTradingDay(afterSeconds + days * SECONDS_PER_DAY, calendar)) days++;
  const next = afterSeconds + days * SECONDS_PER_DAY;
  const date = new Date(next * 1000);
  const weekday = date.getUTCDay();
  const month = date.getUTCMonth();
  return [
    Number(days > 3 || (days > 1 && weekday !== MONDAY)),
    Number(weekday === WEDNESDAY || weekday === THURSDAY),
    Number(weekday === FRIDAY),
    Number(month === DECEMBER && date.getUTCDate() >= 22),
    Number(HALF_DAY_MONTHS.has(month) && isHalfDay(next, calendar)),
  ];
}
