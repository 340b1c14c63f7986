import { useCallback, useSyncExternalStore } from 'react';
import { useAuth } from '../sign-in/auth-provider.tsx';
import { browserStorage, CHANGED, store, userKey } from './browser-storage.ts';

/** What storage refused to take, for as long as the page lives. */
const refused = new Map<string, string>();

/** A stored text; `null` where there is none or storage cannot be read. */
export function readText(key: string): string | null {
  try {
    return refused.get(key) ?? browserStorage().getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text and says so in this tab. Where storage refuses, it lasts as long as the page. */
export function writeText(key: string, text: string): void {
  try {
    refused.delete(key);
    store(browserStorage(), key, text);
  } catch {
    refused.set(key, text);
    dispatchEvent(new Event(CHANGED));
  }
}

/** Calls back when a text may have changed, here or in another tab; returns a function that stops it. */
export function followTexts(onChange: () => void): () => void {
  function onStorage({ key }: StorageEvent) {
    // What is stored now is newer than what was refused. Without a key everything was cleared.
    if (key === null) refused.clear();
    else refused.delete(key);
    onChange();
  }
  addEventListener('storage', onStorage);
  addEventListener(CHANGED, onChange);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener(CHANGED, onChange);
  };
}

/**
 * A text that this browser keeps for the signed-in user under {@link userKey}, in step with other tabs; `null` for a
 * guest and while there is none.
 */
export function useUserText(name: string): readonly [text: string | null, write: (text: string) => void] {
  const { user } = useAuth();
  const owner = user && (user.email ?? user.uid);
  const key = owner && userKey(name, owner);
  const text = useSyncExternalStore(followTexts, () => (key === null ? null : readText(key)));
  const write = useCallback(
    (next: string) => {
      if (key !== null) writeText(key, next);
    },
    [key],
  );
  return [text, write];
}
