/** This browser's local storage, and the texts in it that belong to no account: the theme and the simulated statistics. */
import { atom, type Atom } from '../../store.ts';

/** Local storage or, if site data is blocked, an empty one that rejects every write as full storage does. */
function browserStorage(): Storage {
  try {
    return localStorage;
  } catch {
    return REFUSED;
  }
}

const REFUSED: Storage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => {
    throw new DOMException('Site data is blocked.', 'SecurityError');
  },
  removeItem: () => undefined,
  clear: () => undefined,
};

/** Where items and texts are stored. `null`: in the browser's local storage. */
export const storageAtom = atom<Storage | null>(null);

export const openStorageAtom = atom((get) => get(storageAtom) ?? browserStorage());

/** A stored text; `null` if there is none or storage cannot be read. */
export function readText(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a text. Returns whether storage has taken it. */
export function writeText(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch (cause) {
    if (cause instanceof DOMException) return false;
    throw cause;
  }
}

/** Texts that storage has refused, by key. They last as long as the page. A new map: read the others again. */
const refusedTextsAtom = atom<ReadonlyMap<string, string>>(new Map());

type Get = <Value>(source: Atom<Value>) => Value;

/** An atom of one stored text, in step with other tabs; its key may depend on other atoms. */
export function textAtom(keyOf: (get: Get) => string) {
  return atom(
    (get) => {
      const key = keyOf(get);
      return get(refusedTextsAtom).get(key) ?? readText(get(openStorageAtom), key);
    },
    (get, set, change: (before: string | null) => string) => {
      const [key, storage] = [keyOf(get), get(openStorageAtom)];
      const refused = new Map(get(refusedTextsAtom));
      const text = change(refused.get(key) ?? readText(storage, key));
      if (writeText(storage, key, text)) refused.delete(key);
      else refused.set(key, text);
      set(refusedTextsAtom, refused);
    },
  );
}

/** Reads the texts again. What another tab has stored under a key is newer than what was refused here; `null`: under all keys. */
export const rereadTextsAtom = atom(null, (get, set, changedKey?: string | null) => {
  const refused = [...get(refusedTextsAtom)];
  set(refusedTextsAtom, new Map(changedKey === null ? [] : refused.filter(([key]) => key !== changedKey)));
});
