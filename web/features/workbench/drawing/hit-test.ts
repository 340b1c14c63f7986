/** Which drawing is under a pointer. One case for each tool. No React in here. */
import type { Tool } from '../../../shared/user-data/drawings.ts';

/** A point of the plot, in pixels from its top left corner. */
export interface PixelPoint {
  readonly x: number;
  readonly y: number;
}

export interface PlacedDrawing {
  readonly id: string;
  readonly tool: Tool;
  readonly pixels: readonly PixelPoint[];
  /** Of a text. */
  readonly widthPx: number;
}

/** The part of a drawing that moves: one of its points, or all of it. */
export type Handle = 0 | 1 | 'all';

const TEXT_HALF_PX = 10;

/** The drawing at a place, the newest first where several are; `null` where there is none within `withinPx`. */
export function hitTest(
  placed: readonly PlacedDrawing[],
  at: PixelPoint,
  withinPx: number,
): { readonly id: string; readonly handle: Handle } | null {
  for (const one of placed.toReversed()) {
    const handle = handleAt(one, at, withinPx);
    if (handle !== null) return { id: one.id, handle };
  }
  return null;
}

function handleAt({ tool, pixels, widthPx }: PlacedDrawing, at: PixelPoint, withinPx: number): Handle | null {
  const [a, b = a] = pixels;
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
        (pixel) => Math.hypot(pixel.x - at.x, pixel.y - at.y) <= withinPx * 1.25,
      );
      if (point >= 0) return point === 0 ? 1 : 0;
      const edges = tool === 'trend' ? [[a, b] as const] : rectangle(a, b);
      return edges.some(([from, to]) => distance(at, from, to) <= withinPx) ? 'all' : null;
    }
  }
}

function rectangle(a: PixelPoint, b: PixelPoint): readonly (readonly [PixelPoint, PixelPoint])[] {
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
function distance(at: PixelPoint, from: PixelPoint, to: PixelPoint): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length;
  const along = Math.min(Math.max(share, 0), 1);
  return Math.hypot(from.x + along * dx - at.x, from.y + along * dy - at.y);
}
