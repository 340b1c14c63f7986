import type { SearchResult, StockColumnsResponse } from '#worker/contract';
import {
  fetchNews,
  fetchSentiment,
  fetchStock,
  prefetchStock,
  searchListings,
} from '../../shared/api/stock-api.ts';
import { createComputeClient } from '../../shared/offthread/compute-client.ts';
import { whenUserLeaves } from '../../shared/session/user-memory.ts';
import { isReducedData } from '../../shared/settings/is-reduced-data.ts';
import { atom, type createStore } from '../../shared/state/store.ts';
import { createStockState } from './state.ts';
import { createSuggestions } from './suggestions.ts';

type Store = ReturnType<typeof createStore>;

/** A guess costs traffic, if only to our own server. */
const prefetchIfWanted: typeof prefetchStock = (...request) =>
  isReducedData() ? Promise.resolve(null) : prefetchStock(...request);

function createStockModel(store: Store) {
  const compute = createComputeClient();
  const analysedListeners = new Set<(response: StockColumnsResponse) => void>();
  const recentAtom = atom<readonly SearchResult[]>([]);
  const stock = createStockState({
    store,
    api: { fetchStock, prefetchStock: prefetchIfWanted, fetchSentiment, fetchNews, searchListings },
    compute,
    nowMs: Date.now,
    onAnalysed(response) {
      for (const listener of analysedListeners) listener(response);
    },
  });
  const suggestions = createSuggestions({
    store,
    inputAtom: stock.inputAtom,
    search: searchListings,
    recent: () => store.get(recentAtom),
    logFailure(failure) {
      // oxlint-disable-next-line no-console -- the spec has lookup failures logged, and shown nowhere
      console.error('Suggestion lookup failed', failure);
    },
  });
  return { stock, suggestions, compute, analysedListeners, recentAtom };
}

export type StockModel = ReturnType<typeof createStockModel>;

let models = new WeakMap<Store, StockModel>();
whenUserLeaves(() => {
  models = new WeakMap();
});

/** The stock page's state on a store, made once: what was seen stays while the user visits other pages. */
export function stockModel(store: Store): StockModel {
  let model = models.get(store);
  if (model === undefined) {
    model = createStockModel(store);
    models.set(store, model);
  }
  return model;
}
