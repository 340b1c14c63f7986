/** Where drawings are: times among bars, prices at bars, and what is under the pointer. */
import { SECONDS_PER_DAY } from '#compute';

/** Mean distance of two bars in seconds. */
function meanStep(dates: Float64Array): number {
  const last = dates.length - 1;
  return last > 0 ? ((dates[last] ?? 0) - (dates[0] ?? 0)) / last : SECONDS_PER_DAY;
}

/**
 * Index of the bar that a time falls into. Before the first bar it is negative, and beyond the last one it goes on, both by the
 * mean distance of the bars, so that a line keeps its slope where a range does not have both of its ends.
 */
export function indexOfTime(dates: Float64Array, timeSeconds: number): number {
  const [first = 0, end = 0] = [dates[0], dates[dates.length - 1]];
  const step = meanStep(dates);
  if (timeSeconds < first) return -Math.ceil((first - timeSeconds) / step);
  if (timeSeconds >= end) return dates.length - 1 + Math.floor((timeSeconds - end) / step);
  let [low, high] = [0, dates.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((dates[middle] ?? 0) <= timeSeconds) low = middle;
    else high = middle;
  }
  return low;
}

/** The time of a bar, in whole seconds; {@link indexOfTime} gives its index back, outside the bars too. */
export function timeOfIndex(dates: Float64Array, index: number): number {
  const last = dates.length - 1;
  const inside = Math.min(Math.max(index, 0), last);
  return Math.ceil((dates[inside] ?? 0) + (index - inside) * meanStep(dates));
}

/** A price without digits that nobody can aim at: two decimals, below 1 four significant digits. */
export function roundPrice(price: number): number {
  return Math.abs(price) >= 1 ? Math.round(price * 100) / 100 : Number(price.toPrecision(4));
}

/** A round step of 1, 2 or 5 times a power of ten, the largest not above `span / 100`, that {@link roundPrice} keeps. */
export function priceStep(span: number, price: number): number {
  const rough = Math.max(span / 100, Math.abs(price) >= 1 ? 0.01 : Math.abs(price) / 1000);
  if (!(rough > 0)) return 0.01;
  const power = 10 ** Math.floor(Math.log10(rough));
  const size = [5, 2].find((one) => one * power <= rough) ?? 1;
  return Number((size * power).toPrecision(1));
}

/** A price that a bar has, with its distance from the top in pixels. */
interface Candidate {
  readonly price: number;
  readonly y: number;
}

/** The nearest of a bar's prices within some pixels, or the price that was pointed at. */
export function snapPrice(pointed: Candidate, candidates: readonly Candidate[], withinPx: number): number {
  const away = ({ y }: Candidate) => Math.abs(y - pointed.y);
  const nearest = candidates
    .filter((one) => away(one) <= withinPx)
    .toSorted((a, b) => away(a) - away(b))
    .at(0);
  return nearest?.price ?? roundPrice(pointed.price);
}

/** A place on the plot in CSS pixels. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A drawing as it stands on the plot. */
export interface PlacedDrawing {
  readonly id: string;
  readonly tool: 'trend' | 'level' | 'measure' | 'text';
  readonly spots: readonly Spot[];
  /** Of a text. */
  readonly widthPx: number;
}

/** What of a drawing is held: one of its points, or all of it. */
export type Grip = 0 | 1 | 'all';

const TEXT_HALF_PX = 10;

/** The drawing at a place, the newest first where several are; `null` where there is none within `slopPx`. */
export function drawingAt(
  placed: readonly PlacedDrawing[],
  at: Spot,
  slopPx: number,
): { readonly id: string; readonly grip: Grip } | null {
  for (const one of placed.toReversed()) {
    const grip = gripAt(one, at, slopPx);
    if (grip !== null) return { id: one.id, grip };
  }
  return null;
}

function gripAt({ tool, spots, widthPx }: PlacedDrawing, at: Spot, slopPx: number): Grip | null {
  const [a, b = a] = spots;
  if (a === undefined || b === undefined) return null;
  switch (tool) {
    case 'level':
      return Math.abs(a.y - at.y) <= slopPx ? 'all' : null;
    case 'text': {
      const isBeside = at.x < a.x - slopPx || at.x > a.x + widthPx + slopPx;
      return isBeside || Math.abs(a.y - at.y) > TEXT_HALF_PX + slopPx / 2 ? null : 'all';
    }
    case 'trend':
    case 'measure': {
      const point = ([b, a] as const).findIndex(
        (spot) => Math.hypot(spot.x - at.x, spot.y - at.y) <= slopPx * 1.25,
      );
      if (point >= 0) return point === 0 ? 1 : 0;
      const edges = tool === 'trend' ? [[a, b] as const] : rectangle(a, b);
      return edges.some(([from, to]) => distance(at, from, to) <= slopPx) ? 'all' : null;
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
