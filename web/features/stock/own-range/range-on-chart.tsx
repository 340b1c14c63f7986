import { barOnDate, datesWith } from '#compute';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { ForecastListing } from '../../../shared/api/listing-queries.ts';
import type { ChartFrame, ChartLayer } from '../../../shared/charts/chart-spec.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import type { OwnRange } from '../../../shared/user/own-ranges.ts';
import styles from './own-range.module.css';
import { savedRangeLayer } from './saved-range-layer.ts';

export type End = 'low' | 'high';

export interface RangeOnChartProps {
  readonly data: ForecastListing;
  readonly onLayer: (layer: ChartLayer | null) => void;
}

/** Drawn on the chart's canvas, so that an exported picture has it. */
export function SavedRangeOnChart(props: RangeOnChartProps & { readonly range: OwnRange }) {
  const { data, range, onLayer } = props;
  const format = useFormat();
  const { own_low: low, own_high: high, target_date: date } = range;
  const { response } = data;
  const index = indexOf(data, date);
  useEffect(() => {
    const ends = [high, low].map((price) => ({ price, text: `Yours ${format.price(price, response)}` }));
    onLayer({
      ...savedRangeLayer(index, ends),
      covers: coverRange(response.current_price, index, [low, high]),
    });
    return () => onLayer(null);
  }, [index, low, high, response, format, onLayer]);
  return null;
}

interface DraftOnChartProps extends RangeOnChartProps {
  /** The session that the range is about. */
  readonly date: string;
  /** NaN while a field has no price. */
  readonly prices: Readonly<Record<End, number>>;
  readonly step: number;
  readonly onMove: (end: End, price: number) => void;
}

/** A bracket over the chart. Its handles lie outside the range, so that a thumb does not cover it. */
export function DraftOnChart(props: DraftOnChartProps) {
  const { prices, step, onMove } = props;
  const { low, high } = prices;
  const { response } = props.data;
  const format = useFormat();
  /** The prices at the start of a drag. A moving axis would carry the price away from the pointer. */
  const [dragged, setDragged] = useState<typeof prices | null>(null);
  const place = useRangePlace({ ...props, prices: dragged ?? prices });
  if (place === null) return <p className="note">To see the handles, reset the chart’s view.</p>;
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
            <div key={end} data-end={end}>
              <span aria-hidden="true" className={styles.price} style={{ top: yOf(prices[end]) }}>
                {text}
              </span>
              <input
                type="range"
                aria-label={end === 'high' ? 'High end' : 'Low end'}
                aria-valuetext={text}
                className={styles.handle}
                {...{ min, max, step }}
                value={prices[end]}
                onChange={({ target }) => onMove(end, target.valueAsNumber)}
                onPointerDown={() => setDragged(prices)}
                onPointerUp={stop}
                onPointerCancel={stop}
              />
            </div>
          );
        })}
    </fieldset>,
    surface,
  );
}

function indexOf({ candles, analysis }: ForecastListing, date: string): number {
  return barOnDate(datesWith(candles.time, analysis.forecast), date);
}

/** The chart makes no room for prices beyond this multiple of the current one: it would show nothing else while one is typed. */
const MAX_FACTOR = 3;
/** Room for the handles and labels, as a share of the range. */
const MARGIN_SHARE = 0.15;

/** The prices that the axis covers while the range's session is on screen. */
function coverRange(current: number, index: number, ends: readonly number[]) {
  const room = ends.filter((price) => price > current / MAX_FACTOR && price < current * MAX_FACTOR);
  const margin = (Math.max(...room) - Math.min(...room)) * MARGIN_SHARE;
  return ({ to }: ChartFrame) =>
    index < to ? room.flatMap((price) => [price - margin, price + margin]) : [];
}

/** In CSS pixels inside `surface`: `x` is the range's date, `top` the price `max`, the foot `min`; both in whole steps. */
type RangePlace = { readonly surface: Element } & Readonly<
  Record<'x' | 'top' | 'height' | 'min' | 'max', number>
>;

/** Makes the price axis cover a range, and follows its place on the chart, which is `null` while its date is out of view. */
function useRangePlace(props: DraftOnChartProps): RangePlace | null | undefined {
  const { data, date, prices, onLayer, step } = props;
  const { low, high } = prices;
  const { response } = data;
  const index = indexOf(data, date);
  const [place, setPlace] = useState<RangePlace | null>();
  useEffect(() => {
    onLayer({
      at: 'over',
      covers: coverRange(response.current_price, index, [low, high]),
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
  }, [index, low, high, step, response, onLayer]);
  return place;
}
