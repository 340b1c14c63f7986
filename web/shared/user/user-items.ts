/** A user's items in one atom. A change reads, applies and writes in one step, so that two tabs never overwrite each other. */
import type { ItemKind, ItemValue } from '#worker/contract';
import { atom, type Atom, type Getter, type Store } from '../../store.ts';
import { uidAtom, userAtom } from '../sign-in/auth.ts';
import { isSignedInHere, signInAtom } from '../sign-in/open-sign-in.ts';
import { listen } from '../browser/listen.ts';
import { overlayAtom } from '../ui/overlay.ts';
import { readText, refusedTextsAtom, rereadTextsAtom, writeTextsAtom } from './browser-storage.ts';
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

/** A kind's items as stored. */
interface StoredKind {
  readonly text: string | null;
  readonly items: KindItems;
  readonly values: ReadonlyMap<string, ItemValue<ItemKind>>;
  /** Whether the text is missing or damaged. An empty list is neither. */
  readonly isLost: boolean;
}

const NOTHING: StoredKind = { text: null, items: new Map(), values: new Map(), isLost: true };

/** The last text of each key with what it holds, so that a text is parsed once. */
const parsedTextsAtom = atom(() => new Map<string, StoredKind>());

/** Keeps the values' identity if only versions changed. */
function remember(get: Getter, key: string, text: string | null, items: KindItems | null): StoredKind {
  const known = get(parsedTextsAtom);
  const before = known.get(key)?.values ?? NOTHING.values;
  const values = items === null ? NOTHING.values : valuesOf(items);
  const stored: StoredKind = {
    text,
    items: items ?? NOTHING.items,
    values: isSameMap(before, values) ? before : values,
    isLost: items === null,
  };
  known.set(key, stored);
  return stored;
}

function isSameMap(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  const keys = [...b.keys()];
  return a.size === b.size && [...a].every(([key, value], at) => key === keys[at] && b.get(key) === value);
}

function storedAt(get: Getter, key: string): StoredKind {
  const text = readText(get, key);
  const known = get(parsedTextsAtom).get(key);
  return known?.text === text ? known : remember(get, key, text, parseItems(text));
}

/** A kind as storage holds it at this moment. */
export function storedKind(get: Getter, kind: ItemKind, owner: string): StoredKind {
  const own = storedAt(get, itemsKey(kind, owner));
  if (own.text !== null || kind !== 'setting' || owner === GUEST) return own;
  // At an account's first sign-in, the guest's choices become the account's.
  return { ...storedAt(get, itemsKey(kind, GUEST)), isLost: true };
}

export const ownerAtom = atom((get) => get(uidAtom) ?? GUEST);

/** An atom that starts again at `initial` when the owner changes. Writing it takes a function of the value. */
export function ownedAtom<Value>(initial: Value) {
  const heldAtom = atom({ owner: GUEST, value: initial });
  const valueOf = (get: Getter): Value => {
    const held = get(heldAtom);
    return held.owner === get(ownerAtom) ? held.value : initial;
  };
  return atom(valueOf, (get, set, change: (before: Value) => Value) =>
    set(heldAtom, { owner: get(ownerAtom), value: change(valueOf(get)) }),
  );
}

/** Without a confirmed user only settings are open. */
function isOpen(get: Getter, kind: ItemKind): boolean {
  return kind === 'setting' || get(userAtom) !== null;
}

/** False if another tab has ended the owner's sign-in. */
function isReadable(get: Getter): boolean {
  const owner = get(ownerAtom);
  return owner === GUEST || isSignedInHere(get(signInAtom), owner);
}

export const kindAtoms = Object.fromEntries(
  KINDS.map((kind) => [
    kind,
    atom((get) => {
      const stored = isOpen(get, kind) ? storedKind(get, kind, get(ownerAtom)) : NOTHING;
      return isReadable(get) ? stored : NOTHING;
    }),
  ]),
) as Record<ItemKind, Atom<StoredKind>>;

/** Values by key. The map keeps its identity while no value changes. */
export const valueAtoms = Object.fromEntries(
  KINDS.map((kind) => [kind, atom((get) => get(kindAtoms[kind]).values)]),
) as { readonly [Kind in ItemKind]: Atom<ReadonlyMap<string, ItemValue<Kind>>> };

/** False while storage has refused the owner's items. Other texts, such as the theme, do not count. */
export const areItemsStoredAtom = atom((get) =>
  KINDS.every((kind) => !get(refusedTextsAtom).has(itemsKey(kind, get(ownerAtom)))),
);

type ChangeItems = (read: (kind: ItemKind) => StoredKind) => { readonly [Kind in ItemKind]?: KindItems };

/** Returns false if the owner's sign-in has ended or storage refuses the items. */
export const changeItemsAtom = atom(null, (get, set, change: ChangeItems): boolean => {
  if (!isReadable(get)) {
    set(rereadTextsAtom);
    return false;
  }
  const owner = get(ownerAtom);
  const changed = Object.entries(change((kind) => storedKind(get, kind, owner))) as [ItemKind, KindItems][];
  const texts = changed
    .filter(([kind]) => isOpen(get, kind))
    .map(([kind, items]) => {
      const [key, text] = [itemsKey(kind, owner), itemsText(items)];
      remember(get, key, text, items);
      return [key, text] as const;
    });
  // The guest's settings are the account's now.
  const adopted = changed.some(([kind]) => kind === 'setting') && owner !== GUEST;
  return set(writeTextsAtom, adopted ? [...texts, [itemsKey('setting', GUEST), null]] : texts);
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

/** Applies a change. Returns its edits, and what takes them back. */
export const reversibleEditAtom = atom(null, (_get, set, change: Change) => {
  let before: readonly Edit[] = [];
  const edits = set(editAtom, (values) => {
    const next = change(values);
    before = next.map(({ kind, key }) => ({ kind, key, value: values(kind).get(key) ?? null }) as Edit);
    return next;
  });
  return { edits, undo: () => void set(editAtom, () => before) };
});

/** Applies a change and offers to undo it. */
export const undoableEditAtom = atom(null, (_get, set, text: string, change: Change): readonly Edit[] => {
  const { edits, undo } = set(reversibleEditAtom, change);
  if (edits.length > 0) set(overlayAtom, { text, undo });
  return edits;
});

/** Follows other tabs' changes, also those made while this tab was frozen, until the returned function is called. */
export function followStorage(store: Store): () => void {
  const reread = ({ key }: { readonly key?: string | null }) => store.set(rereadTextsAtom, key);
  const onReturn = () => reread({});
  return listen(window, { storage: reread, pageshow: onReturn, focus: onReturn });
}

/** Removes an owner's items from storage and memory. Unless `isDeleted`, keeps the kinds with unsent changes. */
export function removeItems(store: Store, owner: string, isDeleted = false): void {
  const sent = KINDS.filter(
    (kind) => isDeleted || ![...storedKind(store.get, kind, owner).items.values()].some(isUnsent),
  );
  const keys = sent.map((kind) => itemsKey(kind, owner));
  if (sent.length === KINDS.length) keys.push(syncKey(owner));
  store.get(parsedTextsAtom).clear();
  store.set(
    writeTextsAtom,
    keys.map((key) => [key, null]),
  );
}

export function syncKey(owner: string): string {
  return `candor:sync:${owner}`;
}
