import { shareInterval, skillInterval } from '../forecast/intervals.ts';

/** An estimate with its 95 % interval; no interval while there are too few blocks for one. */
export interface Bounded {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** Sums over one block of time, by measure. */
export type BlockSums = readonly number[];

/** Fewer independent blocks than this say nothing about the spread between them. */
export const MIN_BLOCKS = 4;

/** Blocks are so many horizons long, which leaves a ninth of the variance in their overlap (1 − 1/(3 · 3)). */
const HORIZONS_PER_BLOCK = 3;

/** Shorter ones would not hold the swings of volatility, which last for weeks. Sessions. */
const MIN_BLOCK_SESSIONS = 10;

/** Calendar days to a session of a stock exchange. */
export const DAYS_PER_SESSION: number = 7 / 5;

/**
 * Length in calendar days of the blocks into which a record is cut before anything is said about it. Forecasts of
 * neighbouring days overlap and listings move together, so not rows but blocks of all of them count as observations.
 */
export function blockDays(horizonDays: number): number {
  return Math.ceil(Math.max(HORIZONS_PER_BLOCK * horizonDays, MIN_BLOCK_SESSIONS) * DAYS_PER_SESSION);
}

/** A share, Σ measure `hits` / Σ measure `counts`, with {@link shareInterval} over the blocks; `null` when nothing was counted. */
export function blockShare(
  blocks: readonly BlockSums[],
  hits: number,
  counts: number,
  maxIndependent: number,
): Bounded | null {
  const used = blocks.filter((block) => block[counts]! > 0);
  if (used.length === 0) return null;
  return used.length < MIN_BLOCKS
    ? { value: total(used, hits) / total(used, counts), low: null, high: null }
    : shareInterval(column(used, hits), column(used, counts), maxIndependent);
}

/** Skill, 1 − Σ measure `errors` / Σ measure `references`, with {@link skillInterval} over the blocks; `null` without errors. */
export function blockSkill(blocks: readonly BlockSums[], errors: number, references: number): Bounded | null {
  const reference = total(blocks, references);
  if (!(reference > 0)) return null;
  return blocks.length < MIN_BLOCKS
    ? { value: 1 - total(blocks, errors) / reference, low: null, high: null }
    : skillInterval(column(blocks, errors), column(blocks, references));
}

/** The sum of one measure over all blocks. */
export function total(blocks: readonly BlockSums[], measure: number): number {
  return blocks.reduce((sum, block) => sum + block[measure]!, 0);
}

function column(blocks: readonly BlockSums[], measure: number): Float64Array {
  return Float64Array.from(blocks, (block) => block[measure]!);
}
