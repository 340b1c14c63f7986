/** An item may have three values: this browser's, the account's last confirmed one, and those sent but not yet confirmed. */
import {
  INSERT_ONLY_KINDS,
  ITEM_KINDS,
  type ItemChange,
  type ItemKind,
  type StoredItem,
} from '#worker/contract';
import { isSameValue, isUnsent, type Item, type KindItems } from '../user/items.ts';
import { jsonFields } from '../user/json-fields.ts';
import { canonicalJson } from '../user/canonical-json.ts';

/** An item's kind, a space and its key. */
type ItemId = string;

export function itemId({ kind, key }: Pick<StoredItem, 'kind' | 'key'>): ItemId {
  return `${kind} ${key}`;
}

export interface SyncState {
  /** Version of the last fetch; 0 fetches everything. */
  readonly version: number;
  /** Sent but unconfirmed values as JSON; `null` is a deletion. A value that comes back is this browser's own. */
  readonly sent: Map<ItemId, readonly (string | null)[]>;
}

export function parseState(text: string | null): SyncState {
  const { version, sent } = (jsonFields(text) ?? {}) as {
    version?: unknown;
    sent?: readonly [ItemId, readonly (string | null)[]][];
  };
  return { version: typeof version === 'number' ? version : 0, sent: new Map(sent) };
}

export function stateText({ version, sent }: SyncState): string {
  return JSON.stringify({ version, sent: [...sent] });
}

/**
 * Merges the account's items of a kind. A newer version wins over a local change based on an older one, unless it is this
 * browser's own change coming back. `isWhole`: `stored` is everything the account has, so other items were deleted elsewhere; they
 * go unless they were changed here. Removes confirmed items from `sent`.
 */
export function mergeItems(
  items: KindItems,
  stored: readonly StoredItem[],
  { sent }: SyncState,
  isWhole: boolean,
): KindItems {
  const next = new Map<string, Item>(items);
  if (isWhole) dropMissing(next, new Set(stored.map(({ key }) => key)));
  for (const item of stored) {
    const { key, version, deleted } = item;
    const id = itemId(item);
    const own = next.get(key) ?? { value: null, version: 0 };
    // The account may have been deleted and created again, with lower versions.
    if (version > 0 && (isWhole ? version === own.version : version <= own.version)) continue;
    // Version 0 answers the deletion of an item that the account never had.
    const value = deleted || version === 0 ? null : (item.value as Item['value']);
    const isOwn = version === 0 || sent.get(id)?.includes(jsonOf(value)) === true;
    sent.delete(id);
    next.set(key, merged(own, { value, version }, isOwn));
  }
  return next;
}

function dropMissing(items: Map<string, Item>, stored: ReadonlySet<string>): void {
  for (const [key, item] of items) {
    if (item.version === 0 || stored.has(key)) continue;
    if (isUnsent(item) && item.value !== null)
      items.set(key, merged(item, { value: null, version: 0 }, true));
    else items.delete(key);
  }
}

function merged({ value: own }: Item, { value, version }: Item, isOwnKept: boolean): Item {
  if (isSameValue(own, value)) return { value: own, version };
  return isOwnKept ? { value: own, version, confirmed: value } : { value, version };
}

/** Keeps the account's items first, by key so that devices agree, then local ones. `excess`: the keys that have no room. */
export function withinLimit(
  kind: ItemKind,
  items: KindItems,
): { readonly items: KindItems; readonly excess: readonly string[] } {
  const live = [...items].filter(([, { value }]) => value !== null);
  const { maxItems } = ITEM_KINDS[kind];
  if (live.length <= maxItems) return { items, excess: [] };
  const stored = live.filter(([, item]) => isStored(item)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const own = live.filter(([, item]) => !isStored(item));
  const excess = [...stored, ...own].slice(maxItems).map(([key]) => key);
  return { items: new Map([...items].filter(([key]) => !excess.includes(key))), excess };
}

function isStored({ value, confirmed = value }: Item): boolean {
  return confirmed !== null;
}

/** Forgets sent changes that were undone here: if such a value appears again, another device made it. */
export function forgetUndone({ sent }: SyncState, itemsOf: (kind: ItemKind) => KindItems): void {
  for (const id of sent.keys()) {
    const space = id.indexOf(' ');
    const item = itemsOf(id.slice(0, space) as ItemKind).get(id.slice(space + 1));
    if (item === undefined || !isUnsent(item)) sent.delete(id);
  }
}

export function pendingChanges(kind: ItemKind, items: KindItems): readonly ItemChange[] {
  return [...items].flatMap(([key, item]): ItemChange[] => {
    const { value, version: base_version } = item;
    if (!isUnsent(item)) return [];
    if (value === null) return [{ kind, key, deleted: true, base_version }];
    // A forecast that was deleted must not come back: its outcome may be known by now.
    if (INSERT_ONLY_KINDS.has(kind) && base_version > 0) return [];
    return [{ kind, key, value: { ...value }, base_version }];
  });
}

export function noteSent({ sent }: SyncState, change: ItemChange): void {
  const id = itemId(change);
  sent.set(id, [...new Set([...(sent.get(id) ?? []), jsonOfChange(change)])]);
}

/** Unique per change, also among changes of one item. */
export function changeId(change: ItemChange): string {
  return JSON.stringify([change.kind, change.key, jsonOfChange(change)]);
}

function jsonOfChange(change: ItemChange): string | null {
  return jsonOf('deleted' in change ? null : change.value);
}

function jsonOf(value: object | null): string | null {
  return value && canonicalJson(value);
}
