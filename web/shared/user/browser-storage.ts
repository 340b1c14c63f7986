/** This browser's local storage, and the texts in it that a user keeps: read, written and followed across tabs. */
import { listen } from '../ui/listen.ts';

/** Local storage or, if site data is blocked, an empty one that rejects every write as full storage does. */
export function browserStorage(): Storage {
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

/** The key of what this browser stores for a user. Emails are compared in lower case, as the identity provider does. */
export function userKey(name: string, emailOrUid: string): string {
  return `candor:${name}:${emailOrUid.trim().toLowerCase()}`;
}

/** Fires on `window` after a change of what a user keeps in this browser. The account's sync listens to it. */
export const CHANGED = 'candor:changed';

/** Values that storage rejected, kept for the page's lifetime. */
const refused = new Map<string, string>();

/** A stored text; `null` where there is none or storage cannot be read. */
export function readText(key: string): string | null {
  try {
    return refused.get(key) ?? browserStorage().getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text and notifies this tab. Where storage refuses, the text lasts as long as the page. */
export function writeText(key: string, text: string): void {
  try {
    refused.delete(key);
    browserStorage().setItem(key, text);
  } catch {
    refused.set(key, text);
  }
  dispatchEvent(new Event(CHANGED));
}

/** False once storage has refused the last change of a text. */
export function isStored(key: string): boolean {
  return !refused.has(key);
}

/** Calls back when a text may have changed, here or in another tab; returns a function that stops it. */
export function followTexts(onChange: () => void): () => void {
  function storage({ key }: StorageEvent) {
    // What is stored now is newer than what was refused. Without a key everything was cleared.
    if (key === null) refused.clear();
    else refused.delete(key);
    onChange();
  }
  return listen(window, { storage, [CHANGED]: onChange });
}

/** A parser that remembers its last result, so that the same text gives the same value. */
export function memoized<Value>(parse: (text: string | null) => Value): (text: string | null) => Value {
  let last: { readonly text: string | null; readonly value: Value } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: parse(text) };
    return last.value;
  };
}
