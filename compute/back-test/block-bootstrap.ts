import { sum } from './intervals.ts';

const REPLICATES = 2000;

/**
 * The 95 % bootstrap interval of Σ `parts` / Σ `wholes`, each a sum over one block of time. Draws whole blocks with replacement,
 * because listings move together. Percentiles of 2000 draws, the same ones each time; `[NaN, NaN]` without blocks.
 */
export function bootstrapInterval(
  parts: readonly number[],
  wholes: readonly number[],
): readonly [number, number] {
  const random = lehmer(20_240_601);
  const ratios = Float64Array.from({ length: REPLICATES }, () => {
    const drawn = parts.map(() => random() % parts.length);
    return sum(drawn.map((block) => parts[block]!)) / sum(drawn.map((block) => wholes[block]!));
  }).sort();
  return [ratios[Math.floor(0.025 * REPLICATES)]!, ratios[Math.ceil(0.975 * REPLICATES) - 1]!];
}

/** Whole numbers from 1 to 2³¹ − 2, the same ones for the same seed (Lehmer 1951). */
export function lehmer(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647);
}
