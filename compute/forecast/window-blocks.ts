import { meanInterval, shareInterval, skillInterval, type Estimated } from './intervals.ts';

/** Volatility keeps its level for weeks, and the errors of all windows in them with it: two months of a stock exchange. */
const MIN_BLOCK_SESSIONS = 42;

/** Overlapping windows share what happens in them; blocks of two horizons leave a sixth of the variance in that. */
const HORIZONS_PER_BLOCK = 2;

/** Estimates from one figure per window, in the order of the windows' origins. */
export interface WindowBlocks {
  /** Share of the windows that have a 1 in `hits`, of those that have one in `counts`, of all without it. */
  readonly share: (hits: Float64Array, counts?: Float64Array) => Estimated;
  readonly mean: (values: Float64Array) => Estimated;
  readonly skill: (errors: Float64Array, referenceErrors: Float64Array) => Estimated;
}

/**
 * Cuts windows whose origins lie `stepSessions` apart into equal blocks of at least 42 sessions and two horizons, at least
 * two blocks. Not windows but blocks count as observations of every estimate, and no share counts more than `nEffective`.
 */
export function windowBlocks({
  n,
  stepSessions,
  horizonDays,
  nEffective,
}: {
  readonly n: number;
  readonly stepSessions: number;
  readonly horizonDays: number;
  readonly nEffective: number;
}): WindowBlocks {
  const blockSessions = Math.max(MIN_BLOCK_SESSIONS, HORIZONS_PER_BLOCK * horizonDays);
  const blocks = Math.max(2, Math.floor((n * stepSessions) / blockSessions));
  const sums = (values: Float64Array): Float64Array => {
    const totals = new Float64Array(blocks);
    for (const [i, value] of values.entries()) totals[Math.floor((i * blocks) / n)]! += value;
    return totals;
  };
  const ones = new Float64Array(n).fill(1);
  return {
    share: (hits, counts = ones) => {
      const counted = sums(counts);
      return shareInterval(sums(hits), counted, (nEffective * counted.reduce((a, b) => a + b)) / n);
    },
    mean: (values) => meanInterval(sums(values), sums(ones)),
    skill: (errors, referenceErrors) => skillInterval(sums(errors), sums(referenceErrors)),
  };
}
