/** What is under a pointer, and how a pointer or a key places and moves drawings over the bars on screen. No React in here. */
import { changeDecimals, decimalsOf } from '#compute';
import type uPlot from 'uplot';
import { indexOfTime, pointsOf, timeOfIndex } from './drawings.ts';
import type { Drawing, DrawnPoint, Tool } from '../../../shared/user-data/drawings.ts';
import type { WorkbenchSeries } from '../chart/workbench-series.ts';

type Bars = Pick<WorkbenchSeries, 'candles' | 'dates' | 'place'>;

/** A place on the plot in CSS pixels. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A drawing as it stands on the plot. */
export interface PlacedDrawing {
  readonly id: string;
  readonly tool: Tool;
  readonly spots: readonly Spot[];
  /** Of a text. */
  readonly widthPx: number;
}

/** What of a drawing is held: one of its points, or all of it. */
export type Grip = 0 | 1 | 'all';

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

function priceAtHeight(bars: Bars, chart: uPlot, y: number): number {
  return roundPrice(priceAt(bars, chart.posToVal(y, 'price')), stepOn(bars, chart.scales['price']));
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
  const snapped = snapPrice({ y }, candidates, pxOf(SNAP_PX, kind));
  return { time_seconds: timeOfIndex(dates, index), price: snapped ?? priceAtHeight(bars, chart, y) };
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
        price: to.y === from.y ? point.price : priceAtHeight(bars, chart, y),
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
  const step = stepOn(bars, chart?.scales['price']);
  return { ...point, price: roundPrice(point.price + up * step, step) };
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

/** The smallest step that can be aimed at on a chart. */
function stepOn(bars: Bars, { min = 0, max = 0 }: uPlot.Scale = {}): number {
  return priceStep(priceAt(bars, max) - priceAt(bars, min));
}

/** A round step of 1, 2 or 5 times a power of ten, the largest not above `span / 100`. */
export function priceStep(span: number): number {
  const rough = span / 100;
  if (!(rough > 0)) return 0.01;
  const power = 10 ** Math.floor(Math.log10(rough));
  const size = [5, 2].find((one) => one * power <= rough) ?? 1;
  return Number((size * power).toPrecision(1));
}

/** A price without digits that nobody can aim at: those of the step, and no fewer than prices are written with. */
export function roundPrice(price: number, step: number): number {
  return Number(price.toFixed(Math.max(decimalsOf(step), changeDecimals(price) ?? 2)));
}

/** A price that a bar has, with its distance from the top in pixels. */
interface Candidate {
  readonly price: number;
  readonly y: number;
}

/** The nearest of a bar's prices within some pixels; `null` where none is. */
export function snapPrice(
  pointed: Pick<Candidate, 'y'>,
  candidates: readonly Candidate[],
  withinPx: number,
): number | null {
  const away = ({ y }: Candidate) => Math.abs(y - pointed.y);
  const nearest = candidates
    .filter((one) => away(one) <= withinPx)
    .toSorted((a, b) => away(a) - away(b))
    .at(0);
  return nearest?.price ?? null;
}

const TEXT_HALF_PX = 10;

/** The drawing at a place, the newest first where several are; `null` where there is none within `withinPx`. */
export function drawingAt(
  placed: readonly PlacedDrawing[],
  at: Spot,
  withinPx: number,
): { readonly id: string; readonly grip: Grip } | null {
  for (const one of placed.toReversed()) {
    const grip = gripAt(one, at, withinPx);
    if (grip !== null) return { id: one.id, grip };
  }
  return null;
}

function gripAt({ tool, spots, widthPx }: PlacedDrawing, at: Spot, withinPx: number): Grip | null {
  const [a, b = a] = spots;
  if (a === undefined || b === undefined) return null;
  switch (tool) {
    case 'level':
      return Math.abs(a.y - at.y) <= withinPx ? 'all' : null;
    case 'text': {
      const isBeside = at.x < a.x - withinPx || at.x > a.x + widthPx + withinPx;
      return isBeside || Math.abs(a.y - at.y) > TEXT_HALF_PX + withinPx / 2 ? null : 'all';
    }
    case 'trend':
    case 'measure': {
      const point = ([b, a] as const).findIndex(
        (spot) => Math.hypot(spot.x - at.x, spot.y - at.y) <= withinPx * 1.25,
      );
      if (point >= 0) return point === 0 ? 1 : 0;
      const edges = tool === 'trend' ? [[a, b] as const] : rectangle(a, b);
      return edges.some(([from, to]) => distance(at, from, to) <= withinPx) ? 'all' : null;
    }
  }
}

function rectangle(a: Spot, b: Spot): readonly (readonly [Spot, Spot])[] {
  const [c, d] = [
    { x: b.x, y: a.y },
    { x: a.x, y: b.y },
  ];
  return [
    [a, c],
    [c, b],
    [b, d],
    [d, a],
  ];
}

/** Of a place from the line between two others. */
function distance(at: Spot, from: Spot, to: Spot): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length;
  const along = Math.min(Math.max(share, 0), 1);
  return Math.hypot(from.x + along * dx - at.x, from.y + along * dy - at.y);
}
