/** A share or ratio with its 95 % interval. */
export interface Estimated {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** 97.5 % quantile of the normal: two-sided 95 %. */
export const NORMAL_975 = 1.959964;

/** 97.5 % quantiles of Student's t for 1…9 degrees of freedom (any table). */
const STUDENT_975 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262];

/**
 * A share with its 95 % score interval (Wilson 1927): stays inside 0…1 and is sound for few observations.
 * `share` 0…1 of `n` > 0 independent observations; `n` may be fractional, an effective number.
 * `RangeError` outside of that.
 */
export function wilsonInterval(share: number, n: number): Estimated {
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
 * Skill, 1 − Σ`errors` / Σ`referenceErrors`, with a 95 % interval by the delta method for a ratio of means (Cochran 1977,
 * "Sampling Techniques", ch. 6) and Student's t. Overlapping windows are not independent, so the variance of the mean is
 * taken over `nEffective` blocks, not over all windows.
 * Errors are absolute, paired by window; no unit. Above 0 is better than the reference.
 * `RangeError` unless the arrays are equally long, `referenceErrors` has a positive sum and `nEffective` ≥ 2.
 */
export function skillInterval(
  errors: Float64Array,
  referenceErrors: Float64Array,
  nEffective: number,
): Estimated {
  const n = errors.length;
  const total = errors.reduce((sum, error) => sum + error, 0);
  const referenceTotal = referenceErrors.reduce((sum, error) => sum + error, 0);
  if (referenceErrors.length !== n || !(referenceTotal > 0) || !(nEffective >= 2)) {
    throw new RangeError('skill needs paired errors, a reference that errs, and two blocks');
  }
  const ratio = total / referenceTotal;
  let squares = 0;
  for (let i = 0; i < n; i++) squares += (errors[i]! - ratio * referenceErrors[i]!) ** 2;
  const standardError = Math.sqrt(squares / (n - 1) / nEffective) / (referenceTotal / n);
  const half = student975(nEffective - 1) * standardError;
  return { value: 1 - ratio, low: 1 - ratio - half, high: 1 - ratio + half };
}

/**
 * A mean with its 95 % interval by Student's t. As in {@link skillInterval} the variance of the mean is taken over
 * `nEffective` blocks. `RangeError` unless there are two values and `nEffective` ≥ 2.
 */
export function meanInterval(values: Float64Array, nEffective: number): Estimated {
  const n = values.length;
  if (!(n >= 2 && nEffective >= 2))
    throw new RangeError('a mean with an interval needs two values and two blocks');
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const half = student975(nEffective - 1) * Math.sqrt(squares / (n - 1) / nEffective);
  return { value: mean, low: mean - half, high: mean + half };
}

/** 97.5 % quantile of Student's t; from 10 degrees of freedom by 1.96 + 2.5 / df, within 0.02 of the table. */
export function student975(degreesOfFreedom: number): number {
  return STUDENT_975[Math.floor(degreesOfFreedom) - 1] ?? NORMAL_975 + 2.5 / degreesOfFreedom;
}
