import { rangeStart, type Candles, type RangeLabel } from '#compute';

/** Closes of a range: views on the candles, nothing is copied. */
export interface RangeSeries {
  readonly dates: Float64Array;
  readonly closes: Float64Array;
}

/** The series of a range; the whole history where it does not reach back that far. */
export function rangeSeries({ time, close }: Candles, label: RangeLabel): RangeSeries {
  const start = rangeStart(time, label) ?? 0;
  return { dates: time.subarray(start), closes: close.subarray(start) };
}

/** A price against the first of its range, in currency and percent. */
export function changeInRange(price: number, first: number): { change: number; changePercent: number } {
  return { change: price - first, changePercent: (price / first - 1) * 100 };
}
