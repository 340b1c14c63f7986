/** Items of an account, as this browser holds them. Without the schema library, since every page reads settings. */
import type { ItemKind, ItemValue } from '#worker/contract';

export interface Item<Kind extends ItemKind = ItemKind> {
  readonly value: ItemValue<Kind> | null;
  /** Last version that the account confirmed; 0 if none. */
  readonly version: number;
  /** The account's value at that version. Present only while this browser's value differs and waits to be sent. */
  readonly confirmed?: ItemValue<Kind> | null;
  /** Values sent since the last fetch, not yet confirmed. One that comes back is this browser's own change. */
  readonly sent?: readonly (ItemValue<Kind> | null)[];
}

/** By key, in insertion order. */
export type KindItems<Kind extends ItemKind = ItemKind> = ReadonlyMap<string, Item<Kind>>;

/** A change of one item; `null` deletes it. */
export type Edit = {
  readonly [Kind in ItemKind]: {
    readonly kind: Kind;
    readonly key: string;
    readonly value: ItemValue<Kind> | null;
  };
}[ItemKind];

/** In sending order: an item follows the one it belongs to. */
export const KINDS = [
  'star',
  'order',
  'alert',
  'alert_event',
  'push',
  'push_limits',
  'setting',
  'recent',
  'layout',
  'drawing',
  'holding',
  'forecast',
  'own_range',
  'outcome',
] as const satisfies readonly ItemKind[];

/** A value that was changed back is not sent. */
function changedItem<Kind extends ItemKind>(
  { value: before, version, confirmed = before, sent }: Item<Kind>,
  value: ItemValue<Kind> | null,
): Item<Kind> {
  const kept = { version, ...(sent && { sent }) };
  return isSameValue(value, confirmed) ? { ...kept, value: confirmed } : { ...kept, value, confirmed };
}

/** Returns the same map if no edit changes it. */
export function editedItems(kind: ItemKind, items: KindItems, edits: readonly Edit[]): KindItems {
  const next = new Map<string, Item>(items);
  let hasChanged = false;
  for (const edit of edits) {
    if (edit.kind !== kind) continue;
    const { key, value } = edit;
    const before = next.get(key) ?? NO_ITEM;
    if (isSameValue(before.value, value)) continue;
    next.set(key, changedItem(before, value));
    hasChanged = true;
  }
  return hasChanged ? next : items;
}

export const NO_ITEM: Item = { value: null, version: 0 };

export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}

/** JSON with sorted fields: equal values give equal strings. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

export function isUnsent(item: Item): boolean {
  return item.confirmed !== undefined;
}

export function valuesOf(items: KindItems): ReadonlyMap<string, ItemValue<ItemKind>> {
  return new Map([...items].flatMap(([key, { value }]) => (value === null ? [] : [[key, value] as const])));
}

/** Leaves out items that were deleted before they were sent. In memory they keep their place for an undo. */
export function itemsText(items: KindItems): string {
  return JSON.stringify(
    [...items].filter(([, { value, version, sent }]) => value !== null || version > 0 || sent !== undefined),
  );
}

/** `null` if the text is missing or damaged; an empty list is neither. */
export function parseItems(text: string | null): KindItems | null {
  if (text === null) return null;
  try {
    const entries = JSON.parse(text) as readonly (readonly [string, Item?])[];
    return new Map(entries.flatMap(([key, item]) => (item ? [[key, item] as const] : [])));
  } catch {
    return null;
  }
}
