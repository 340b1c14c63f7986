/** A forecast behind the bars that it was made from, as columns of a chart. */
import { FAN_BOUNDS, parseIsoDate, type Forecast } from '#compute';
import type { ChartAnnotations } from './chart-spec.ts';

/** Of the bars, then of the forecast's sessions; epoch seconds. */
export function datesWith(time: Float64Array, { points }: Forecast): Float64Array {
  return Float64Array.from([...time, ...points.map(({ date }) => parseIsoDate(date) ?? Number.NaN)]);
}

/** A price on a scale; `null` where that has no place for it. */
type Place = (price: number) => number | null;

const linear: Place = (price) => (Number.isFinite(price) ? price : null);

/** The columns of {@link FAN_BOUNDS} after `bars` bars; the fan opens from the forecast's base price at the last bar. */
export function fanColumns(
  { points, basePrice }: Forecast,
  bars: number,
  place: Place = linear,
): readonly (readonly (number | null)[])[] {
  return FAN_BOUNDS.map((bound) =>
    Array.from({ length: bars + points.length }, (_, i) => {
      if (i < bars - 1) return null;
      return place(i === bars - 1 ? basePrice : (points[i - bars]?.[bound] ?? Number.NaN));
    }),
  );
}

/** The 80 % range at the end of the forecast, which is session `index` of the chart. */
export function fanEdge(
  { points }: Forecast,
  index: number,
  write: (value: number) => string,
  place: Place = linear,
): NonNullable<ChartAnnotations['edge']> {
  const end = points.at(-1);
  const levels = (end === undefined ? [] : [end.low80, end.high80]).flatMap((price) => {
    const value = place(price);
    return value === null ? [] : [{ value, text: write(value) }];
  });
  return { index, levels };
}
