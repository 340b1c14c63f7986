/** The stored items of one kind: one text, parsed on first use. */
import type { ItemKind, ItemValue } from '#worker/contract';
import { readText, writeText } from './browser-storage.ts';
import { itemsText, parseItems, valuesOf, type KindItems } from './items.ts';

export const GUEST = '';

/** The inline script of index.html reads settings under these keys too. */
export function itemsKey(kind: ItemKind, owner: string): string {
  return `candor:${kind}:${owner}`;
}

export class StoredKind {
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

  get values(): ReadonlyMap<string, ItemValue<ItemKind>> {
    this.#values ??= valuesOf(this.items);
    return this.#values;
  }

  /** Whether the stored text is missing or damaged. An empty list is neither. */
  get isLost(): boolean {
    return this.isStored && (this.text === null || this.#parsed() === null);
  }

  /** Writes items. If storage refuses them, they last until the page closes. */
  write(storage: Storage, key: string, items: KindItems): StoredKind {
    const text = itemsText(items);
    if (text === this.text && this.isStored) return this;
    const isStored = writeText(storage, key, text);
    const next = new StoredKind(isStored ? text : this.text, items, isStored);
    // Keeps the values' identity if only versions changed.
    if (this.#values && isSameMap(this.#values, next.values)) next.#values = this.#values;
    return next;
  }
}

function isSameMap(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  const keys = [...b.keys()];
  return a.size === b.size && [...a].every(([key, value], at) => key === keys[at] && b.get(key) === value);
}

/** Reads a kind. Returns `before` if its text has not changed. */
export function readKind(storage: Storage, kind: ItemKind, owner: string, before?: StoredKind): StoredKind {
  const text = readText(storage, itemsKey(kind, owner));
  if (before?.text === text) return before;
  if (text === null && kind === 'setting' && owner !== GUEST) {
    // At an account's first sign-in, the guest's choices become the account's.
    return new StoredKind(null, parseItems(readText(storage, itemsKey(kind, GUEST))) ?? undefined);
  }
  return new StoredKind(text);
}
