/**
 * The stored form of what a user keeps: one text in this browser's storage for each document, with the items that the account
 * has of it, `{ "star": [["AAPL", { "name": "Apple Inc." }], …], … }`, in the order in which they are shown. Here without the
 * schemas' library: some documents are read before the first screen.
 */
import type { ItemKind, ItemValue } from '#worker/contract';

/** Items by kind and key, in their order. */
export type Items = { readonly [Kind in ItemKind]?: ReadonlyMap<string, ItemValue<Kind>> };

/** One stored text: its kinds in the order in which they are sent, so that an item follows the one that it belongs to. */
export interface UserDocument {
  readonly kinds: readonly ItemKind[];
  readonly storageKey: (owner: string) => string;
  /** What stays of merged items beyond the limits of their kinds; everything where it is absent. */
  readonly fit?: (items: Items) => Items;
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a text of JSON; `null` where it is absent or damaged, which is not the same as empty. */
export function jsonFields(text: string | null): Fields | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/** The items of a stored kind. A value may be any object: who reads it checks it. */
export function storedItems(fields: Fields | null, kind: ItemKind): ReadonlyMap<string, Fields> {
  const list = fields?.[kind];
  return new Map(Array.isArray(list) ? list.filter(isEntry) : []);
}

function isEntry(entry: unknown): entry is [string, Fields] {
  return (
    Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'object' && entry[1] !== null
  );
}

/** The items of a stored text, unchecked; `null` where it is absent or damaged. */
export function readItems(text: string | null, { kinds }: Pick<UserDocument, 'kinds'>): Items | null {
  const fields = jsonFields(text);
  return fields && (Object.fromEntries(kinds.map((kind) => [kind, storedItems(fields, kind)])) as Items);
}

export function documentText(items: { readonly [Kind in ItemKind]?: ReadonlyMap<string, object> }): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(items).map(([kind, values]) => [kind, [...values]])),
  );
}
