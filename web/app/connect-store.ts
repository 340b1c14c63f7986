/** Connects a page's store with its browser. */
import type { Store } from '../store.ts';
import { followSourceFailures } from '../shared/api/source-failure.ts';

/** Returns a function that ends it. */
export function connectStore(store: Store): () => void {
  return followSourceFailures(store);
}
