import { useCallback, useSyncExternalStore } from 'react';
import { useAuth } from '../sign-in/auth-provider.tsx';
import { followTexts, readText, writeText } from './browser-storage.ts';

/** Whose data the signed-in user's is: their email, or their id where they have none; `null` for a guest. */
export function useOwner(): string | null {
  const { user } = useAuth();
  return user && (user.email ?? user.uid);
}

/** A stored text, in step with other tabs and the sync; `null` while there is none. */
export function useText(key: string | null): string | null {
  return useSyncExternalStore(
    followTexts,
    () => (key === null ? null : readText(key)),
    () => null,
  );
}

/** A text that this browser stores for the signed-in user; `null` for a guest and while there is none. */
export function useUserText(
  storageKey: (owner: string) => string,
): readonly [text: string | null, write: (text: string) => void] {
  const owner = useOwner();
  const key = owner && storageKey(owner);
  const write = useCallback(
    (next: string) => {
      if (key !== null) writeText(key, next);
    },
    [key],
  );
  return [useText(key), write];
}
