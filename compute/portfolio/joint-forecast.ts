import { sum } from '../common/sum.ts';

const LEVELS = {
  low95: 0.025,
  low80: 0.1,
  low50: 0.25,
  price: 0.5,
  high50: 0.75,
  high80: 0.9,
  high95: 0.975,
} as const;

/** Losses whose chances are given, as shares of the value. */
const LOSS_SHARES = [0, 0.05, 0.1];

/** Money in the currency of the holdings' values, chances 0…1. */
export interface JointForecast {
  readonly value: number;
  /** Quantiles of the value at each session ahead, from 1; `price` is the median. */
  readonly points: readonly Readonly<Record<keyof typeof LEVELS, number>>[];
  /** The loss that 1 in 20 outcomes reaches at the horizon; negative if even that one is a gain. */
  readonly valueAtRisk95: number;
  /** The mean loss of those outcomes. */
  readonly expectedShortfall95: number;
  /** Each holding's mean loss in those outcomes; their sum is `expectedShortfall95`. */
  readonly parts: readonly number[];
  /** How much more the holdings' own expected shortfalls add up to; at least 0. */
  readonly diversification: number;
  /** Chances of a lower value, of one lower by at least 5 %, and by at least 10 %. */
  readonly chances: readonly number[];
}

/** The joint forecast of holdings worth `values` today (≥ 0). `growth`: the scenarios', which serve any quantities. */
export function jointForecast(
  growth: readonly (readonly Float64Array[])[],
  values: readonly number[],
): JointForecast {
  const value = sum(values);
  const changes = growth.map((ratios) => portfolioChanges(ratios, values));
  const last = changes.at(-1)!;
  const ratios = growth.at(-1)!;
  const order = [...last.keys()].sort((a, b) => last[a]! - last[b]! || a - b);
  const worst = order.slice(0, Math.ceil(order.length / 20));
  const parts = values.map((held, i) => (held * sum(worst.map((t) => 1 - ratios[i]![t]!))) / worst.length);
  const shortfall = sum(parts);
  const alone = values.map((held, i) => -held * tailMean(ratios[i]!.map((ratio) => ratio - 1).sort()));
  const chanceBelow = (limit: number) => last.filter((change) => change < limit).length / last.length;
  return {
    value,
    points: changes.map((change) => pointOf(value, change.toSorted())),
    valueAtRisk95: -hazenQuantile(last.toSorted(), 0.05),
    expectedShortfall95: shortfall,
    parts,
    // Below 0 only by rounding, since expected shortfall is subadditive.
    diversification: Math.max(0, sum(alone) - shortfall),
    chances: LOSS_SHARES.map((share) => chanceBelow(-share * value)),
  };
}

/** Each scenario's change of value. */
export function portfolioChanges(growth: readonly Float64Array[], values: readonly number[]): Float64Array {
  return growth[0]!.map((_, t) =>
    growth.reduce((change, ratios, i) => change + values[i]! * (ratios[t]! - 1), 0),
  );
}

function pointOf(value: number, sorted: Float64Array): JointForecast['points'][number] {
  const quantileOf = ([name, level]: [string, number]) => [name, value + hazenQuantile(sorted, level)];
  return Object.fromEntries(Object.entries(LEVELS).map(quantileOf)) as JointForecast['points'][number];
}

/** The quantile of ascending values at `level` (0…1), whose i-th of n lies at (i − ½) / n (Hazen 1914); linear between them. */
export function hazenQuantile(sorted: Float64Array, level: number): number {
  const place = Math.min(Math.max(level * sorted.length - 0.5, 0), sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.ceil(place);
  return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!);
}

/** Mean of the lowest 5 % of ascending values, their number rounded up. */
export function tailMean(sorted: Float64Array): number {
  const tail = sorted.subarray(0, Math.ceil(sorted.length / 20));
  return sum(tail) / tail.length;
}
