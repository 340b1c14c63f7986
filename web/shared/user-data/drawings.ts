/**
 * What a user has drawn on charts. A drawing is an item of its own, `TICKER/ID`, so that drawings of two devices merge one by
 * one: the newer version of a drawing wins, and a listing's drawings keep their order.
 */
import { ITEM_KINDS, type ItemValue } from '#worker/contract';
import { anchorIn, priceToday, type Anchor, type PriceScale } from './anchor.ts';
import { userKey } from './browser-storage.ts';
import { checkedItems } from './checked-items.ts';
import { documentText } from './document-text.ts';
import { type UserDocument } from './documents.ts';

type DrawingValue = ItemValue<'drawing'>;

export type Tool = DrawingValue['tool'];
export type DrawnPoint = DrawingValue['points'][0];

/** A drawing that is stored, or on its way with a point less. */
export interface Drawing {
  readonly id: string;
  readonly tool: Tool;
  readonly points: readonly DrawnPoint[];
  readonly text?: string;
  /** Of the scale in which the points' prices are stored. */
  readonly anchor?: Anchor;
}

export type DrawingList = readonly Drawing[];

/** Of all listings, by ticker. */
export type Drawings = ReadonlyMap<string, DrawingList>;

export const MAX_DRAWINGS = ITEM_KINDS.drawing.maxItems;

export const DRAWINGS = {
  kinds: ['drawing'],
  storageKey: (owner) => userKey('drawings', owner),
} as const satisfies UserDocument;

/** A stored drawing with its prices as they read today. */
export function drawingToday(stored: Drawing, today: PriceScale): Drawing {
  const price = (point: DrawnPoint) => priceToday(point.price, stored.anchor, today);
  return { ...stored, points: stored.points.map((point) => ({ ...point, price: price(point) })) };
}

/** A drawing with prices of today, to be stored. */
export function anchoredDrawing(drawing: Drawing, today: PriceScale): Drawing {
  const { anchor: _, ...shown } = drawing;
  const anchor = anchorIn(today);
  return { ...shown, ...(anchor && { anchor }) };
}

/** The drawings in a stored text, each listing's in the order in which they were drawn. */
export function parseDrawings(text: string | null): Drawings {
  const lists = new Map<string, Drawing[]>();
  for (const [key, drawing] of checkedItems(text, DRAWINGS.kinds)?.drawing ?? []) {
    const slash = key.lastIndexOf('/');
    const [ticker, id] = [key.slice(0, slash), key.slice(slash + 1)];
    lists.set(ticker, [...(lists.get(ticker) ?? []), { id, ...drawing }]);
  }
  return lists;
}

/** The text that stores drawings; {@link parseDrawings} gives them back. */
export function drawingsText(drawings: Drawings): string {
  const items = [...drawings].flatMap(([ticker, list]) =>
    list.map(({ id, ...value }) => [`${ticker}/${id}`, value as DrawingValue] as const),
  );
  return documentText({ drawing: new Map(items) });
}
