/** Uniform numbers in [0, 1), the same ones for the same seed (mulberry32). */
export function uniform(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Standard normal numbers from uniform ones (Box and Muller 1958). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Share of intervals that contain `truth`. */
export function coverageOf(
  intervals: readonly { readonly low: number; readonly high: number }[],
  truth: number,
): number {
  return intervals.filter(({ low, high }) => low <= truth && truth <= high).length / intervals.length;
}
