/**
 * Blocks of time: the observations behind every 95 % interval of the product (track record, back-test, signal history,
 * public ledger, a user's own forecasts). Single forecasts are not independent: windows of neighbouring days overlap,
 * listings move together, and volatility keeps its level for weeks, so the errors of those weeks are alike.
 *
 * One rule for all: a block is at least 42 sessions and two horizons long. Share of intervals that held the truth in 150
 * simulated histories (volatility that forgets half of itself in ten sessions, daily forecasts, a range of constant width):
 *
 * | | 250 sessions | 500 | 1250 |
 * | --- | --- | --- | --- |
 * | 1 day, one listing: blocks of 10 sessions | 88 % | 82 % | 79 % |
 * | 1 day, one listing: of 42 | 97 % | 93 % | 91 % |
 * | 1 day, 13 listings of one market: of 10 | 74 % | 75 % | 73 % |
 * | 1 day, 13 listings: of 42 | 95 % | 93 % | 95 % |
 * | 7 days, 13 listings: of 42 | 96 % | 96 % | 99 % |
 * | 14 days, 13 listings: of 42 | 99 % | 98 % | 100 % |
 * | 30 days, 13 listings: of 60 | 100 % | 100 % | 100 % |
 *
 * Skill (the ratio of two errors): 89 to 97 % in all of these. Three horizons to a block gain two points of that at 30 days,
 * and leave only two blocks of a year, whose intervals say nothing. `tests/compute/back-test/blocks.test.ts` repeats a part.
 */

/** Two months of a stock exchange. */
const MIN_BLOCK_SESSIONS = 42;

/** Leaves a sixth of the variance in windows that reach into the next block. */
const HORIZONS_PER_BLOCK = 2;

/** Calendar days to a session of a stock exchange. */
const DAYS_PER_SESSION = 7 / 5;

const MILLISECONDS_PER_DAY = 86_400_000;

/** Length of the shortest block that counts as an observation, sessions. */
export function blockSessions(horizonDays: number): number {
  return Math.max(MIN_BLOCK_SESSIONS, HORIZONS_PER_BLOCK * horizonDays);
}

/** The same in calendar days. */
export function blockDays(horizonDays: number): number {
  return Math.ceil(blockSessions(horizonDays) * DAYS_PER_SESSION);
}

/**
 * Cuts `n` windows whose origins lie `stepSessions` apart into equal blocks, two of them at least, and returns what sums up
 * a figure per window by block.
 */
export function windowBlocks(
  n: number,
  stepSessions: number,
  horizonDays: number,
): (values: Float64Array) => Float64Array {
  const blocks = Math.max(2, Math.floor((n * stepSessions) / blockSessions(horizonDays)));
  return (values) => {
    const sums = new Float64Array(blocks);
    for (let i = 0; i < n; i++) sums[Math.floor((i * blocks) / n)]! += values[i]!;
    return sums;
  };
}

/**
 * Cuts the days from the first to the last of some base dates (`YYYY-MM-DD`, not empty) into equal blocks, one at least.
 * For forecasts that were made on whatever days, of whatever listings. `blockOf` takes one of the dates.
 */
export function datedBlocks(
  baseDates: readonly string[],
  horizonDays: number,
): { readonly count: number; readonly blockOf: (baseDate: string) => number } {
  const days = baseDates.map(dayOf);
  const first = days.reduce((a, b) => Math.min(a, b));
  const span = days.reduce((a, b) => Math.max(a, b)) - first + 1;
  const count = Math.max(1, Math.floor(span / blockDays(horizonDays)));
  return { count, blockOf: (baseDate) => Math.floor(((dayOf(baseDate) - first) * count) / span) };
}

/** Sessions in so many calendar days of a stock exchange. */
export function sessionsIn(days: number): number {
  return days / DAYS_PER_SESSION;
}

/** Days since 1970-01-01. */
function dayOf(date: string): number {
  return Date.parse(date) / MILLISECONDS_PER_DAY;
}
