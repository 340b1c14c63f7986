/** Volatility keeps its level for weeks, and the errors of all windows in them with it: two months of a stock exchange. */
const MIN_BLOCK_SESSIONS = 42;

/** Overlapping windows share what happens in them; blocks of two horizons leave a sixth of the variance in that. */
const HORIZONS_PER_BLOCK = 2;

/** Length of the shortest block that counts as an observation of its own, sessions. */
export function blockSessions(horizonDays: number): number {
  return Math.max(MIN_BLOCK_SESSIONS, HORIZONS_PER_BLOCK * horizonDays);
}

/**
 * Cuts `n` windows whose origins lie `stepSessions` apart into equal blocks of at least 42 sessions and two horizons, two
 * of them at least, and answers what sums up a figure per window by block. Blocks, not windows, are the observations of an
 * interval.
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
