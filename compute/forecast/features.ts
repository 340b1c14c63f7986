/** What the regressions of volatility read of a bar at a horizon. */
import { finishedState, STATE_COUNT, type BarStates } from './bar-states.ts';
import { CALENDAR_COUNT, calendarFeatures, CYCLE_COUNT, cycleFeature } from './coming-sessions.ts';

/** The quarterly cycle, one column per lag. */
const CYCLE = STATE_COUNT;

/** The next session's calendar, only for a horizon of one session. */
const CALENDAR = CYCLE + CYCLE_COUNT;

/** How many features a bar has at a horizon. */
export const FEATURE_COUNT: number = CALENDAR + CALENDAR_COUNT;

/**
 * Weights · features of bar `t` ≥ 1 for a horizon of so many `sessions`. The {@link FEATURE_COUNT} features have no unit,
 * are clipped, and the same for prices in any currency: the level of volatility; ratios to it of the range (log averages,
 * median), the overnight move and the absolute change; distance from the year's peak; returns of a week and a month;
 * volume; jumps in the same weeks of earlier quarters; the calendar of the session after `afterSeconds`, which is known
 * ahead.
 */
export function weightedFeatures(
  own: BarStates,
  t: number,
  sessions: number,
  weights: Float64Array,
  afterSeconds: number,
): number {
  const { states, calendar } = own;
  const row = finishedState(own, t);
  let sum = 0;
  for (let k = 0; k < STATE_COUNT; k++) sum += weights[k]! * states[row + k]!;
  for (let k = 0; k < CYCLE_COUNT; k++) sum += weights[CYCLE + k]! * cycleFeature(own, t, sessions, k);
  if (sessions !== 1 || calendar === 'daily') return sum;
  const flags = calendarFeatures(afterSeconds, calendar);
  for (let k = 0; k < flags.length; k++) sum += weights[CALENDAR + k]! * flags[k]!;
  return sum;
}

/** Writes the same features into `target`. */
export function fillFeatures(own: BarStates, t: number, sessions: number, target: Float64Array): void {
  const row = finishedState(own, t);
  target.set(own.states.subarray(row, row + STATE_COUNT));
  for (let k = 0; k < CYCLE_COUNT; k++) target[CYCLE + k] = cycleFeature(own, t, sessions, k);
  target.fill(0, CALENDAR);
  if (sessions !== 1 || own.calendar === 'daily') return;
  target.set(calendarFeatures(own.time[t]!, own.calendar), CALENDAR);
}
