/**
 * 95 % intervals, and the time blocks that serve as their observations (track record, back-test, signal history, public ledger,
 * a user's own forecasts). Single forecasts are not independent: windows of neighbouring days overlap, listings move together,
 * and volatility keeps its level for weeks. `compute/README.md` has the measurements behind the rule: a block is at least 42
 * sessions and two horizons long.
 */
import { sum } from '../common/sum.ts';
import { dayOf } from '../dates/iso-date.ts';
import { NORMAL_975 } from './baseline-bands.ts';
import { blockDays, blockSessions } from './block-length.ts';

/** Sessions between two origins of a track record: one week. */
export const ORIGIN_STEP_SESSIONS = 5;

/** Sums of windows' values by equal time blocks, at least two. Origins lie `stepSessions` apart. */
export function windowSums(values: Float64Array, stepSessions: number, horizonDays: number): Float64Array {
  const n = values.length;
  const blocks = Math.max(2, Math.floor((n * stepSessions) / blockSessions(horizonDays)));
  const sums = new Float64Array(blocks);
  for (let i = 0; i < n; i++) sums[Math.floor((i * blocks) / n)]! += values[i]!;
  return sums;
}

/** The number of non-overlapping windows among `n` whose origins lie `stepSessions` apart. */
export function independentWindows(n: number, stepSessions: number, horizonDays: number): number {
  return Math.min(n, Math.floor(((n - 1) * stepSessions + horizonDays) / horizonDays));
}

/** The share of windows marked with 1, by {@link shareInterval} over {@link windowSums}. */
export function windowShare(hits: Float64Array, stepSessions: number, horizonDays: number): Estimate {
  const counts = windowSums(new Float64Array(hits.length).fill(1), stepSessions, horizonDays);
  const independent = independentWindows(hits.length, stepSessions, horizonDays);
  return shareInterval(windowSums(hits, stepSessions, horizonDays), counts, independent);
}

/**
 * Cuts the span of base dates (`YYYY-MM-DD`, at least one) into equal blocks. Returns a function that counts dates by block, or
 * sums a value per date.
 */
export function datedBlocks(
  baseDates: readonly string[],
  horizonDays: number,
): (dates: readonly string[], values?: readonly number[]) => Float64Array {
  const days = baseDates.map(dayOf);
  const first = days.reduce((a, b) => Math.min(a, b));
  const span = days.reduce((a, b) => Math.max(a, b)) - first + 1;
  const blocks = Math.max(1, Math.floor(span / blockDays(horizonDays)));
  return (dates, values) => {
    const sums = new Float64Array(blocks);
    for (const [i, date] of dates.entries())
      sums[Math.floor(((dayOf(date) - first) * blocks) / span)]! += values?.[i] ?? 1;
    return sums;
  };
}

/** A share or ratio with its 95 % interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** 97.5 % quantiles of Student's t for 1…9 degrees of freedom (any table). */
const STUDENT_975 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];

/** A share 0…1 of `n` > 0 observations, whole or not, with its 95 % score interval (Wilson 1927). Else throws `RangeError`. */
export function wilsonInterval(share: number, n: number): Estimate {
  if (!(share >= 0 && share <= 1 && n > 0)) throw new RangeError(`not a share of n: ${share} of ${n}`);
  const z2 = NORMAL_975 * NORMAL_975;
  const centre = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (NORMAL_975 / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  return {
    value: share,
    low: Math.min(share, Math.max(0, centre - half)),
    high: Math.max(share, Math.min(1, centre + half)),
  };
}

/**
 * A share, Σ`hits` / Σ`counts` over time blocks, with Wilson's interval. Its number of observations is that of a simple random
 * sample with the same variance between blocks (Korn and Graubard 1998), at most `maxIndependent`; if all blocks are alike, or
 * there is only one, it is the number of blocks in which something was counted.
 * Throws `RangeError` unless `counts` has a positive sum.
 */
export function shareInterval(hits: Float64Array, counts: Float64Array, maxIndependent: number): Estimate {
  const isUsed = (_: number, block: number): boolean => counts[block]! > 0;
  const usedCounts = counts.filter(isUsed);
  const blocks = usedCounts.length;
  if (blocks < 2) return wilsonInterval(sum(hits) / sum(counts), 1);
  const { ratio, variance } = ratioOfSums(hits.filter(isUsed), usedCounts);
  const effective = ((ratio * (1 - ratio)) / variance) * (NORMAL_975 / student975(blocks - 1)) ** 2;
  return wilsonInterval(ratio, Math.min(variance > 0 ? effective : blocks, Math.max(1, maxIndependent)));
}

/**
 * A mean, Σ`sums` / Σ`counts` over time blocks, with a 95 % interval by the delta method for a ratio of means (Cochran 1977,
 * "Sampling Techniques", ch. 6) and Student's t. Throws `RangeError` for fewer than two blocks, and unless `counts` has a
 * positive sum.
 */
export function meanInterval(sums: Float64Array, counts: Float64Array): Estimate {
  const { ratio, variance } = ratioOfSums(sums, counts);
  const half = student975(sums.length - 1) * Math.sqrt(variance);
  return { value: ratio, low: ratio - half, high: ratio + half };
}

/** Skill, 1 − Σ`errors` / Σ`referenceErrors` over the same blocks, with its interval from {@link meanInterval}. */
export function skillInterval(errors: Float64Array, referenceErrors: Float64Array): Estimate {
  const { value, low, high } = meanInterval(errors, referenceErrors);
  return { value: 1 - value, low: 1 - high, high: 1 - low };
}

function ratioOfSums(
  parts: Float64Array,
  wholes: Float64Array,
): { readonly ratio: number; readonly variance: number } {
  const blocks = parts.length;
  const whole = sum(wholes);
  if (blocks < 2 || wholes.length !== blocks || !(whole > 0)) throw new RangeError('not sums of two blocks');
  const ratio = sum(parts) / whole;
  const squares = sum(parts.map((part, i) => (part - ratio * wholes[i]!) ** 2));
  return { ratio, variance: ((blocks / (blocks - 1)) * squares) / (whole * whole) };
}

/** 97.5 % quantile of Student's t. From 10 degrees of freedom on it is 1.96 + 2.5 / df, within 0.02 of the table. */
function student975(degreesOfFreedom: number): number {
  return STUDENT_975[Math.floor(degreesOfFreedom) - 1] ?? NORMAL_975 + 2.5 / degreesOfFreedom;
}
