import { useCallback, useSyncExternalStore } from 'react';
import { useAuth } from '../session/session-provider.tsx';
import { browserStorage, CHANGED, store } from './browser-storage.ts';

/** What storage refused to take, for as long as the page lives. */
const refused = new Map<string, string>();

function read(key: string | null): string | null {
  if (key === null) return null;
  try {
    return refused.get(key) ?? browserStorage().getItem(key);
  } catch {
    return null;
  }
}

function follow(onChange: () => void): () => void {
  // Another tab's change is newer than what storage refused here.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null) refused.clear();
    else refused.delete(key);
    onChange();
  };
  addEventListener('storage', onStorage);
  addEventListener(CHANGED, onChange);
  return () => {
    removeEventListener('storage', onStorage);
    removeEventListener(CHANGED, onChange);
  };
}

/**
 * A text that this browser keeps for the signed-in user under `candor:<name>:<email>`, in step with other tabs; `null` for a
 * guest and while there is none. Where storage refuses a change, it lasts as long as the page.
 */
export function useUserText(name: string): readonly [text: string | null, write: (text: string) => void] {
  const { user } = useAuth();
  const owner = user && (user.email ?? user.uid);
  const key = owner && `candor:${name}:${owner.trim().toLowerCase()}`;
  const text = useSyncExternalStore(follow, () => read(key));
  const write = useCallback(
    (next: string) => {
      if (key === null) return;
      try {
        refused.delete(key);
        store(browserStorage(), key, next);
      } catch {
        refused.set(key, next);
        dispatchEvent(new Event(CHANGED));
      }
    },
    [key],
  );
  return [text, write];
}
