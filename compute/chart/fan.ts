import type { Projection } from '../forecast/projection.ts';
import type { Format } from '../format/format.ts';

/** Opacity of the background behind the estimate. */
export const TINT = 0.05;

/** Opacity of each interval, by its percent. Intervals are nested, so opacities add up. */
export const FAN_OPACITY = { 95: 0.1, 80: 0.16, 50: 0.24 } as const;

/** An interval's share of outcomes and its bounds, on any scale. */
interface Interval {
  readonly percent: number;
  readonly from: number;
  readonly to: number;
}

interface Bar {
  readonly from: number;
  readonly to: number;
  /** Share 0…1 of the longest bar. */
  readonly length: number;
}

/** Two bars for each nested interval, widest first, between its edges and the next one's (or the median); length is density. */
export function histogramBars(intervals: readonly Interval[], median: number): [Bar, Bar][] {
  const sides = intervals.map(({ percent, from, to }, i) => {
    const inner = intervals[i + 1] ?? { percent: 0, from: median, to: median };
    const density = (width: number) => (width > 0 ? (percent - inner.percent) / width : 0);
    return [
      { from, to: inner.from, density: density(inner.from - from) },
      { from: inner.to, to, density: density(to - inner.to) },
    ] as const;
  });
  const densest = Math.max(...sides.flat().map(({ density }) => density)) || 1;
  return sides.map(([low, high]) => [
    { from: low.from, to: low.to, length: low.density / densest },
    { from: high.from, to: high.to, length: high.density / densest },
  ]);
}

const DOTS = 20;

/** Where 20 equally likely outcomes end. `below`, `within` and `above` add up to 20. */
interface OutcomeDots {
  /** At −2 % or lower. */
  readonly below: number;
  readonly within: number;
  /** At +2 % or higher. */
  readonly above: number;
  /** Anywhere below the price that the forecast starts from. */
  readonly lower: number;
}

/** Counts a projection's quantiles (i + ½) / 20 by where they end (quantile dots, Kay et al. 2016, "When (ish) is My Bus?"). */
export function outcomeDots({ probabilityUp, probabilityBuy, probabilitySell }: Projection): OutcomeDots {
  const below = dotsUpTo(probabilitySell);
  const notAbove = dotsUpTo(1 - probabilityBuy);
  return { below, within: notAbove - below, above: DOTS - notAbove, lower: dotsUpTo(1 - probabilityUp) };
}

function dotsUpTo(probability: number): number {
  return Math.round(DOTS * probability);
}

type Chances = Pick<Projection, 'probabilityBuy' | 'probabilitySell'>;

/** The chances of a rise of 2 % or more, of neither, and of such a fall: whole percents that add up to 100. */
export function oddsTexts({ share }: Pick<Format, 'share'>, chances: Chances): string[] {
  const { probabilityBuy: rise, probabilitySell: fall } = chances;
  const percents = [rise, Math.max(0, 1 - rise - fall), fall].map((chance) => chance * 100);
  const whole = percents.map(Math.floor);
  const remainder = (i: number) => percents[i]! - whole[i]!;
  const missing = 100 - whole.reduce((sum, percent) => sum + percent, 0);
  const largest = new Set([0, 1, 2].toSorted((a, b) => remainder(b) - remainder(a)).slice(0, missing));
  return percents.map((percent, i) => {
    const text = share(percent / 100);
    return /^[<>]/.test(text) ? text : `${whole[i]! + Number(largest.has(i))}%`;
  });
}
