/**
 * Distribution of a standardised residual, (log return over h sessions − drift) / (EWMA sigma · √h): a Student t with
 * 6 degrees of freedom, times {@link RESIDUAL_SCALE}. Symmetric, fatter than a normal.
 *
 * Chosen from a walk-forward study of 103 listings: bands of ±1.2816 and ±1.96 EWMA sigmas, 80 and 95 % under a normal,
 * held 81.9/93.7 % (1 session), 80.8/93.8 % (7), 80.6/93.7 % (14) and 80.3/93.4 % (30) of outcomes. A t₆ gives those
 * shares back at scales 0.847…0.883, mean 0.866; no normal fits both columns.
 */
const RESIDUAL_SCALE = 0.866;

const DEGREES_OF_FREEDOM = 6;

/** Upper ends of the central bands. 75, 90 and 97.5 % quantiles of t₆ (any table of Student's t), scaled. */
export const RESIDUAL_QUANTILE_75: number = RESIDUAL_SCALE * 0.7175581964914126;
export const RESIDUAL_QUANTILE_90: number = RESIDUAL_SCALE * 1.4397557472651483;
export const RESIDUAL_QUANTILE_975: number = RESIDUAL_SCALE * 2.446911851144968;

/**
 * P(residual ≤ `residual`), 0…1. Closed form of Student's t for 6 degrees of freedom (Abramowitz & Stegun 26.7.4),
 * rearranged so that a far tail keeps its digits and never falls below 0: with c = 6 / (6 + t²), s = √(1 − c) and
 * q = 1 + c/2 + 3c²/8, the tail (1 − sq) / 2 equals (1 − s²q²) / (2 (1 + sq)), whose numerator is a polynomial in c.
 * Takes ±Infinity; NaN gives NaN.
 */
export function residualCdf(residual: number): number {
  const t = residual / RESIDUAL_SCALE;
  const c = DEGREES_OF_FREEDOM / (DEGREES_OF_FREEDOM + t * t);
  const sq = Math.sqrt(1 - c) * (1 + c / 2 + (3 / 8) * c * c);
  const tail = (c * c * c * (40 + 15 * c + 9 * c * c)) / (128 * (1 + sq));
  return t > 0 ? 1 - tail : tail;
}
