/** How a fan of intervals looks, whatever draws it. */

/** Ground of the estimated part. */
export const TINT = 0.05;

/** How strongly each interval is painted, by its percent; they are nested, so opacities add up. */
export const FAN_OPACITY = { 95: 0.1, 80: 0.16, 50: 0.24 } as const;

/** An interval: the share of outcomes in it and its bounds, on any scale. */
interface Interval {
  readonly percent: number;
  readonly from: number;
  readonly to: number;
}

/** A bar of a histogram over that scale. */
interface Bar {
  readonly from: number;
  readonly to: number;
  /** 0…1, as a share of the longest one. */
  readonly length: number;
}

/**
 * A distribution as a histogram: of each of the nested `intervals`, widest first, the two bars between it and the next one,
 * or the median, as long as their values are likely. Half of each interval's outcomes lie on either side of the median.
 */
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
