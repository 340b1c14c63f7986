/** Views of the workbench that a user saved by name, for any listing. A layout is an item of its own under its name. */
import { ITEM_KINDS } from '#worker/contract';
import { userKey } from './browser-storage.ts';
import { checkedItems } from './checked-items.ts';
import { documentText, type UserDocument } from './documents.ts';

/** By name, in the order in which they were saved: the query of the view's address without its ticker. */
export type Layouts = ReadonlyMap<string, string>;

export const MAX_LAYOUTS = ITEM_KINDS.layout.maxItems;
export const MAX_LAYOUT_NAME = 60;

export const LAYOUTS = {
  kinds: ['layout'],
  storageKey: (owner) => userKey('layouts', owner),
} as const satisfies UserDocument;

export function parseLayouts(text: string | null): Layouts {
  const items = checkedItems(text, LAYOUTS).layout ?? [];
  return new Map([...items].map(([name, { query }]) => [name, query]));
}

export function layoutsText(layouts: Layouts): string {
  return documentText({ layout: new Map([...layouts].map(([name, query]) => [name, { query }])) });
}

/** A typed name without what cannot be printed; `null` where nothing or too much is left of it. */
export function layoutName(typed: string): string | null {
  const name = typed.replaceAll(/\p{C}/gu, '').trim();
  return name === '' || name.length > MAX_LAYOUT_NAME ? null : name;
}

/** Gives a layout another name in its place; one that had this name before goes. */
export function withRenamed(layouts: Layouts, from: string, to: string): Layouts {
  const kept = [...layouts].filter(([name]) => name !== to || name === from);
  return new Map(kept.map(([name, query]) => [name === from ? to : name, query]));
}
