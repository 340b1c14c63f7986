import { barOnDate, datesWith } from '#compute';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ForecastListing } from '../../../shared/api/listing-queries.ts';
import type { ChartLayer } from '../../../shared/charts/chart-spec.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import styles from './own-range.module.css';

export type End = 'low' | 'high';

export interface RangeOnChartProps {
  readonly data: ForecastListing;
  /** The session that the range is about. */
  readonly date: string;
  /** NaN while a field has no price. */
  readonly prices: Readonly<Record<End, number>>;
  readonly onLayer: (layer: ChartLayer | null) => void;
  /** Handles for a range that can still change. */
  readonly handles?: {
    readonly step: number;
    readonly onMove: (end: End, price: number) => void;
  };
}

/** A dashed bracket over the chart. Its handles lie outside the range, so that a thumb does not cover it. */
export function RangeOnChart({ data, date, prices, onLayer, handles }: RangeOnChartProps) {
  const { low, high } = prices;
  const { response } = data;
  const format = useFormat();
  /** The prices at the start of a drag. A moving axis would carry the price away from the pointer. */
  const [dragged, setDragged] = useState<typeof prices | null>(null);
  const place = useRangePlace({ data, date, onLayer, prices: dragged ?? prices }, handles?.step);
  if (place === null && handles) return <p className="note">To see the handles, reset the chart’s view.</p>;
  if (!place) return null;
  const { surface, x, top, height, min, max } = place;
  const yOf = (price: number) => Math.min(Math.max((max - price) / (max - min), 0), 1) * height;
  const stop = () => setDragged(null);
  return createPortal(
    <fieldset
      aria-label="Your range on the chart"
      className={styles.overlay}
      style={{ width: x, top, height }}
    >
      {low < high && (
        <div className={styles.bracket} style={{ top: yOf(high), height: yOf(low) - yOf(high) }} />
      )}
      {(['high', 'low'] as const)
        .filter((end) => prices[end] > 0)
        .map((end) => {
          const text = format.price(prices[end], response);
          return (
            <div key={end} data-end={end} className={handles && styles.movable}>
              <span aria-hidden="true" className={styles.price} style={{ top: yOf(prices[end]) }}>
                {handles ? text : `Yours ${text}`}
              </span>
              {handles && (
                <input
                  type="range"
                  aria-label={end === 'high' ? 'High end' : 'Low end'}
                  aria-valuetext={text}
                  className={styles.handle}
                  {...{ min, max }}
                  step={handles.step}
                  value={prices[end]}
                  onChange={({ target }) => handles.onMove(end, target.valueAsNumber)}
                  onPointerDown={() => setDragged(prices)}
                  onPointerUp={stop}
                  onPointerCancel={stop}
                />
              )}
            </div>
          );
        })}
    </fieldset>,
    surface,
  );
}

/** The chart makes no room for prices beyond this multiple of the current one: it would show nothing else while one is typed. */
const MAX_FACTOR = 3;
/** Room for the handles, as a share of the range. */
const MARGIN_SHARE = 0.15;

/** In CSS pixels inside `surface`: `x` is the range's date, `top` the price `max`, the foot `min`; both in whole steps. */
type RangePlace = { readonly surface: Element } & Readonly<
  Record<'x' | 'top' | 'height' | 'min' | 'max', number>
>;

/** Makes the price axis cover a range, and follows its place on the chart, which is `null` while its date is out of view. */
function useRangePlace(
  { data, date, prices: { low, high }, onLayer }: RangeOnChartProps,
  step = Number.EPSILON,
): RangePlace | null | undefined {
  const { candles, analysis, response } = data;
  const { current_price: current } = response;
  const index = barOnDate(datesWith(candles.time, analysis.forecast), date);
  const [place, setPlace] = useState<RangePlace | null>();
  useEffect(() => {
    const room = [low, high].filter((price) => price > current / MAX_FACTOR && price < current * MAX_FACTOR);
    const margin = (Math.max(...room) - Math.min(...room)) * MARGIN_SHARE;
    onLayer({
      at: 'over',
      covers: ({ to }) => (index < to ? room.flatMap((price) => [price - margin, price + margin]) : []),
      draw(chart, { to, pixelRatio }) {
        const surface = chart.root.closest('[role="application"]');
        if (surface === null || index >= to) return setPlace(null);
        const pixel = (value: number, scale: string) => chart.valToPos(value, scale, true) / pixelRatio;
        const { min: foot = 0, max: head = 0 } = chart.scales['price'] ?? {};
        const [min, max] = [Math.ceil(foot / step) * step, Math.floor(head / step) * step];
        const top = pixel(max, 'price');
        setPlace({ surface, x: pixel(index, 'x'), top, height: pixel(min, 'price') - top, min, max });
      },
    });
    return () => onLayer(null);
  }, [index, low, high, step, current, onLayer]);
  return place;
}
