const REPLICATES = 2000;

/**
 * The 95 % bootstrap interval of Σ `part` / Σ `whole`. Draws whole blocks of time with replacement, because listings move
 * together. Percentiles of 2000 seeded draws (Lehmer 1951); `[NaN, NaN]` without scores.
 */
export function blockInterval<Score extends { readonly block: string | number }>(
  scored: readonly Score[],
  part: (score: Score) => number,
  whole: (score: Score) => number = () => 1,
): readonly [number, number] {
  const sums = new Map<string | number, { part: number; whole: number }>();
  for (const score of scored) {
    const block = sums.get(score.block) ?? { part: 0, whole: 0 };
    block.part += part(score);
    block.whole += whole(score);
    sums.set(score.block, block);
  }
  const blocks = [...sums.values()];
  const random = lehmer(20_240_601);
  const ratios = Float64Array.from({ length: REPLICATES }, () => {
    let parts = 0;
    let wholes = 0;
    for (let i = 0; i < blocks.length; i++) {
      const block = blocks[random() % blocks.length]!;
      parts += block.part;
      wholes += block.whole;
    }
    return parts / wholes;
  }).sort();
  return [ratios[Math.floor(0.025 * REPLICATES)]!, ratios[Math.ceil(0.975 * REPLICATES) - 1]!];
}

/** Whole numbers from 1 to 2³¹ − 2, the same ones for the same seed (Lehmer 1951). */
export function lehmer(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647);
}
