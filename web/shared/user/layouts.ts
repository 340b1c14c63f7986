import { ITEM_KINDS } from '#worker/contract';
import { atom } from '../../store.ts';
import { valueAtoms, type Change } from './user-items.ts';

/** By name: the view's query without the ticker. */
export type Layouts = ReadonlyMap<string, string>;

export const MAX_LAYOUTS = ITEM_KINDS.layout.maxItems;
export const MAX_LAYOUT_NAME = 60;

export const layoutsAtom = atom((get): Layouts => {
  const layouts = [...get(valueAtoms.layout)].toSorted(([a], [b]) => a.localeCompare(b));
  return new Map(layouts.map(([name, { query }]) => [name, query]));
});

/** A typed name without unprintable characters; `null` if it is then empty or too long. */
export function layoutName(typed: string): string | null {
  const name = typed.replaceAll(/\p{C}/gu, '').trim();
  return name === '' || name.length > MAX_LAYOUT_NAME ? null : name;
}

/** `null` removes a layout. */
export function setLayouts(layouts: ReadonlyMap<string, string | null>): Change {
  return () =>
    Array.from(layouts, ([key, query]) => ({
      kind: 'layout',
      key,
      value: query === null ? null : { query },
    }));
}
