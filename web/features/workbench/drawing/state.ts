/** What is being placed, selected, dragged or edited, and where pointer and keys move it. No React in here. */
import { decimalsOf, priceDecimals } from '#compute';
import type uPlot from 'uplot';
import type { WindowPoint } from '../../../shared/ui/point-popover.tsx';
import type { PriceScale } from '../../../shared/user/anchor.ts';
import {
  splitAdjustedDrawing,
  type Drawing,
  type DrawingList,
  type Drawings,
  type DrawingStyle,
  type DrawnPoint,
  type Tool,
} from '../../../shared/user/drawings.ts';
import { atom, type Store } from '../../../store.ts';
import { memoizeByObject, type WorkbenchSeries } from '../data/chart-series.ts';
import { indexOfTime, timeOfIndex, type Handle, type PixelPoint } from './shapes.ts';
import { penFor, TOOLS } from './tools.ts';

/** A drawing being placed: its points so far, and where the next one would be. */
export interface PendingDrawing {
  readonly tool: Tool;
  readonly points: readonly DrawnPoint[];
  readonly at: DrawnPoint | null;
  readonly isByKey: boolean;
  /** Whether the tool stays chosen for the next drawing. */
  readonly isKept: boolean;
}

export interface DrawingState {
  readonly placing: PendingDrawing | null;
  readonly selected: {
    readonly id: string;
    readonly handle: Handle;
    /** Whether part of it is on screen; otherwise keys and buttons do not act on it. */
    readonly isOnPlot: boolean;
  } | null;
  /** The selected drawing at the pointer's position, during a drag. */
  readonly dragged: Drawing | null;
  readonly editing: Drawing | null;
}

/** Nothing selected and nothing unfinished, as for every listing that is opened. */
export const IDLE: DrawingState = { placing: null, selected: null, dragged: null, editing: null };

export const drawingStateAtom = atom(IDLE);

/** Changes the unfinished work on the drawings of a store. */
export class DrawingSession {
  readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  get state(): DrawingState {
    return this.store.get(drawingStateAtom);
  }

  set(change: Partial<DrawingState>): void {
    this.store.set(drawingStateAtom, (before) => ({ ...before, ...change }));
  }

  /** Changes the drawing being placed, if it has not been cancelled. Its first point ends a selection. */
  place(change: Partial<PendingDrawing>): void {
    const { placing, selected } = this.state;
    this.set({ placing: placing && { ...placing, ...change }, selected: change.points ? null : selected });
  }

  /** Selects a drawing, or none, and puts the tool away. Text editing goes on; the field ends it itself on blur. */
  choose(id: string | undefined, handle: Handle = 'all'): void {
    this.set({ placing: null, selected: id === undefined ? null : { id, handle, isOnPlot: true } });
  }
}

const NONE: DrawingList = [];

const adjusted = memoizeByObject((stored: DrawingList, today: PriceScale) =>
  stored.map((drawing) => splitAdjustedDrawing(drawing, today)),
);

export function drawingsOn(drawings: Drawings, ticker: string, today: PriceScale): DrawingList {
  return adjusted(drawings.get(ticker) ?? NONE, today);
}

export const penAtom = atom<DrawingStyle>({});

export const magnetAtom = atom(true);

/** The visible part of a drawing being placed; `null` if there is none yet. */
export function draftOf({ tool, points, at }: PendingDrawing, pen: DrawingStyle): Drawing | null {
  const shown = at === null ? points : [...points, at];
  if (points.length === 0 && (at === null || TOOLS[tool].points > 1)) return null;
  return { id: 'new', tool, points: shown, ...penFor(tool, pen), ...(tool === 'text' && { text: 'Text' }) };
}

export function hintOf({ tool, points }: Pick<PendingDrawing, 'tool' | 'points'>): string {
  return TOOLS[tool].hint ?? (points.length === 0 ? 'Place the first point' : 'Place the second point');
}

type Bars = Pick<WorkbenchSeries, 'candles' | 'dates' | 'place'>;

/** A dragged drawing, as it was at the start of the drag. */
export interface Drag {
  readonly drawing: Drawing;
  readonly handle: Handle;
  readonly from: PixelPoint;
}

const FAR_STEPS = 10;

/** Reach of a pointer in pixels: of a press to a drawing, and of the magnet to a price. */
export function reachPx(pointerType: string) {
  return pointerType === 'touch' ? { press: 16, magnet: 14 } : { press: 8, magnet: 8 };
}

/** A pointer's position on the plot, clamped to it. */
export function pixelAt({ clientX, clientY }: WindowPoint, chart: uPlot): PixelPoint {
  const box = chart.over.getBoundingClientRect();
  return {
    x: Math.min(Math.max(clientX - box.left, 0), box.width),
    y: Math.min(Math.max(clientY - box.top, 0), box.height),
  };
}

/** Bars after the last one that keys reach. A pointer reaches as far as the plot. */
const BLANK_BARS = 100;

/** The price at a scale value. Scale values are prices or a linear function of them. */
function priceAt({ place }: Bars, value: number): number {
  const [atOne, atTwo] = [place(1) ?? 1, place(2) ?? 2];
  return 1 + (value - atOne) / (atTwo - atOne);
}

function priceAtHeight(bars: Bars, chart: uPlot, y: number): number {
  return roundPrice(priceAt(bars, chart.posToVal(y, 'price')), stepOn(bars, chart.scales['price']));
}

/** The point under the pointer: a bar, and its open, high, low or close within `magnetPx`, else the price at that height. */
export function pointAt(bars: Bars, { x, y }: PixelPoint, chart: uPlot, magnetPx: number): DrawnPoint {
  const { candles, dates, place } = bars;
  const index = Math.max(Math.round(chart.posToVal(x, 'x')), 0);
  const [nearest] = [candles.open, candles.high, candles.low, candles.close]
    .flatMap((column) => {
      const price = column[index] ?? Number.NaN;
      const value = place(price);
      return value === null ? [] : [{ price, away: Math.abs(chart.valToPos(value, 'price') - y) }];
    })
    .filter(({ away }) => away <= magnetPx)
    .toSorted((a, b) => a.away - b.away);
  return {
    time_seconds: timeOfIndex(dates, index),
    price: nearest?.price ?? priceAtHeight(bars, chart, y),
  };
}

export function draggedTo(
  bars: Bars,
  { drawing, handle, from }: Drag,
  to: PixelPoint,
  chart: uPlot,
  magnetPx: number,
): Drawing {
  const { tool, points } = drawing;
  const pointed = pointAt(bars, to, chart, magnetPx);
  if (TOOLS[tool].isAcross) return { ...drawing, points: [pointed] };
  if (handle !== 'all')
    return { ...drawing, points: points.map((point, i) => (i === handle ? pointed : point)) };
  const steps = Math.round(chart.posToVal(to.x, 'x')) - Math.round(chart.posToVal(from.x, 'x'));
  return {
    ...drawing,
    points: points.map((point) => {
      const { time_seconds: time, price } = point;
      const value = bars.place(price);
      if (value === null) return point;
      const y = chart.valToPos(value, 'price') + to.y - from.y;
      return {
        // Unless it moves by whole bars, a time between two bars stays as it is.
        time_seconds: steps === 0 ? time : timeOfIndex(bars.dates, indexOfTime(bars.dates, time) + steps),
        price: to.y === from.y ? price : priceAtHeight(bars, chart, y),
      };
    }),
  };
}

/** A point moved by a key, or snapped to a price of its bar; `null` for any other key. `mayLeave` allows positions before the bars. */
export function stepped(
  bars: Bars,
  chart: uPlot | null,
  point: DrawnPoint,
  { key: name, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
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
    const reached = Math.min(Math.max(bar + along, 0), dates.length - 1 + BLANK_BARS);
    return { ...point, time_seconds: timeOfIndex(dates, mayLeave ? bar + along : reached) };
  }
  if (up === undefined) return null;
  const step = stepOn(bars, chart?.scales['price']);
  return { ...point, price: roundPrice(point.price + up * step, step) };
}

function stepOn(bars: Bars, { min = 0, max = 0 }: uPlot.Scale = {}): number {
  return priceStep(priceAt(bars, max) - priceAt(bars, min));
}

/** The largest step of 1, 2 or 5 times a power of ten that is at most `span / 100`. */
export function priceStep(span: number): number {
  const rough = span / 100;
  if (!(rough > 0)) return 0.01;
  const power = 10 ** Math.floor(Math.log10(rough));
  const size = [5, 2].find((digit) => digit * power <= rough) ?? 1;
  return Number((size * power).toPrecision(1));
}

/** Rounds a price to the decimals of a step, but at least to those that prices are written with. */
export function roundPrice(price: number, step: number): number {
  return Number(price.toFixed(Math.max(decimalsOf(step), priceDecimals('', price))));
}
