/** Points of drawings among the bars, their texts, and their shapes in CSS pixels from the plot's top left. No React in here. */
import { SECONDS_PER_DAY, firstBarFrom, type Format, type Quoted, zonedDate } from '#compute';
import type { DrawnPoint } from '../../../shared/user/drawings.ts';

function meanStep(dates: Float64Array): number {
  const last = dates.length - 1;
  return last > 0 ? ((dates[last] ?? 0) - (dates[0] ?? 0)) / last : SECONDS_PER_DAY;
}

/** Index of the bar that contains a time. Outside the bars it continues by their mean distance, so that a line keeps its slope. */
export function indexOfTime(dates: Float64Array, timeSeconds: number): number {
  const [first = 0, end = 0] = [dates[0], dates[dates.length - 1]];
  const step = meanStep(dates);
  if (timeSeconds < first) return -Math.ceil((first - timeSeconds) / step);
  if (timeSeconds >= end) return dates.length - 1 + Math.floor((timeSeconds - end) / step);
  const next = firstBarFrom(dates, timeSeconds);
  return dates[next] === timeSeconds ? next : next - 1;
}

/**
 * Inverse of {@link indexOfTime}: whole days for daily and longer bars, else whole seconds. Midnight UTC means a daily bar, so an
 * intraday bar then is one second later.
 */
export function timeOfIndex(dates: Float64Array, index: number): number {
  const inside = Math.min(Math.max(index, 0), dates.length - 1);
  const step = meanStep(dates);
  const time = (dates[inside] ?? 0) + (index - inside) * step;
  if (step >= SECONDS_PER_DAY) return Math.ceil(time / SECONDS_PER_DAY) * SECONDS_PER_DAY;
  const second = Math.ceil(time);
  return second % SECONDS_PER_DAY === 0 ? second + 1 : second;
}

export interface DrawingTextContext {
  readonly format: Format;
  readonly quoted: Quoted;
  /** Past and some future sessions, oldest first; epoch seconds at 00:00 UTC. */
  readonly sessions: Float64Array;
  readonly latestSession: number;
  readonly timeZone: string;
}

/** Two points in order; a drawing with one point has it twice. */
export type Pair<Point = DrawnPoint> = readonly [Point, Point];

/** A measured range, from its earlier to its later point: "+$12.00 (+5.97%), 12 sessions". */
export function measureText([from, to]: Pair, textContext: DrawingTextContext): string {
  const { format, quoted } = textContext;
  const change = to.price - from.price;
  const length = lengthText(from.time_seconds, to.time_seconds, textContext);
  const percent = format.percent((change / from.price) * 100, { signed: change !== 0 });
  return `${format.signedPrice(change, quoted, from.price)} (${percent}), ${length}`;
}

/** "38 minutes" within one day at the exchange, otherwise "12 sessions", or "40 days" if the sessions are unknown. */
function lengthText(from: number, to: number, { format, sessions, timeZone }: DrawingTextContext): string {
  const dayOf = (time: number) => (isSession(time) ? time : zonedDate(time, timeZone));
  const [first, last] = [dayOf(from), dayOf(to)];
  const areMinutes = !isSession(from) && !isSession(to) && first === last;
  if (areMinutes) return format.counted(Math.round((to - from) / 60), 'minute');
  const isKnown = first >= (sessions[0] ?? Infinity) && last <= (sessions[sessions.length - 1] ?? -Infinity);
  if (!isKnown) return format.counted((last - first) / SECONDS_PER_DAY, 'day');
  const count = indexOfTime(sessions, last) - indexOfTime(sessions, first);
  return count === 0 ? 'within one session' : format.counted(count, 'session');
}

export function priceText(price: number, { format, quoted }: DrawingTextContext): string {
  return format.level(price, quoted);
}

/** "Aug 12, 2026 at $201.10"; for a point drawn on intraday bars "Nov 20, 15:59 New York at $201.10". */
export function pointText(point: DrawnPoint, textContext: DrawingTextContext): string {
  return `${timeText(point.time_seconds, textContext)} at ${priceText(point.price, textContext)}`;
}

/** Whether a time is a daily bar's: daily and longer bars start at midnight UTC. */
function isSession(seconds: number): boolean {
  return seconds % SECONDS_PER_DAY === 0;
}

export function timeText(seconds: number, { format, latestSession, timeZone }: DrawingTextContext): string {
  if (isSession(seconds)) return format.sessionDate(seconds, 'day');
  return format.time(seconds * 1000, timeZone, latestSession * 1000);
}

export function isoTime(point: DrawnPoint | undefined): string | null {
  if (point === undefined) return null;
  const text = new Date(point.time_seconds * 1000).toISOString();
  return isSession(point.time_seconds) ? text.slice(0, 10) : text;
}

export interface PixelPoint {
  readonly x: number;
  readonly y: number;
}

export type PlacedPoint = DrawnPoint & PixelPoint;

export type Segment = Pair<PixelPoint>;

/** The part of a drawing that moves: one of its points, or all of it. */
export type Handle = 0 | 1 | 'all';

export interface Plot {
  readonly width: number;
  readonly height: number;
  /** Vertical position of a price; `null` if the scale cannot show it. */
  readonly y: (price: number) => number | null;
  readonly x: (timeSeconds: number) => number;
  readonly textWidth: (text: string) => number;
  readonly textContext: DrawingTextContext;
}

export interface Label {
  readonly text: string;
  readonly at: PixelPoint;
  readonly baseline: 'bottom' | 'middle' | 'top';
  /** A text that moves up or down is centred at `at` and kept inside the plot; any other starts there. */
  readonly along?: Along;
}

/** Where a label moves if another one is in its place, in its widths and heights. Without it the label stays. */
export type Along = readonly [widths: number, heights: number];

export interface Shape {
  readonly lines: readonly Segment[];
  /** A dashed line that shows how the other lines were constructed. */
  readonly guide?: Segment;
  readonly area?: Segment;
  readonly dots?: readonly PixelPoint[];
  readonly labels?: readonly Label[];
  readonly text?: Segment;
  readonly tone?: 'gain' | 'loss';
  readonly handle?: PixelPoint;
}

export const FONT_PX = 12;
export const GAP_PX = 4;

export function segmentOf(x: number, y: number, toX: number, toY: number): Segment {
  return [
    { x, y },
    { x: toX, y: toY },
  ];
}

export function distance(at: PixelPoint, [from, to]: Segment): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length;
  const along = Math.min(Math.max(share, 0), 1);
  return Math.hypot(from.x + along * dx - at.x, from.y + along * dy - at.y);
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
  return [
    segmentOf(a.x, a.y, b.x, a.y),
    segmentOf(b.x, a.y, b.x, b.y),
    segmentOf(b.x, b.y, a.x, b.y),
    segmentOf(a.x, b.y, a.x, a.y),
  ];
}

export function measureShape([from, to]: Pair<PlacedPoint>, { textContext }: Plot): Shape {
  const [high, low] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  // Above the rectangle, or below it without room above.
  const isAbove = high > FONT_PX + 2 * GAP_PX;
  const label: Label = {
    text: measureText([from, to], textContext),
    at: { x: (from.x + to.x) / 2, y: isAbove ? high - GAP_PX : low + GAP_PX },
    baseline: isAbove ? 'bottom' : 'top',
    along: [0, isAbove ? -1 : 1],
  };
  return {
    lines: edges([from, to]),
    area: [from, to],
    labels: [label],
    tone: to.price >= from.price ? 'gain' : 'loss',
  };
}

const RETRACEMENTS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1];

/** Retracement levels of the move from the earlier to the later point: price and text "38.2% at $190.00". */
export function retracements([from, to]: Pair, { format, quoted }: DrawingTextContext) {
  const prices = RETRACEMENTS.map((share) => to.price + (from.price - to.price) * share);
  const texts = format.prices(prices, quoted);
  return prices.map((price, i) => {
    const share = RETRACEMENTS[i] ?? 0;
    const level = Number.isInteger(share * 100) ? format.share(share) : format.shareTenths(share);
    return { price, text: `${level} at ${texts[i]}` };
  });
}

export function fibonacciShape([from, to]: Pair<PlacedPoint>, plot: Plot): Shape {
  const left = Math.max(Math.min(from.x, to.x), 0);
  const levels = retracements([from, to], plot.textContext).flatMap(({ price, text }) => {
    const y = plot.y(price);
    return y === null ? [] : [{ y, text }];
  });
  return {
    lines: levels.map(({ y }) => segmentOf(left, y, Math.max(plot.width, left), y)),
    guide: [from, to],
    labels: levels.map(({ y, text }) => ({
      text,
      at: { x: left + GAP_PX, y: y - 2 },
      baseline: 'bottom',
      along: [1, 0],
    })),
  };
}
