/** Texts in local storage. What storage refuses, because it is full or blocked, lasts until the page closes. */
import { atom, type Getter } from '../../store.ts';

/** The storage to use; `null` means the browser's local storage. */
export const storageAtom = atom<Storage | null>(null);

/** Texts that storage refused, by key. Every new map makes readers read the other texts again. */
export const refusedTextsAtom = atom<ReadonlyMap<string, string>>(new Map());

/** `null` if nothing is stored or storage cannot be read. */
export function readText(get: Getter, key: string): string | null {
  const refused = get(refusedTextsAtom).get(key);
  if (refused !== undefined) return refused;
  try {
    return (get(storageAtom) ?? localStorage).getItem(key);
  } catch {
    return null;
  }
}

/** Writes texts by key; `null` removes one. Returns whether storage took all of them. */
export const writeTextsAtom = atom(
  null,
  (get, set, texts: readonly (readonly [key: string, text: string | null])[]): boolean => {
    const refused = new Map(get(refusedTextsAtom));
    for (const [key, text] of texts) {
      refused.delete(key);
      try {
        const storage = get(storageAtom) ?? localStorage;
        if (text === null) storage.removeItem(key);
        else storage.setItem(key, text);
      } catch (cause) {
        if (!(cause instanceof DOMException)) throw cause;
        if (text !== null) refused.set(key, text);
      }
    }
    set(refusedTextsAtom, refused);
    return texts.every(([key]) => !refused.has(key));
  },
);

/** An atom of one stored text. Writing it takes a function of what storage holds at that moment. */
export function textAtom(keyOf: (get: Getter) => string) {
  return atom(
    (get) => readText(get, keyOf(get)),
    (get, set, change: (before: string | null) => string): boolean => {
      const key = keyOf(get);
      return set(writeTextsAtom, [[key, change(readText(get, key))]]);
    },
  );
}

/** Reads the texts again. Forgets the refused text of a key that another tab has changed; `null` means all keys. */
export const rereadTextsAtom = atom(null, (get, set, changedKey?: string | null) => {
  const refused = [...get(refusedTextsAtom)];
  set(refusedTextsAtom, new Map(changedKey === null ? [] : refused.filter(([key]) => key !== changedKey)));
});
