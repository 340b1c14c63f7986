/** What a sign-out takes from this browser, apart from what is derived from who is signed in. */
import type { Store } from '../store.ts';
import { lastSignOutAtom } from '../shared/sign-in/auth.ts';
import { clearListingsCache } from '../shared/user/listings-cache.ts';
import { removeItems } from '../shared/user/user-items.ts';

export function followSignOut(store: Store): () => void {
  return store.sub(lastSignOutAtom, () => {
    const left = store.get(lastSignOutAtom);
    if (left === null) return;
    removeItems(store, left.uid);
    void clearListingsCache();
    // Without its code this browser has no subscription of the user's either, but for one from an earlier visit.
    import('../shared/alerts/push.ts')
      .then(({ turnOffPush }) => turnOffPush(store, left.uid))
      .catch(() => undefined);
  });
}
