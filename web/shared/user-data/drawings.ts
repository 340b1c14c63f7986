/** What a user has drawn on charts, as it is stored: one definition for the chart, the sync and the account. */
import { parseTicker } from '#compute';
import { ITEM_KINDS, type ItemValue } from '#worker/contract';
import { safeParse } from 'valibot';
import { userKey } from './browser-storage.ts';
import { anchorIn, priceToday, type Anchor, type PriceScale } from './anchor.ts';

type DrawingValue = ItemValue<'drawing'>;

export type Tool = DrawingValue['tool'];
export type DrawnPoint = DrawingValue['points'][0];

/** A drawing that is stored, or on its way with a point less. */
export interface Drawing {
  readonly id: string;
  readonly tool: Tool;
  readonly points: readonly DrawnPoint[];
  readonly text?: string;
  /** Of the scale in which the points' prices are kept. */
  readonly anchor?: Anchor;
}

export type DrawingList = readonly Drawing[];

/** Of all listings, by ticker. */
export type Drawings = ReadonlyMap<string, DrawingList>;

type StoredDrawing = DrawingValue & { readonly id: string };

export const MAX_DRAWINGS = ITEM_KINDS.drawing.maxItems;

const VERSION = 1;

/** A drawing that is kept, with its prices as they read today. */
export function drawingToday(kept: Drawing, today: PriceScale): Drawing {
  const price = (point: DrawnPoint) => priceToday(point.price, kept.anchor, today);
  return { ...kept, points: kept.points.map((point) => ({ ...point, price: price(point) })) };
}

/** A drawing with prices of today, to be kept. */
export function keptDrawing(drawing: Drawing, today: PriceScale): Drawing {
  const { anchor: _, ...shown } = drawing;
  const anchor = anchorIn(today);
  return { ...shown, ...(anchor && { anchor }) };
}

/** Where a user's drawings are stored. */
export function drawingsKey(owner: string): string {
  return userKey('drawings', owner);
}

/**
 * Reads a stored text; `null` where there are no drawings in it. What the account would not take is left out, and so is what
 * is beyond {@link MAX_DRAWINGS}.
 */
export function parseDrawings(text: string | null): ReadonlyMap<string, readonly StoredDrawing[]> | null {
  const lists = storedLists(text);
  if (lists === null) return null;
  const found = new Map<string, readonly StoredDrawing[]>();
  let left = MAX_DRAWINGS;
  for (const [ticker, stored] of Object.entries(lists)) {
    if (!Array.isArray(stored) || !parseTicker(ticker).ok) continue;
    const ids = new Set<string>();
    const list = stored
      .flatMap(parseDrawing)
      .filter(({ id }) => !ids.has(id) && ids.add(id))
      .slice(0, left);
    left -= list.length;
    if (list.length > 0) found.set(ticker, list);
  }
  return found;
}

function storedLists(text: string | null): object | null {
  try {
    const stored = JSON.parse(text ?? 'null') as { drawings?: unknown } | null;
    return typeof stored?.drawings === 'object' ? stored.drawings : null;
  } catch {
    return null;
  }
}

function parseDrawing(stored: unknown): StoredDrawing[] {
  if (typeof stored !== 'object' || stored === null) return [];
  const { id, ...fields } = stored as Record<string, unknown>;
  const parsed = safeParse(ITEM_KINDS.drawing.value, fields);
  return typeof id === 'string' && id !== '' && parsed.success ? [{ id, ...parsed.output }] : [];
}

/** What is stored; {@link parseDrawings} gives the drawings back. */
export function drawingsText(drawings: Drawings): string {
  return JSON.stringify({ version: VERSION, drawings: Object.fromEntries(drawings) });
}
