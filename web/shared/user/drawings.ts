/** A user's drawings on charts. Each drawing is an item `TICKER/ID`, so drawings of two devices merge one by one. */
import { ITEM_KINDS, type ItemValue } from '#worker/contract';
import { is } from 'valibot';
import { atom } from '../../store.ts';
import { anchorIn, splitAdjustedPrice, type PriceScale } from './anchor.ts';
import { valueAtoms, type Change } from './user-items.ts';

type DrawingValue = ItemValue<'drawing'>;

export type Tool = DrawingValue['tool'];
export type DrawnPoint = DrawingValue['points'][0];
type LineValue = Extract<DrawingValue, { tool: 'trend' }>;
export type DrawingStyle = Pick<LineValue, 'color' | 'width' | 'dash'>;
/** A drawing's look with every choice made. */
export type DrawingLook = Required<DrawingStyle>;

/** A stored drawing, or one being placed with a point missing. */
export interface Drawing extends Omit<LineValue, 'tool' | 'points'> {
  readonly id: string;
  readonly tool: Tool;
  readonly points: readonly DrawnPoint[];
  readonly text?: string;
}

export type DrawingList = readonly Drawing[];

/** By ticker. */
export type Drawings = ReadonlyMap<string, DrawingList>;

const MAX_DRAWINGS = ITEM_KINDS.drawing.maxItems;

/** Limit per listing for new drawings. Merged devices may have more. */
const MAX_PER_LISTING = 100;
export const MAX_TEXT = 200;

export function hasRoom(drawings: Drawings, ticker: string): boolean {
  const total = [...drawings.values()].reduce((sum, list) => sum + list.length, 0);
  return total < MAX_DRAWINGS && (drawings.get(ticker)?.length ?? 0) < MAX_PER_LISTING;
}

export function splitAdjustedDrawing(stored: Drawing, today: PriceScale): Drawing {
  const price = (point: DrawnPoint) => splitAdjustedPrice(point.price, stored.anchor, today);
  return { ...stored, points: stored.points.map((point) => ({ ...point, price: price(point) })) };
}

/** The reverse, to be stored. */
export function anchoredDrawing(drawing: Drawing, today: PriceScale): Drawing {
  const { anchor: _, ...shown } = drawing;
  const anchor = anchorIn(today);
  return { ...shown, ...(anchor && { anchor }) };
}

export const drawingsAtom = atom((get) => drawingsOf(get(valueAtoms.drawing)));

/** Leaves out values that the account's schema refuses. */
export function drawingsOf(values: ReadonlyMap<string, DrawingValue>): Drawings {
  const lists = new Map<string, Drawing[]>();
  for (const [key, drawing] of values) {
    if (!is(ITEM_KINDS.drawing.value, drawing)) continue;
    const slash = key.lastIndexOf('/');
    const [ticker, id] = [key.slice(0, slash), key.slice(slash + 1)];
    lists.set(ticker, [...(lists.get(ticker) ?? []), { id, ...drawing }]);
  }
  return lists;
}

/** Stores drawings by id; `null` removes one. A drawing that is restored keeps its place. */
export function setDrawings(ticker: string, drawings: ReadonlyMap<string, Drawing | null>): Change {
  return () =>
    Array.from(drawings, ([id, drawing]) => {
      const { id: _, ...value } = drawing ?? { id };
      return { kind: 'drawing', key: `${ticker}/${id}`, value: drawing && (value as DrawingValue) };
    });
}
