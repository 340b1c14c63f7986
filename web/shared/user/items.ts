/**
 * Items of an account, as this browser holds and stores them. No storage and no state in here, and without the schemas'
 * library: settings are read before the first screen.
 */
import type { ItemKind, ItemValue } from '#worker/contract';
import { canonicalJson } from './canonical-json.ts';

export interface Item<Kind extends ItemKind = ItemKind> {
  /** `null`: deleted. */
  readonly value: ItemValue<Kind> | null;
  /** Version that the account last confirmed; 0 if it has confirmed none. */
  readonly version: number;
  /** The account's value at that version, `null` if it has none. Only while this browser's is another one and waits to be sent. */
  readonly confirmed?: ItemValue<Kind> | null;
}

/** By key, in the order in which they were added. */
export type KindItems<Kind extends ItemKind = ItemKind> = ReadonlyMap<string, Item<Kind>>;

/** A change of one item; `null` deletes it. */
export type Edit = {
  readonly [Kind in ItemKind]: {
    readonly kind: Kind;
    readonly key: string;
    readonly value: ItemValue<Kind> | null;
  };
}[ItemKind];

/** Every kind, in the order in which changes are sent: an item follows the one that it belongs to. */
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
  'forecast',
  'outcome',
] as const satisfies readonly ItemKind[];

/** An item after the user has changed its value. What was changed back is not sent. */
function changedItem<Kind extends ItemKind>(
  { value: before, version, confirmed = before }: Item<Kind>,
  value: ItemValue<Kind> | null,
): Item<Kind> {
  return isSameValue(value, confirmed) ? { value: confirmed, version } : { value, version, confirmed };
}

/** The items of a kind after edits; the same map if these change nothing. */
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

const NO_ITEM: Item = { value: null, version: 0 };

export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}

/** Whether this browser's value differs from the account's, which has to be told. */
export function isUnsent(item: Item): boolean {
  return item.confirmed !== undefined;
}

/** The values that are there, in the items' order. */
export function valuesOf(items: KindItems): ReadonlyMap<string, ItemValue<ItemKind>> {
  return new Map([...items].flatMap(([key, { value }]) => (value === null ? [] : [[key, value] as const])));
}

/** Without what was deleted before the account had it: such an item only keeps its place, in case it comes back. */
export function itemsText(items: KindItems): string {
  return JSON.stringify([...items].filter(([, { value, version }]) => value !== null || version > 0));
}

/** The items in a stored text; `null` if it is absent or damaged, which is not the same as empty. */
export function parseItems(text: string | null): KindItems | null {
  try {
    const entries: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(entries) ? new Map(entries.filter(isEntry)) : null;
  } catch {
    return null;
  }
}

function isEntry(entry: unknown): entry is [string, Item] {
  if (!Array.isArray(entry)) return false;
  const [key, item] = entry as readonly unknown[];
  const { value, version } = (item ?? {}) as Partial<Item>;
  return typeof key === 'string' && typeof value === 'object' && typeof version === 'number';
}
