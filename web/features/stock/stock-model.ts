import { fetchNews, fetchSentiment, fetchStock, searchListings } from '../../shared/api/stock-api.ts';
import { createComputeClient } from '../../shared/offthread/compute-client.ts';
import type { createStore } from '../../shared/state/store.ts';
import { createStockState } from './state.ts';
import { createSuggestions } from './suggestions.ts';

type Store = ReturnType<typeof createStore>;

function createStockModel(store: Store) {
  const compute = createComputeClient();
  const analysedListeners = new Set<(ticker: string) => void>();
  const stock = createStockState({
    store,
    api: { fetchStock, fetchSentiment, fetchNews },
    compute,
    nowMs: Date.now,
    onAnalysed(ticker) {
      for (const listener of analysedListeners) listener(ticker);
    },
  });
  const suggestions = createSuggestions({
    store,
    inputAtom: stock.inputAtom,
    search: searchListings,
    logFailure(failure) {
      // oxlint-disable-next-line no-console -- the spec has lookup failures logged, and shown nowhere
      console.error('Suggestion lookup failed', failure);
    },
  });
  return { stock, suggestions, compute, analysedListeners };
}

export type StockModel = ReturnType<typeof createStockModel>;

const models = new WeakMap<Store, StockModel>();

/** The stock page's state on a store, made once: what was seen stays while the user visits other pages. */
export function stockModel(store: Store): StockModel {
  let model = models.get(store);
  if (model === undefined) {
    model = createStockModel(store);
    models.set(store, model);
  }
  return model;
}
