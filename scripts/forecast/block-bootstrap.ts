import { bootstrapInterval } from '../../compute/back-test/block-bootstrap.ts';

/** The 95 % bootstrap interval of Σ `part` / Σ `whole` over the scores' blocks; `[NaN, NaN]` without scores. */
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
  return bootstrapInterval(
    blocks.map((block) => block.part),
    blocks.map((block) => block.whole),
  );
}
