import type { Store } from '../store.ts';
import { followSourceFailures } from '../shared/api/source-failure.ts';
import { lastSignOutAtom } from '../shared/sign-in/auth.ts';
import { followSignIn } from '../shared/sign-in/open-sign-in.ts';
import { followAddress } from '../shared/browser/browser-state.ts';
import { clearListingsCache } from '../shared/browser/caches.ts';
import { styleBySettings } from '../shared/user/settings.ts';
import { followStorage, removeItems } from '../shared/user/user-items.ts';
import { followNavigation } from './pages.tsx';

/** Call it once sign-in is open on the store. Returns a function that ends it. */
export function connectStore(store: Store): () => void {
  const ends = [
    followSourceFailures(store),
    followStorage(store),
    followSignIn(store),
    followSignOut(store),
    followAddress(store),
    followNavigation(store),
    styleBySettings(store),
  ];
  return () => ends.forEach((end) => end());
}

/** What a sign-out takes from this browser, apart from what is derived from who is signed in. */
export function followSignOut(store: Store): () => void {
  return store.sub(lastSignOutAtom, () => {
    const left = store.get(lastSignOutAtom);
    if (left === null) return;
    removeItems(store, left.uid);
    void clearListingsCache();
    // If the push code never loaded, this visit made no subscription; one from an earlier visit may remain.
    import('../shared/alerts/push.ts')
      .then(({ turnOffPush }) => turnOffPush(store, left.uid))
      .catch(() => undefined);
  });
}
