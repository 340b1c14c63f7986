/** The items of one kind as storage holds them: one text, parsed when its items are first read. */
import type { ItemKind, ItemValue } from '#worker/contract';
import { readText, writeText } from './browser-storage.ts';
import { itemsText, parseItems, valuesOf, type KindItems } from './items.ts';

/** The owner of what a guest keeps: settings alone. */
export const GUEST = '';

/** Settings of the signed-in user or the guest are also read by the inline script of index.html, before the first paint. */
export function itemsKey(kind: ItemKind, owner: string): string {
  return `candor:${kind}:${owner}`;
}

export class StoredKind {
  /** The stored text when it was last read or written. */
  readonly text: string | null;
  /** False if storage has refused the items. */
  readonly isStored: boolean;
  #items: KindItems | null | undefined;
  #values: ReadonlyMap<string, ItemValue<ItemKind>> | undefined;

  constructor(text: string | null, items?: KindItems, isStored = true) {
    this.text = text;
    this.isStored = isStored;
    this.#items = items;
  }

  #parsed(): KindItems | null {
    if (this.#items === undefined) this.#items = parseItems(this.text);
    return this.#items;
  }

  get items(): KindItems {
    return this.#parsed() ?? new Map();
  }

  /** The values that are there, in the items' order. */
  get values(): ReadonlyMap<string, ItemValue<ItemKind>> {
    this.#values ??= valuesOf(this.items);
    return this.#values;
  }

  /** Whether the stored text is missing or damaged. An empty list is neither. */
  get isLost(): boolean {
    return this.isStored && (this.text === null || this.#parsed() === null);
  }

  /** These items written to storage. Where it refuses them, they last as long as the page. */
  write(storage: Storage, key: string, items: KindItems): StoredKind {
    const text = itemsText(items);
    const isStored = writeText(storage, key, text);
    const next = new StoredKind(isStored ? text : this.text, items, isStored);
    // A version that the account has confirmed is no change for who reads the values.
    if (this.#values && isSameMap(this.#values, next.values)) next.#values = this.#values;
    return next;
  }
}

function isSameMap(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  const keys = [...b.keys()];
  return a.size === b.size && [...a].every(([key, value], at) => key === keys[at] && b.get(key) === value);
}

/** The items of a kind as storage holds them now; `before` if their text is still the same. */
export function readKind(storage: Storage, kind: ItemKind, owner: string, before?: StoredKind): StoredKind {
  const text = readText(storage, itemsKey(kind, owner));
  if (before?.text === text) return before;
  if (text === null && kind === 'setting' && owner !== GUEST) {
    // At the first sign-in of an account, what a guest has chosen becomes the account's.
    const chosen = parseItems(readText(storage, itemsKey(kind, GUEST)));
    return new StoredKind(null, chosen ?? undefined);
  }
  return new StoredKind(text);
}
