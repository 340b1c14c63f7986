import { atom, type Store } from '../../store.ts';
import { afterFirstScreen } from '../browser/first-screen.ts';
import { listen } from '../browser/listen.ts';
import { Auth } from './auth.ts';
import type { AuthClient } from './firebase-auth.ts';
import type * as FirebaseAuth from './firebase-auth.ts';
import { CONFIGURATION_INCOMPLETE, readStoredUser, storedUserKey, type FirebaseConfig } from './identity.ts';

export const signInAtom = atom<Auth | null>(null);

export function openSignIn(store: Store, config: FirebaseConfig | null): void {
  const load = config === null ? () => Promise.reject(new Error(CONFIGURATION_INCOMPLETE)) : loader(config);
  store.set(signInAtom, new Auth(store, config, load));
}

/** Browsers never request a failed module again, so a retry uses another URL. */
function loader(config: FirebaseConfig): () => Promise<AuthClient> {
  let failedUrl: string | null = null;
  return async () => {
    try {
      const { openFirebaseAuth }: typeof FirebaseAuth =
        failedUrl === null
          ? await import('./firebase-auth.ts')
          : await import(/* @vite-ignore */ `${failedUrl}?again=${Date.now()}`);
      return openFirebaseAuth(config);
    } catch (cause) {
      // Only the error message names the file. Safari's does not, so it needs a reload.
      failedUrl ??= /https?:\S+\.js$/.exec(String(cause))?.[0] ?? null;
      throw cause;
    }
  };
}

/** Checks a stored sign-in after the first screen and follows other tabs, until the returned function is called. */
export function followSignIn(store: Store): () => void {
  const signIn = store.get(signInAtom);
  if (!signIn?.config) return () => undefined;
  const { config, getState, start, preload, forgetStored } = signIn;
  const ownKey = storedUserKey(config.apiKey);
  // Once loaded, the SDK follows other tabs itself.
  const storage = ({ key, newValue }: StorageEvent) => {
    if (key === ownKey && newValue !== null) preload();
    else if (key === ownKey || key === null) forgetStored();
  };
  // The provider may have been unreachable.
  const onReturn = () => getState().hasCheckFailed && start();
  const ends = [
    afterFirstScreen(store, start),
    listen(window, { storage, online: onReturn, focus: onReturn }),
  ];
  return () => ends.forEach((end) => end());
}

/** Whether the stored sign-in is still this user's. Another tab may have ended it while this tab was frozen. */
export function isSignedInHere(signIn: Auth | null, uid: string): boolean {
  if (!signIn?.config) return true;
  const stored = readStoredUser(signIn.config.apiKey);
  // With storage blocked, the sign-in is in memory only.
  return stored === null ? isStorageBlocked() : stored.uid === uid;
}

function isStorageBlocked(): boolean {
  try {
    return localStorage === null;
  } catch {
    return true;
  }
}
