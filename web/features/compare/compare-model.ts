import { fetchStock } from '../../shared/api/stock-api.ts';
import { createComputeClient } from '../../shared/offthread/compute-client.ts';
import { whenUserLeaves } from '../../shared/session/user-memory.ts';
import type { createStore } from '../../shared/state/store.ts';
import { createCompareState } from './compare-state.ts';

type Store = ReturnType<typeof createStore>;

let states = new WeakMap<Store, ReturnType<typeof createCompareState>>();
whenUserLeaves(() => {
  states = new WeakMap();
});

/** The comparison's state on a store, made once: what has arrived stays while the user visits other pages. */
export function compareModel(store: Store): ReturnType<typeof createCompareState> {
  let state = states.get(store);
  if (state === undefined) {
    state = createCompareState({ store, fetchStock, compute: createComputeClient(), nowMs: Date.now });
    states.set(store, state);
  }
  return state;
}
