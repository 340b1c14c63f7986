/** Rows of features, row-major, and one outcome per row. */
export interface Sample {
  readonly width: number;
  readonly rows: Float64Array;
  readonly outcomes: Float64Array;
}

const MAX_STEPS = 60;
const CONVERGED = 1e-7;
/** Longer Newton steps overshoot. */
const MAX_STEP = 1;
/** Keeps the curvature positive, because the Student likelihood is not convex everywhere. */
const MIN_CURVATURE = 1e-3;

/**
 * Maximum-likelihood weights of the log variance: each outcome is Student t with `degreesOfFreedom` and mean 0, scaled by
 * exp(weights · row / 2). A ridge pulls all weights but the first, the constant, to 0. Newton's method; deterministic. Throws
 * if it does not converge.
 */
export function fitLogVariance(sample: Sample, degreesOfFreedom: number, ridge: number): Float64Array {
  const { width, rows, outcomes } = sample;
  const n = outcomes.length;
  const weights = new Float64Array(width);
  weights[0] = Math.log(outcomes.reduce((sum, y) => sum + y * y, 0) / n);
  const half = (degreesOfFreedom + 1) / 2;
  for (let step = 0; step < MAX_STEPS; step++) {
    const gradient = new Float64Array(width);
    const curvature = Array.from({ length: width }, () => new Float64Array(width));
    for (let i = 0; i < n; i++) {
      const row = i * width;
      let logVariance = 0;
      for (let k = 0; k < width; k++) logVariance += weights[k]! * rows[row + k]!;
      const ratio = (outcomes[i]! * outcomes[i]!) / (degreesOfFreedom * Math.exp(logVariance));
      const part = ratio / (1 + ratio);
      const slope = 0.5 - half * part;
      const bend = half * part * (1 - part) + MIN_CURVATURE;
      for (let k = 0; k < width; k++) {
        const x = rows[row + k]!;
        if (x === 0) continue;
        gradient[k]! += slope * x;
        const line = curvature[k]!;
        for (let j = 0; j <= k; j++) line[j]! += bend * x * rows[row + j]!;
      }
    }
    for (let k = 1; k < width; k++) {
      gradient[k]! += ridge * weights[k]!;
      curvature[k]![k]! += ridge;
    }
    const direction = solveSymmetric(curvature, gradient);
    let largest = 0;
    for (let k = 0; k < width; k++) {
      const move = Math.max(-MAX_STEP, Math.min(MAX_STEP, direction[k]!));
      weights[k]! -= move;
      largest = Math.max(largest, Math.abs(move));
    }
    if (largest < CONVERGED) return weights;
  }
  throw new Error('the regression did not converge');
}

/** Solves A x = b for a positive definite A, given by its lower triangle (Cholesky). */
function solveSymmetric(lower: readonly Float64Array[], b: Float64Array): Float64Array {
  const n = b.length;
  const factor = lower.map((line) => line.slice());
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = factor[i]![j]!;
      for (let k = 0; k < j; k++) sum -= factor[i]![k]! * factor[j]![k]!;
      factor[i]![j] = i === j ? Math.sqrt(sum) : sum / factor[j]![j]!;
    }
  }
  const x = b.slice();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i]! -= factor[i]![k]! * x[k]!;
    x[i]! /= factor[i]![i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i]! -= factor[k]![i]! * x[k]!;
    x[i]! /= factor[i]![i]!;
  }
  return x;
}
