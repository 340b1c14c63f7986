/** Which drawing is under a pointer. No React in here. */
import type { PixelPoint, Segment, Shape } from './shapes.ts';

/** A drawing on the plot: its points, and what is painted of it. */
export interface PlacedDrawing {
  readonly id: string;
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
): { readonly id: string; readonly handle: Handle } | null {
  for (const one of placed.toReversed()) {
    const handle = handleAt(one, at, withinPx);
    if (handle !== null) return { id: one.id, handle };
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
