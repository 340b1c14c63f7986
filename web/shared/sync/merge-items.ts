import { INSERT_ONLY_KINDS, type ItemChange, type ItemKind, type StoredItem } from '#worker/contract';
import { canonicalJson, isSameValue, isUnsent, NO_ITEM, type Item, type KindItems } from '../user/items.ts';

/** What items of the account are: the response to a batch, the changes since the last fetch, or everything it has. */
export type Scope = 'batch' | 'changes' | 'all';

/**
 * Merges the account's items of a kind. A newer version wins over a local change based on an older one, unless it is this
 * browser's own change coming back. If `stored` is everything, other items were deleted elsewhere; they go unless they were
 * changed here. Returns the same map if nothing changes.
 */
export function mergeItems(items: KindItems, stored: readonly StoredItem[], scope: Scope): KindItems {
  const next = new Map<string, Item>(items);
  if (scope === 'all') dropMissing(next, new Set(stored.map(({ key }) => key)));
  for (const { key, version, deleted, value: storedValue } of stored) {
    const own = next.get(key) ?? NO_ITEM;
    // The account may have been deleted and created again, with lower versions.
    if (version > 0 && (scope === 'all' ? version === own.version : version <= own.version)) continue;
    // Version 0 answers the deletion of an item that the account never had.
    const value = deleted || version === 0 ? null : (storedValue as Item['value']);
    const isOwn = version === 0 || own.sent?.some((sent) => isSameValue(sent, value)) === true;
    next.set(key, merged(own, { value, version }, isOwn));
  }
  // Only after a fetch: the response to a batch says nothing about earlier batches.
  const hasForgotten = scope !== 'batch' && forgetUndone(next);
  return stored.length > 0 || scope === 'all' || hasForgotten ? next : items;
}

function dropMissing(items: Map<string, Item>, stored: ReadonlySet<string>): void {
  for (const [key, item] of items) {
    if (item.version === 0 || stored.has(key)) continue;
    if (isUnsent(item) && item.value !== null) items.set(key, merged(item, NO_ITEM, true));
    else items.delete(key);
  }
}

function merged({ value: own }: Item, { value, version }: Item, isOwnKept: boolean): Item {
  if (isSameValue(own, value)) return { value: own, version };
  return isOwnKept ? { value: own, version, confirmed: value } : { value, version };
}

/** Forgets sent changes that were undone here: if such a value appears again, another device made it. */
function forgetUndone(items: Map<string, Item>): boolean {
  const undone = [...items].filter(([, item]) => item.sent !== undefined && !isUnsent(item));
  for (const [key, { value, version }] of undone) items.set(key, { value, version });
  return undone.length > 0;
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

/** Notes what is about to be sent. */
export function withSent(items: KindItems, changes: readonly ItemChange[]): KindItems {
  const next = new Map(items);
  for (const change of changes) {
    const item = items.get(change.key) ?? NO_ITEM;
    const value = valueOf(change) as Item['value'];
    const others = (item.sent ?? []).filter((sent) => !isSameValue(sent, value));
    next.set(change.key, { ...item, sent: [...others, value] });
  }
  return next;
}

/** Unique per change, also among changes of one item. */
export function changeId(change: ItemChange): string {
  return canonicalJson([change.kind, change.key, valueOf(change)]);
}

function valueOf(change: ItemChange): object | null {
  return 'deleted' in change ? null : change.value;
}
