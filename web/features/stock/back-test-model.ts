import { runBackTest } from '../../shared/offthread/back-test-client.ts';
import type { createStore } from '../../shared/state/store.ts';
import { createBackTest } from './back-test-state.ts';

type Store = ReturnType<typeof createStore>;
type BackTest = ReturnType<typeof createBackTest>;

const latest = new WeakMap<Store, { readonly ticker: string; readonly backTest: BackTest }>();

/**
 * The back-test of a listing on a store. It stays while the page is laid out anew, as for paper; another listing's takes
 * its place, and ends a run that is under way.
 */
export function backTestModel(store: Store, ticker: string): BackTest {
  const kept = latest.get(store);
  if (kept?.ticker === ticker) return kept.backTest;
  kept?.backTest.cancel();
  const backTest = createBackTest({ store, run: runBackTest, nowMs: () => performance.now() });
  latest.set(store, { ticker, backTest });
  return backTest;
}
