import type { Store } from '../store.ts';
import { followSourceFailures } from '../shared/api/source-failure.ts';
import { followSignIn } from '../shared/sign-in/open-sign-in.ts';
import { followAddress } from '../shared/browser/browser-state.ts';
import { styleBySettings } from '../shared/user/settings.ts';
import { followStorage } from '../shared/user/user-items.ts';
import { followSignOut } from './after-sign-out.ts';
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
