/** How a pointer or a key places and moves drawings over the bars on screen. No React in here. */
import type uPlot from 'uplot';
import {
  indexOfTime,
  priceStep,
  roundPrice,
  snapPrice,
  timeOfIndex,
  type Grip,
  type Spot,
} from './drawing-places.ts';
import { pointsOf, type Drawing, type DrawnPoint, type Tool } from './drawings.ts';
import type { WorkbenchSeries } from './workbench-series.ts';

type Bars = Pick<WorkbenchSeries, 'candles' | 'dates' | 'place'>;

/** A drawing on its way: its points so far, and where the next one would be. */
export interface Placing {
  readonly tool: Tool;
  readonly points: readonly DrawnPoint[];
  readonly at: DrawnPoint | null;
  readonly isByKey: boolean;
}

/** A drawing that the pointer moves, as it was at the start. */
export interface Drag {
  readonly drawing: Drawing;
  readonly grip: Grip;
  readonly from: Spot;
}

const SLOP_PX = { mouse: 7, pen: 10, touch: 16 } as const;
const SNAP_PX = { mouse: 8, pen: 10, touch: 14 } as const;
const FAR_STEPS = 10;
const NEW_ID = 'new';
const SAMPLE_TEXT = 'Text';

function pxOf(sizes: typeof SLOP_PX | typeof SNAP_PX, kind: string): number {
  return kind === 'touch' || kind === 'pen' ? sizes[kind] : sizes.mouse;
}

/** How far from a drawing a press of this kind of pointer still means it. */
export function slopPx(kind: string): number {
  return pxOf(SLOP_PX, kind);
}

/** Where a pointer is on the plot; outside it, the nearest place inside. */
export function spotAt({ clientX, clientY }: PointerEvent, chart: uPlot): Spot {
  const box = chart.over.getBoundingClientRect();
  return {
    x: Math.min(Math.max(clientX - box.left, 0), box.width),
    y: Math.min(Math.max(clientY - box.top, 0), box.height),
  };
}

/** The index of the nearest bar. */
export function insideBars({ dates }: Bars, index: number): number {
  return Math.min(Math.max(index, 0), dates.length - 1);
}

/** The price at a value of the scale; each scale is a straight line of prices, or prices themselves. */
function priceAt({ place }: Bars, value: number): number {
  const [one, two] = [place(1) ?? 1, place(2) ?? 2];
  return 1 + (value - one) / (two - one);
}

/** What the pointer points at: a bar, and its price nearby or the price at that height. */
export function pointAt(bars: Bars, { x, y }: Spot, chart: uPlot, kind: string): DrawnPoint {
  const { candles, dates, place } = bars;
  const index = insideBars(bars, Math.round(chart.posToVal(x, 'x')));
  const candidates = [candles.open, candles.high, candles.low, candles.close].flatMap((column) => {
    const price = column[index] ?? Number.NaN;
    const value = place(price);
    return value === null ? [] : [{ price, y: chart.valToPos(value, 'price') }];
  });
  const pointed = { price: priceAt(bars, chart.posToVal(y, 'price')), y };
  return {
    time_seconds: timeOfIndex(dates, index),
    price: snapPrice(pointed, candidates, pxOf(SNAP_PX, kind)),
  };
}

/** The dragged drawing with the pointer at `to`. */
export function movedTo(
  bars: Bars,
  { drawing, grip, from }: Drag,
  to: Spot,
  chart: uPlot,
  kind: string,
): Drawing {
  const { tool, points } = drawing;
  const pointed = pointAt(bars, to, chart, kind);
  if (tool === 'level') return { ...drawing, points: [pointed] };
  if (grip !== 'all') return { ...drawing, points: points.map((point, i) => (i === grip ? pointed : point)) };
  const steps = Math.round(chart.posToVal(to.x, 'x')) - Math.round(chart.posToVal(from.x, 'x'));
  return {
    ...drawing,
    points: points.map((point) => {
      const value = bars.place(point.price);
      if (value === null) return point;
      const y = chart.valToPos(value, 'price') + to.y - from.y;
      return {
        time_seconds: movedTime(bars.dates, point.time_seconds, steps),
        price: to.y === from.y ? point.price : roundPrice(priceAt(bars, chart.posToVal(y, 'price'))),
      };
    }),
  };
}

/** A time moved by some bars; by none it keeps what its bar does not have. */
function movedTime(dates: Float64Array, timeSeconds: number, bars: number): number {
  return bars === 0 ? timeSeconds : timeOfIndex(dates, indexOfTime(dates, timeSeconds) + bars);
}

/** A point one step further, or on a price of its bar; `null` for a key that moves nothing. `mayLeave`: beyond the bars too. */
export function stepped(
  bars: Bars,
  chart: uPlot | null,
  point: DrawnPoint,
  { key: name, shiftKey }: KeyboardEvent,
  mayLeave = false,
): DrawnPoint | null {
  const { candles, dates } = bars;
  const steps = shiftKey ? FAR_STEPS : 1;
  const along = { ArrowLeft: -steps, ArrowRight: steps, PageUp: -FAR_STEPS, PageDown: FAR_STEPS }[name];
  const up = { ArrowUp: steps, ArrowDown: -steps }[name];
  const bar = indexOfTime(dates, point.time_seconds);
  const column = { o: candles.open, h: candles.high, l: candles.low, c: candles.close }[name.toLowerCase()];
  if (column !== undefined) return { ...point, price: column[bar] ?? point.price };
  if (along !== undefined) {
    const index = mayLeave ? bar + along : insideBars(bars, bar + along);
    return { ...point, time_seconds: timeOfIndex(dates, index) };
  }
  if (up === undefined) return null;
  const { min, max } = chart?.scales['price'] ?? {};
  const step = priceStep(priceAt(bars, max ?? 0) - priceAt(bars, min ?? 0), point.price);
  return { ...point, price: roundPrice(point.price + up * step) };
}

export function isSamePoint(a: DrawnPoint, b: DrawnPoint): boolean {
  return a.time_seconds === b.time_seconds && a.price === b.price;
}

/** What is to be seen of a drawing on its way. */
export function draftOf({ tool, points, at }: Placing): Drawing | null {
  const shown = at === null ? points : [...points, at];
  const isShown = points.length > 0 || (at !== null && pointsOf(tool) === 1);
  return isShown ? { id: NEW_ID, tool, points: shown, ...(tool === 'text' && { text: SAMPLE_TEXT }) } : null;
}

/** What the user is to do next. */
export function hintOf({ tool, points }: Pick<Placing, 'tool' | 'points'>): string {
  if (tool === 'level') return 'Choose a price';
  if (tool === 'text') return 'Choose a place';
  return points.length === 0 ? 'Choose the first point' : 'Choose the second point';
}
