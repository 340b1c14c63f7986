/** A user's holdings. A position is an item whose key is its ticker, so two devices' holdings merge by position. */
import { ITEM_KINDS, type ItemValue } from '#worker/contract';
import { atom } from '../../store.ts';
import type { Edit } from './items.ts';
import { valueAtoms, type Change } from './user-items.ts';

/** Quantity in shares or units, of cash the amount, in percent if weighted; cost per share, in the listing's currency. */
export interface Position extends ItemValue<'holding'> {
  readonly ticker: string;
}

export const MAX_POSITIONS = ITEM_KINDS.holding.maxItems;
export const MAX_QUANTITY = 1e9;

/** The currency of a line of cash, such as `CASH:USD`; `null` for a listing. */
export function cashCurrency(ticker: string): string | null {
  return /^CASH:([A-Z]{3})$/.exec(ticker)?.[1] ?? null;
}

/** In the order of entry. */
export const holdingsAtom = atom((get): readonly Position[] =>
  Array.from(get(valueAtoms.holding), ([ticker, value]) => ({ ticker, ...value })).slice(0, MAX_POSITIONS),
);

/** Adds positions, or replaces those with the same tickers. */
export function setPositions(positions: readonly Position[]): Change {
  return () => positions.map(({ ticker, ...value }): Edit => ({ kind: 'holding', key: ticker, value }));
}

export function removePosition(ticker: string): Change {
  return () => [{ kind: 'holding', key: ticker, value: null }];
}
