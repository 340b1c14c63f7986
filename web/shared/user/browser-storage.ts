import { atom, type Getter } from '../../store.ts';

/** Local storage. If site data is blocked, an empty storage that refuses every write, as full storage does. */
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

/** The storage to use; `null` means the browser's local storage. */
export const storageAtom = atom<Storage | null>(null);

export const openStorageAtom = atom((get) => get(storageAtom) ?? browserStorage());

/** `null` if nothing is stored or storage cannot be read. */
export function readText(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

export function writeText(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch (cause) {
    if (cause instanceof DOMException) return false;
    throw cause;
  }
}

/** Texts that storage refused, by key, kept until the page closes. Every new map makes readers read the other texts again. */
const refusedTextsAtom = atom<ReadonlyMap<string, string>>(new Map());

/** An atom of one stored text. Writing it takes a function of what storage holds at that moment. */
export function textAtom(keyOf: (get: Getter) => string) {
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

/** Reads the texts again. Forgets the refused text of a key that another tab has changed; `null` means all keys. */
export const rereadTextsAtom = atom(null, (get, set, changedKey?: string | null) => {
  const refused = [...get(refusedTextsAtom)];
  set(refusedTextsAtom, new Map(changedKey === null ? [] : refused.filter(([key]) => key !== changedKey)));
});
