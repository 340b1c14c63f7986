import type { Scored } from './score.ts';

const REPLICATES = 2000;

/**
 * The 95 % bootstrap interval of Σ `part` / Σ `whole`. Draws whole calendar months of origins with replacement, because
 * listings move together. Percentiles of 2000 seeded draws (Lehmer 1951); `[NaN, NaN]` without scores.
 */
export function monthInterval(
  scored: readonly Scored[],
  part: (score: Scored) => number,
  whole: (score: Scored) => number = () => 1,
): readonly [number, number] {
  const months = new Map<string, { part: number; whole: number }>();
  for (const score of scored) {
    const sums = months.get(score.month) ?? { part: 0, whole: 0 };
    sums.part += part(score);
    sums.whole += whole(score);
    months.set(score.month, sums);
  }
  const blocks = [...months.values()];
  let state = 20_240_601;
  const ratios = Float64Array.from({ length: REPLICATES }, () => {
    let parts = 0;
    let wholes = 0;
    for (let i = 0; i < blocks.length; i++) {
      state = (state * 48_271) % 2_147_483_647;
      const block = blocks[state % blocks.length]!;
      parts += block.part;
      wholes += block.whole;
    }
    return parts / wholes;
  }).sort();
  return [ratios[Math.floor(0.025 * REPLICATES)]!, ratios[Math.ceil(0.975 * REPLICATES) - 1]!];
}
