/** The length of the time blocks that count as one observation each; `intervals.ts` says why. Pages read it without the maths. */

/** Two months of a stock exchange. */
const MIN_BLOCK_SESSIONS = 42;

/** With two horizons to a block, windows that reach into the next block hold a sixth of the variance. */
const HORIZONS_PER_BLOCK = 2;

const DAYS_PER_SESSION = 7 / 5;

/** Length of the shortest block that counts as an observation, sessions. */
export function blockSessions(horizonDays: number): number {
  return Math.max(MIN_BLOCK_SESSIONS, HORIZONS_PER_BLOCK * horizonDays);
}

/** The block length in calendar days. */
export function blockDays(horizonDays: number): number {
  return Math.ceil(blockSessions(horizonDays) * DAYS_PER_SESSION);
}

export function sessionsIn(days: number): number {
  return days / DAYS_PER_SESSION;
}
