/** The look of a fan of intervals, shared by the chart and the picture. */

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

/** A histogram's bar on that scale. */
interface Bar {
  readonly from: number;
  readonly to: number;
  /** Share 0…1 of the longest bar. */
  readonly length: number;
}

/**
 * A distribution as a histogram. Each of the nested `intervals`, widest first, gives two bars, between its edges and those of
 * the next one (or the median); their length is the density there. Half of an interval's outcomes lie on either side of the
 * median.
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
