/** The rows of a watchlist: one batched load, owned by one AbortController. No React and no DOM in here. */
import type { QuoteEntry, QuoteReady } from '#worker/contract';
import type { ApiFailure } from '../api/client.ts';
import type { fetchQuotes } from '../api/quotes-api.ts';
import { atom, type createStore } from '../state/store.ts';

/** A call that leaves rows due is followed by another after this, which is far from the rate limit of 300 a minute. */
const FOLLOW_UP_MS = 1000;

/** Fifty tickers in the server's portions of six are nine calls, and one for the refreshes that ended behind the ninth. */
const MAX_CALLS = 12;

/** What is known of each ticker, by the ticker that was asked for. */
export type Quotes = ReadonlyMap<string, QuoteEntry>;

interface Rows {
  readonly quotes: Quotes;
  /** When each ticker's row came, epoch milliseconds; a pending one has not. */
  readonly receivedAtMs: ReadonlyMap<string, number>;
}

export type QuotesLoad = Rows &
  (
    | { readonly status: 'idle' }
    /** `failure`: the one that this load is to make good. */
    | { readonly status: 'loading'; readonly controller: AbortController; readonly failure?: ApiFailure }
    /** `notBeforeMs`: the server wants no further call until then. */
    | { readonly status: 'failed'; readonly failure: ApiFailure; readonly notBeforeMs: number }
  );

/** When the oldest of these tickers' rows came, epoch milliseconds; `null` while there is none. */
export function oldestMs(tickers: readonly string[], { receivedAtMs }: Rows): number | null {
  const times = tickers.flatMap((ticker) => receivedAtMs.get(ticker) ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

export interface QuotesStateDeps {
  readonly store: ReturnType<typeof createStore>;
  readonly fetchQuotes: typeof fetchQuotes;
  readonly nowMs: () => number;
  /** After each answer, with every row in it that has a price. */
  readonly onQuotes: (quotes: readonly QuoteReady[]) => void;
}

/** Builds the rows' state on a store. */
export function createQuotesState({ store, fetchQuotes: fetchRows, nowMs, onQuotes }: QuotesStateDeps) {
  const loadAtom = atom<QuotesLoad>({ status: 'idle', quotes: new Map(), receivedAtMs: new Map() });

  function rows(): Rows {
    const { quotes, receivedAtMs } = store.get(loadAtom);
    return { quotes, receivedAtMs };
  }

  /** A price that is known stays until a newer one comes: a row that is only pending or failed replaces none. */
  function take(entries: readonly QuoteEntry[]) {
    const quotes = new Map(rows().quotes);
    const receivedAtMs = new Map(rows().receivedAtMs);
    for (const entry of entries) {
      const isWorse = entry.status !== 'ready' && quotes.get(entry.requested_ticker)?.status === 'ready';
      if (isWorse) continue;
      quotes.set(entry.requested_ticker, entry);
      if (entry.status !== 'pending') receivedAtMs.set(entry.requested_ticker, nowMs());
    }
    store.set(loadAtom, { ...store.get(loadAtom), quotes, receivedAtMs });
    onQuotes(entries.filter((entry) => entry.status === 'ready'));
  }

  return {
    loadAtom,

    /**
     * Brings these tickers up to date: one call, and further ones a second apart while the server has more to come. A newer
     * refresh ends an older one. Does nothing without a ticker, nor before the time that the server named.
     */
    async refresh(tickers: readonly string[]): Promise<void> {
      const load = store.get(loadAtom);
      if (tickers.length === 0 || (load.status === 'failed' && nowMs() < load.notBeforeMs)) return;
      if (load.status === 'loading') load.controller.abort();
      const controller = new AbortController();
      const { signal } = controller;
      store.set(loadAtom, { ...load, status: 'loading', controller });
      for (let call = 0; call < MAX_CALLS; call += 1) {
        // oxlint-disable no-await-in-loop -- each call asks for what the one before has left
        if (call > 0) await new Promise((resolve) => setTimeout(resolve, FOLLOW_UP_MS));
        if (signal.aborted) return;
        const answer = await fetchRows(tickers, signal);
        // oxlint-enable no-await-in-loop
        if (signal.aborted) return;
        if (!answer.ok) {
          const { error: failure } = answer;
          const waitSeconds = failure.reason === 'refused' ? (failure.retryAfterSeconds ?? 0) : 0;
          const notBeforeMs = nowMs() + waitSeconds * 1000;
          store.set(loadAtom, { ...rows(), status: 'failed', failure, notBeforeMs });
          return;
        }
        take(answer.value.quotes);
        if (answer.value.due === 0) break;
      }
      store.set(loadAtom, { ...rows(), status: 'idle' });
    },

    /** Ends what runs; what is known stays. */
    close() {
      const load = store.get(loadAtom);
      if (load.status !== 'loading') return;
      load.controller.abort();
      store.set(loadAtom, { ...rows(), status: 'idle' });
    },
  };
}
