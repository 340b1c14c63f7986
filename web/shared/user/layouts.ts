/** Views of the workbench that a user saved by name, for any listing. A layout is an item of its own under its name. */
import { ITEM_KINDS } from '#worker/contract';
import { atom } from '../../store.ts';
import { valueAtoms, type Change } from './user-items.ts';

/** By name: the query of the view's address without its ticker. */
export type Layouts = ReadonlyMap<string, string>;

export const MAX_LAYOUTS = ITEM_KINDS.layout.maxItems;
export const MAX_LAYOUT_NAME = 60;

/** The user's layouts in the order of their names. */
export const layoutsAtom = atom((get): Layouts => {
  const layouts = [...get(valueAtoms.layout)].toSorted(([a], [b]) => a.localeCompare(b));
  return new Map(layouts.map(([name, { query }]) => [name, query]));
});

/** A typed name without what cannot be printed; `null` if nothing or too much is left of it. */
export function layoutName(typed: string): string | null {
  const name = typed.replaceAll(/\p{C}/gu, '').trim();
  return name === '' || name.length > MAX_LAYOUT_NAME ? null : name;
}

/** Saves layouts under their names; `null` removes one. */
export function setLayouts(layouts: ReadonlyMap<string, string | null>): Change {
  return () =>
    Array.from(layouts, ([key, query]) => ({
      kind: 'layout',
      key,
      value: query === null ? null : { query },
    }));
}
