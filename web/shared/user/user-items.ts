/** A user's items in one atom. A change reads, applies and writes in one step, so that two tabs never overwrite each other. */
import type { ItemKind, ItemValue } from '#worker/contract';
import { atom, type Atom, type Getter, type Store } from '../../store.ts';
import { uidAtom, userAtom } from '../sign-in/auth.ts';
import { isSignedInHere, signInAtom } from '../sign-in/open-sign-in.ts';
import { listen } from '../browser/listen.ts';
import { overlayAtom } from '../ui/overlay.ts';
import { openStorageAtom, readText, rereadTextsAtom, writeText } from './browser-storage.ts';
import {
  editedItems,
  isUnsent,
  itemsText,
  KINDS,
  parseItems,
  valuesOf,
  type Edit,
  type KindItems,
} from './items.ts';

export const GUEST = '';

/** The inline script of index.html reads settings under these keys too. */
export function itemsKey(kind: ItemKind, owner: string): string {
  return `candor:${kind}:${owner}`;
}

/** The stored items of one kind: one text, parsed on first use. */
class StoredKind {
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
function readKind(storage: Storage, kind: ItemKind, owner: string, before?: StoredKind): StoredKind {
  const text = readText(storage, itemsKey(kind, owner));
  if (before?.text === text) return before;
  if (text === null && kind === 'setting' && owner !== GUEST) {
    // At an account's first sign-in, the guest's choices become the account's.
    return new StoredKind(null, parseItems(readText(storage, itemsKey(kind, GUEST))) ?? undefined);
  }
  return new StoredKind(text);
}

export const ownerAtom = atom((get) => get(uidAtom) ?? GUEST);

interface OwnedItems {
  readonly owner: string;
  readonly kinds: Readonly<Record<ItemKind, StoredKind>>;
}

const heldItemsAtom = atom<OwnedItems | null>(null);

const itemsAtom = atom((get): OwnedItems => {
  const owner = get(ownerAtom);
  const held = get(heldItemsAtom);
  return held?.owner === owner ? held : readAll(get, owner);
});

/** Without a confirmed user only settings are open. */
function isOpen(get: Getter, kind: ItemKind): boolean {
  return kind === 'setting' || get(userAtom) !== null;
}

function isReadable(get: Getter, owner: string): boolean {
  return owner === GUEST || isSignedInHere(get(signInAtom), owner);
}

/** Reads all items from storage; none if another tab has ended the owner's sign-in. */
function readAll(get: Getter, owner: string, before?: OwnedItems['kinds']): OwnedItems {
  const storage = get(openStorageAtom);
  const canRead = isReadable(get, owner);
  const kinds = KINDS.map((kind) => [
    kind,
    canRead ? readKind(storage, kind, owner, before?.[kind]) : new StoredKind(null),
  ]);
  return { owner, kinds: Object.fromEntries(kinds) as OwnedItems['kinds'] };
}

const NOTHING = new StoredKind(null);

export const kindAtoms = Object.fromEntries(
  KINDS.map((kind) => [kind, atom((get) => (isOpen(get, kind) ? get(itemsAtom).kinds[kind] : NOTHING))]),
) as Record<ItemKind, Atom<StoredKind>>;

/** Values by key. The map keeps its identity while no value changes. */
export const valueAtoms = Object.fromEntries(
  KINDS.map((kind) => [kind, atom((get) => get(kindAtoms[kind]).values)]),
) as { readonly [Kind in ItemKind]: Atom<ReadonlyMap<string, ItemValue<Kind>>> };

/** False if storage has refused a change, which then lasts until the page closes. */
export const areItemsStoredAtom = atom((get) => KINDS.every((kind) => get(kindAtoms[kind]).isStored));

export type ReadKind = (kind: ItemKind) => StoredKind;

export type ChangedKinds = { readonly [Kind in ItemKind]?: KindItems<Kind> };

/** Returns false if the owner's sign-in has ended or storage refuses the items. */
export const changeItemsAtom = atom(null, (get, set, change: (read: ReadKind) => ChangedKinds): boolean => {
  const { owner, kinds } = get(itemsAtom);
  if (!isReadable(get, owner)) {
    set(heldItemsAtom, readAll(get, owner));
    return false;
  }
  const storage = get(openStorageAtom);
  const next: Record<ItemKind, StoredKind> = { ...kinds };
  const read = (kind: ItemKind) => (next[kind] = readKind(storage, kind, owner, next[kind]));
  const changed = Object.entries(change(read)) as [ItemKind, KindItems][];
  for (const [kind, items] of changed.filter(([name]) => isOpen(get, name))) {
    next[kind] = read(kind).write(storage, itemsKey(kind, owner), items);
    // The guest's settings are the account's now.
    if (kind === 'setting' && owner !== GUEST) storage.removeItem(itemsKey(kind, GUEST));
  }
  set(heldItemsAtom, { owner, kinds: next });
  return changed.every(([kind]) => next[kind].isStored);
});

export type ReadValues = <Kind extends ItemKind>(kind: Kind) => ReadonlyMap<string, ItemValue<Kind>>;

export type Change = (values: ReadValues) => readonly Edit[];

export const editAtom = atom(null, (get, set, change: Change): readonly Edit[] => {
  let edits: readonly Edit[] = [];
  set(changeItemsAtom, (read) => {
    edits = change(((kind) => read(kind).values) as ReadValues);
    const kinds = [...new Set(edits.map(({ kind }) => kind))];
    return Object.fromEntries(kinds.map((kind) => [kind, editedItems(kind, read(kind).items, edits)]));
  });
  return edits;
});

/** Applies a change and offers to undo it. */
export const undoableEditAtom = atom(null, (_get, set, text: string, change: Change): readonly Edit[] => {
  let undo: readonly Edit[] = [];
  const edits = set(editAtom, (values) => {
    const next = change(values);
    undo = next.map(({ kind, key }) => ({ kind, key, value: values(kind).get(key) ?? null }) as Edit);
    return next;
  });
  if (undo.length > 0) set(overlayAtom, { text, undo: () => set(editAtom, () => undo) });
  return edits;
});

const rereadAtom = atom(null, (get, set) => {
  const { owner, kinds } = get(itemsAtom);
  set(heldItemsAtom, readAll(get, owner, kinds));
});

/** Follows other tabs' changes, also those made while this tab was frozen, until the returned function is called. */
export function followStorage(store: Store): () => void {
  function reread({ key }: { readonly key?: string | null }) {
    store.set(rereadAtom);
    store.set(rereadTextsAtom, key);
  }
  const onReturn = () => reread({});
  return listen(window, { storage: reread, pageshow: onReturn, focus: onReturn });
}

/** Removes an owner's items from storage. Unless `isDeleted`, keeps the kinds with unsent changes. */
export function removeItems(store: Store, owner: string, isDeleted = false): void {
  const storage = store.get(openStorageAtom);
  const sent = KINDS.filter(
    (kind) => isDeleted || ![...readKind(storage, kind, owner).items.values()].some(isUnsent),
  );
  for (const kind of sent) storage.removeItem(itemsKey(kind, owner));
  if (sent.length === KINDS.length) storage.removeItem(syncKey(owner));
  store.set(rereadAtom);
}

export function syncKey(owner: string): string {
  return `candor:sync:${owner}`;
}
