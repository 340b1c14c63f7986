/**
 * Levels of the fitted quantiles of a standardised residual, (log return − drift) / sigma. The bands' edges are among
 * them, so a band is never interpolated.
 */
export const LEVELS: readonly number[] = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8,
  0.85, 0.9, 0.95, 0.975, 0.99, 0.995,
];

/** Index of the median in {@link LEVELS}. */
export const MEDIAN: number = (LEVELS.length - 1) / 2;

const LAST = LEVELS.length - 1;

/**
 * The quantile at `level` of a distribution given by its quantiles at {@link LEVELS}: linear in between, beyond the ends
 * a power tail through the two outermost quantiles. Ascending in `level`; `level` strictly between 0 and 1. In sigmas.
 */
export function residualQuantile(quantiles: readonly number[], level: number): number {
  if (level < LEVELS[0]!) {
    return quantiles[0]! * (LEVELS[0]! / level) ** (1 / tailExponent(quantiles, 0, 1));
  }
  if (level > LEVELS[LAST]!) {
    return quantiles[LAST]! * (LEVELS[0]! / (1 - level)) ** (1 / tailExponent(quantiles, LAST, LAST - 1));
  }
  let i = 0;
  while (LEVELS[i + 1]! < level) i++;
  const part = (level - LEVELS[i]!) / (LEVELS[i + 1]! - LEVELS[i]!);
  return quantiles[i]! + part * (quantiles[i + 1]! - quantiles[i]!);
}

/**
 * P(residual ≤ `residual`), 0…1: the inverse of {@link residualQuantile}, so a band and a probability never disagree.
 * Takes ±Infinity.
 */
export function residualCdf(quantiles: readonly number[], residual: number): number {
  if (residual < quantiles[0]!) {
    return LEVELS[0]! * (quantiles[0]! / residual) ** tailExponent(quantiles, 0, 1);
  }
  if (residual > quantiles[LAST]!) {
    return 1 - LEVELS[0]! * (quantiles[LAST]! / residual) ** tailExponent(quantiles, LAST, LAST - 1);
  }
  let i = 0;
  while (i < LAST - 1 && quantiles[i + 1]! < residual) i++;
  const part = (residual - quantiles[i]!) / (quantiles[i + 1]! - quantiles[i]!);
  return LEVELS[i]! + part * (LEVELS[i + 1]! - LEVELS[i]!);
}

/** Exponent a of a tail probability ∝ |residual|^−a that holds 1 % beyond one quantile and 0.5 % beyond the other. */
function tailExponent(quantiles: readonly number[], end: number, inner: number): number {
  return Math.LN2 / Math.log(quantiles[end]! / quantiles[inner]!);
}
