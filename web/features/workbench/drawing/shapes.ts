/** Shapes of drawings in CSS pixels from the plot's top left, and hit testing. No React in here. */
import type { Drawing } from '../../../shared/user/drawings.ts';
import { inTime, measureText, type DrawingTextContext } from './points.ts';

export interface PixelPoint {
  readonly x: number;
  readonly y: number;
}

export type Segment = readonly [from: PixelPoint, to: PixelPoint];

/** The plotting area, and how it places prices and times. */
export interface Plot {
  readonly width: number;
  readonly height: number;
  /** Vertical position of a price; `null` if the scale cannot show it. */
  readonly y: (price: number) => number | null;
  readonly x: (timeSeconds: number) => number;
  readonly textWidth: (text: string) => number;
}

export interface Label {
  readonly text: string;
  readonly at: PixelPoint;
  readonly baseline: 'bottom' | 'middle' | 'top';
  /** Centred at `at` and kept inside the plot; otherwise the text starts there. */
  readonly isCentred?: boolean;
}

/** The painted parts of a drawing. */
export interface Shape {
  readonly lines: readonly Segment[];
  /** A dashed line that shows how the other lines were constructed. */
  readonly guide?: Segment;
  /** Opposite corners of the tinted area. */
  readonly area?: Segment;
  readonly dots?: readonly PixelPoint[];
  readonly labels?: readonly Label[] | undefined;
  /** Hit area of a text. */
  readonly text?: Segment;
  /** Replaces the drawing's colour. */
  readonly tone?: 'gain' | 'loss';
  /** Position of the handle, if it is not at the points. */
  readonly handle?: PixelPoint;
}

export const FONT_PX = 12;
export const GAP_PX = 4;

export function across(y: number, left: number, right: number): Segment {
  return [
    { x: left, y },
    { x: right, y },
  ];
}

/** Where a ray leaves the plot; its second point if that is outside already. */
export function rayEnd([a, b]: Segment, { width, height }: Plot): PixelPoint {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.min(reach(a.x, dx, width), reach(a.y, dy, height));
  return length > 1 && length < Infinity ? { x: a.x + length * dx, y: a.y + length * dy } : b;
}

/** Number of steps of `by` from a position to the plot's edge. */
function reach(from: number, by: number, end: number): number {
  return by === 0 ? Infinity : ((by > 0 ? end : 0) - from) / by;
}

export function edges([a, b]: Segment): readonly Segment[] {
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

export function measureShape(
  [a, b]: Segment,
  _plot: Plot,
  drawing: Drawing,
  textContext: DrawingTextContext,
): Shape {
  const [high, low] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  // Above the rectangle, or below it without room above.
  const isAbove = high > FONT_PX + 2 * GAP_PX;
  const at = { x: (a.x + b.x) / 2, y: isAbove ? high - GAP_PX : low + GAP_PX };
  const text = measureText(drawing, textContext);
  const [from, to] = inTime(drawing.points);
  return {
    lines: edges([a, b]),
    area: [a, b],
    labels: text === '' ? [] : [{ text, at, baseline: isAbove ? 'bottom' : 'top', isCentred: true }],
    tone: (to?.price ?? 0) >= (from?.price ?? 0) ? 'gain' : 'loss',
  };
}

const RETRACEMENTS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1];

/** Retracement levels of the move from the earlier to the later point: price and text "38.2% at $190.00". */
export function retracements({ points }: Pick<Drawing, 'points'>, { format, quoted }: DrawingTextContext) {
  const [from, to = from] = inTime(points);
  if (from === undefined || to === undefined) return [];
  const prices = RETRACEMENTS.map((share) => to.price + (from.price - to.price) * share);
  const texts = format.prices(prices, quoted);
  return prices.map((price, i) => {
    const share = RETRACEMENTS[i] ?? 0;
    const level = Number.isInteger(share * 100) ? format.share(share) : format.shareTenths(share);
    return { price, text: `${level} at ${texts[i]}` };
  });
}

/** Fibonacci levels, which extend to the plot's right edge. */
export function fibonacciShape(
  [a, b]: Segment,
  plot: Plot,
  drawing: Drawing,
  textContext: DrawingTextContext,
): Shape {
  const left = Math.max(Math.min(a.x, b.x), 0);
  const levels = retracements(drawing, textContext).flatMap(({ price, text }) => {
    const y = plot.y(price);
    return y === null ? [] : [{ y, text }];
  });
  const labelled: typeof levels = [];
  for (const level of levels) {
    // Labels must not overlap.
    const isFree = labelled.every(({ y }) => Math.abs(level.y - y) > FONT_PX + GAP_PX);
    if (isFree) labelled.push(level);
  }
  return {
    lines: levels.map(({ y }) => across(y, left, Math.max(plot.width, left))),
    guide: [a, b],
    labels: labelled.map(({ y, text }) => ({
      text,
      at: { x: left + GAP_PX, y: y - 2 },
      baseline: 'bottom',
    })),
  };
}

export interface PlacedDrawing {
  readonly drawing: Drawing;
  readonly pixels: readonly PixelPoint[];
  readonly shape: Shape;
}

/** The part of a drawing that moves: one of its points, or all of it. */
export type Handle = 0 | 1 | 'all';

/** The newest drawing within `withinPx` of a position, and its handle; `null` if there is none. */
export function hitTest(
  placed: readonly PlacedDrawing[],
  at: PixelPoint,
  withinPx: number,
): { readonly drawing: Drawing; readonly handle: Handle } | null {
  for (const one of placed.toReversed()) {
    const handle = handleAt(one, at, withinPx);
    if (handle !== null) return { drawing: one.drawing, handle };
  }
  return null;
}

function handleAt({ pixels, shape }: PlacedDrawing, at: PixelPoint, withinPx: number): Handle | null {
  const point = pixels.findLastIndex(({ x, y }) => Math.hypot(x - at.x, y - at.y) <= withinPx * 1.25);
  if (pixels.length > 1 && point >= 0) return point === 0 ? 0 : 1;
  const { lines, text } = shape;
  return [...lines, ...(text ? [text] : [])].some((line) => distance(at, line) <= withinPx) ? 'all' : null;
}

/** Distance of a position from a segment. */
function distance(at: PixelPoint, [from, to]: Segment): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length;
  const along = Math.min(Math.max(share, 0), 1);
  return Math.hypot(from.x + along * dx - at.x, from.y + along * dy - at.y);
}
