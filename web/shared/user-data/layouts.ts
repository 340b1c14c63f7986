/**
 * Views of the workbench that a user saved by name, for any listing. A layout is an item of its own under its name; of two
 * devices' versions the newer one wins.
 */
import { ITEM_KINDS } from '#worker/contract';
import { userKey } from './browser-storage.ts';
import { checkedItems } from './checked-items.ts';
import { documentText } from './document-text.ts';
import { type UserDocument } from './documents.ts';

export interface Layout {
  readonly name: string;
  /** The query of the view's address without its ticker. */
  readonly query: string;
}

export interface LayoutChange {
  readonly before: readonly Layout[];
  readonly after: readonly Layout[];
}

export const MAX_LAYOUTS = ITEM_KINDS.layout.maxItems;
export const MAX_LAYOUT_NAME = 60;

export const LAYOUTS = {
  kinds: ['layout'],
  storageKey: (owner) => userKey('layouts', owner),
} as const satisfies UserDocument;

/** The layouts in a stored text, in the order in which they were saved. */
export function parseLayouts(text: string | null): readonly Layout[] {
  const items = checkedItems(text, LAYOUTS.kinds)?.layout ?? [];
  return [...items].map(([name, { query }]) => ({ name, query }));
}

export function layoutsText(layouts: readonly Layout[]): string {
  return documentText({ layout: new Map(layouts.map(({ name, query }) => [name, { query }])) });
}

/** A typed name without what cannot be printed; `null` where nothing or too much is left of it. */
export function layoutName(typed: string): string | null {
  const name = typed.replaceAll(/\p{C}/gu, '').trim();
  return name === '' || name.length > MAX_LAYOUT_NAME ? null : name;
}

/** Saves under a name, in place of what had it. The same list where there is no room. */
export function withSaved(list: readonly Layout[], layout: Layout): readonly Layout[] {
  if (list.some(({ name }) => name === layout.name))
    return list.map((one) => (one.name === layout.name ? layout : one));
  return list.length < MAX_LAYOUTS ? [...list, layout] : list;
}

/** Gives a layout another name; one that had this name before goes. */
export function withRenamed(list: readonly Layout[], from: string, to: string): readonly Layout[] {
  if (from === to) return list;
  return withoutLayout(list, to).map((one) => (one.name === from ? { name: to, query: one.query } : one));
}

export function withoutLayout(list: readonly Layout[], name: string): readonly Layout[] {
  return list.filter((one) => one.name !== name);
}

/** The list without what a change did to it; what was changed since, here or on another device, stays. */
export function withUndone(now: readonly Layout[], { before, after }: LayoutChange): readonly Layout[] {
  const isIn = (list: readonly Layout[], { name, query }: Layout) =>
    list.some((one) => one.name === name && one.query === query);
  const kept = now.filter((one) => isIn(before, one) || !isIn(after, one));
  return before.reduce<readonly Layout[]>((list, layout, at) => {
    const isThere = isIn(after, layout) || list.some(({ name }) => name === layout.name);
    return isThere ? list : list.toSpliced(at, 0, layout);
  }, kept);
}
