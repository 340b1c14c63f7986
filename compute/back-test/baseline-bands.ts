import type { Projection } from '../forecast/projection.ts';

/** Quantiles of the standard normal (any table). */
export const NORMAL_75 = 0.6744897501960817;
export const NORMAL_90 = 1.2815515655446004;
export const NORMAL_975 = 1.959963984540054;

const BASELINE_SIGMA_SESSIONS = 1250;

/** Keeps the baseline's sigma above 0 for a price that moves by the same step every day. */
const MIN_BASELINE_SIGMA = 1e-6;

/** The levels of the three bands' upper edges, with their standard normal quantiles. */
const UPPER_EDGES = [
  [0.75, NORMAL_75],
  [0.9, NORMAL_90],
  [0.975, NORMAL_975],
] as const;

/** Pinball loss of `quantile` as the `level` (0…1) quantile of `outcome`, in the unit of both (Koenker & Bassett 1978). */
export function pinball(outcome: number, quantile: number, level: number): number {
  return outcome < quantile ? (1 - level) * (quantile - outcome) : level * (outcome - quantile);
}

/** Sum of the pinball losses of a projection's median and the edges of its three bands, in the listing's currency. */
export function bandLoss(outcome: number, projection: Projection): number {
  const { price, low50, low80, low95, high50, high80, high95 } = projection;
  return (
    pinball(outcome, price, 0.5) +
    edgeLoss(outcome, low50, high50, 0.75) +
    edgeLoss(outcome, low80, high80, 0.9) +
    edgeLoss(outcome, low95, high95, 0.975)
  );
}

/** The same for the baseline, whose log outcome is normal around the projection's `median`; `sigma` covers the whole horizon. */
export function baselineBandLoss(outcome: number, median: number, sigma: number): number {
  let loss = pinball(outcome, median, 0.5);
  for (const [level, quantile] of UPPER_EDGES) {
    const step = Math.exp(sigma * quantile);
    loss += edgeLoss(outcome, median / step, median * step, level);
  }
  return loss;
}

function edgeLoss(outcome: number, low: number, high: number, level: number): number {
  return pinball(outcome, low, 1 - level) + pinball(outcome, high, level);
}

/** Returns a function that gives the baseline's sigma per session at a bar ≥ 1, from the up to 1250 log returns before it. */
export function baselineSigmas(logClose: Float64Array): (origin: number) => number {
  const squares = new Float64Array(logClose.length);
  for (let t = 1; t < squares.length; t++)
    squares[t] = squares[t - 1]! + (logClose[t]! - logClose[t - 1]!) ** 2;
  return (origin) => {
    const first = Math.max(0, origin - BASELINE_SIGMA_SESSIONS);
    const n = origin - first;
    const mean = (logClose[origin]! - logClose[first]!) / n;
    const variance = (squares[origin]! - squares[first]!) / n - mean * mean;
    return Math.max(Math.sqrt(Math.max(0, variance)), MIN_BASELINE_SIGMA);
  };
}
