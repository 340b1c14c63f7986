import { atom, type PrimitiveAtom } from '../state/store.ts';
import type { HeldViewport } from './use-viewport.ts';

/** What charts on the same sessions share: which of them are on screen, and where the crosshair stands. */
export interface ChartLink {
  /** `null` until somebody zooms or pans. */
  readonly viewAtom: PrimitiveAtom<HeldViewport | null>;
  /** Session under the crosshair; `null` without one. */
  readonly cursorAtom: PrimitiveAtom<number | null>;
}

/** A link of its own; give the same one to several charts to move them together. */
export function createChartLink(): ChartLink {
  return { viewAtom: atom<HeldViewport | null>(null), cursorAtom: atom<number | null>(null) };
}
