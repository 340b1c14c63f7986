/** What a user has drawn on charts. A drawing is an item `TICKER/ID`, so that drawings of two devices merge one by one. */
import { ITEM_KINDS, type ItemValue } from '#worker/contract';
import { anchorIn, splitAdjustedPrice, type SplitAnchor, type PriceScale } from './anchor.ts';
import { userKey } from './browser-storage.ts';
import { checkedItems } from './checked-items.ts';
import { documentText, type UserDocument } from './documents.ts';

type DrawingValue = ItemValue<'drawing'>;

export type Tool = DrawingValue['tool'];
export type DrawnPoint = DrawingValue['points'][0];
type LineValue = Extract<DrawingValue, { tool: 'trend' }>;
export type DrawingColor = NonNullable<LineValue['color']>;
export type DrawingWidth = NonNullable<LineValue['width']>;

export type DrawingStyle = Pick<LineValue, 'color' | 'width'>;

/** A drawing that is stored, or on its way with a point less. */
export interface Drawing extends DrawingStyle {
  readonly id: string;
  readonly tool: Tool;
  readonly points: readonly DrawnPoint[];
  readonly text?: string;
  /** Neither moved nor removed until it is unlocked. */
  readonly locked?: true;
  /** Of the scale in which the points' prices are stored. */
  readonly anchor?: SplitAnchor;
}

export type DrawingList = readonly Drawing[];

/** Of all listings, by ticker. */
export type Drawings = ReadonlyMap<string, DrawingList>;

export const MAX_DRAWINGS = ITEM_KINDS.drawing.maxItems;

/** What a user can draw on one listing; merged from several devices it may have more. */
export const MAX_PER_LISTING = 100;
export const MAX_TEXT = 200;

export const DRAWINGS = {
  kinds: ['drawing'],
  storageKey: (owner) => userKey('drawings', owner),
} as const satisfies UserDocument;

export function hasRoom(drawings: Drawings, ticker: string): boolean {
  const total = [...drawings.values()].reduce((sum, list) => sum + list.length, 0);
  return total < MAX_DRAWINGS && (drawings.get(ticker)?.length ?? 0) < MAX_PER_LISTING;
}

/** The drawings with another list for one listing. */
export function withList(drawings: Drawings, ticker: string, list: DrawingList): Drawings {
  const next = new Map(drawings).set(ticker, list);
  if (list.length === 0) next.delete(ticker);
  return next;
}

/** The list with a drawing in place of the one of its id, or at a place of its own; `null` takes the one of that id away. */
export function withDrawing(
  list: DrawingList,
  id: string,
  drawing: Drawing | null,
  at = list.length,
): DrawingList {
  if (drawing === null) return list.filter((one) => one.id !== id);
  return list.some((one) => one.id === id)
    ? list.map((one) => (one.id === id ? drawing : one))
    : list.toSpliced(at, 0, drawing);
}

/** A stored drawing with its prices as they read today. */
export function splitAdjustedDrawing(stored: Drawing, today: PriceScale): Drawing {
  const price = (point: DrawnPoint) => splitAdjustedPrice(point.price, stored.anchor, today);
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
  for (const [key, drawing] of checkedItems(text, DRAWINGS).drawing ?? []) {
    const slash = key.lastIndexOf('/');
    const [ticker, id] = [key.slice(0, slash), key.slice(slash + 1)];
    lists.set(ticker, [...(lists.get(ticker) ?? []), { id, ...drawing }]);
  }
  return lists;
}

export function drawingsText(drawings: Drawings): string {
  const items = [...drawings].flatMap(([ticker, list]) =>
    list.map(({ id, ...value }) => [`${ticker}/${id}`, value as DrawingValue] as const),
  );
  return documentText({ drawing: new Map(items) });
}
