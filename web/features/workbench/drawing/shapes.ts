/** What drawings are painted of, in CSS pixels from the top left of the plot, and which one a pointer is on. No React in here. */
import { chosenDecimals } from '#compute';
import type { Drawing } from '../../../shared/user/drawings.ts';
import { inTime, measureText, type DrawingTextContext } from './drawn-points.ts';

export interface PixelPoint {
  readonly x: number;
  readonly y: number;
}

export type Segment = readonly [from: PixelPoint, to: PixelPoint];

/** The part of a chart that is drawn on. */
export interface Plot {
  readonly width: number;
  readonly height: number;
  /** The height of a price; `null` where the scale has no place for it. */
  readonly y: (price: number) => number | null;
  readonly x: (timeSeconds: number) => number;
  readonly textWidth: (text: string) => number;
}

export interface Label {
  readonly text: string;
  readonly at: PixelPoint;
  readonly baseline: 'bottom' | 'middle' | 'top';
  /** On its place, and as far inside the plot as that takes; otherwise it begins there. */
  readonly isCentred?: boolean;
}

/** What is painted of a drawing. */
export interface Shape {
  readonly lines: readonly Segment[];
  /** A dashed line that only shows how the others came about. */
  readonly guide?: Segment;
  /** Opposite corners of what is tinted. */
  readonly area?: Segment;
  readonly dots?: readonly PixelPoint[];
  readonly labels?: readonly Label[] | undefined;
  /** Where a text is pressed. */
  readonly text?: Segment;
  /** In place of the drawing's colour. */
  readonly tone?: 'gain' | 'loss';
  /** Where a selected one is held, if not at its points. */
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

/** Where a ray leaves the plot; its second point where that is outside. */
export function rayEnd([a, b]: Segment, { width, height }: Plot): PixelPoint {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.min(reach(a.x, dx, width), reach(a.y, dy, height));
  return length > 1 && length < Infinity ? { x: a.x + length * dx, y: a.y + length * dy } : b;
}

/** How many steps of `by` it is from a place to the end of the plot. */
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
  writing: DrawingTextContext,
): Shape {
  const [high, low] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  // Above the rectangle, below it where there is no room above.
  const isAbove = high > FONT_PX + 2 * GAP_PX;
  const at = { x: (a.x + b.x) / 2, y: isAbove ? high - GAP_PX : low + GAP_PX };
  const text = measureText(drawing, writing);
  const [from, to] = inTime(drawing.points);
  return {
    lines: edges([a, b]),
    area: [a, b],
    labels: text === '' ? [] : [{ text, at, baseline: isAbove ? 'bottom' : 'top', isCentred: true }],
    tone: (to?.price ?? 0) >= (from?.price ?? 0) ? 'gain' : 'loss',
  };
}

const RETRACEMENTS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1];

/** How much of the move from the earlier to the later point is taken back, and the price at which it is. */
export function retracements({ points }: Pick<Drawing, 'points'>, { format, currency }: DrawingTextContext) {
  const [from, to = from] = inTime(points);
  if (from === undefined || to === undefined) return [];
  const decimals = chosenDecimals(from.price) ?? chosenDecimals(to.price);
  return RETRACEMENTS.map((share) => {
    const price = to.price + (from.price - to.price) * share;
    const level = Number.isInteger(share * 100) ? format.share(share) : format.shareTenths(share);
    return { price, text: `${level} at ${format.price(price, currency, decimals)}` };
  });
}

/** Its levels go on to the right: they are of what comes after. */
export function fibonacciShape(
  [a, b]: Segment,
  plot: Plot,
  drawing: Drawing,
  writing: DrawingTextContext,
): Shape {
  const left = Math.max(Math.min(a.x, b.x), 0);
  const levels = retracements(drawing, writing).flatMap(({ price, text }) => {
    const y = plot.y(price);
    return y === null ? [] : [{ y, text }];
  });
  const labelled: typeof levels = [];
  for (const level of levels) {
    // None over another.
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

/** The drawing at a place, the newest first where several are; `null` where there is none within `withinPx`. */
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

/** Of a place from a line. */
function distance(at: PixelPoint, [from, to]: Segment): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length;
  const along = Math.min(Math.max(share, 0), 1);
  return Math.hypot(from.x + along * dx - at.x, from.y + along * dy - at.y);
}
