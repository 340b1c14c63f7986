/** What the stock page knows and does: one load, owned by one AbortController. No React and no DOM in here. */
import type { Analysis, Candles, HistoryFacts, HorizonDays } from '#compute';
import type { Article, SearchResult, SentimentResponse, StockColumnsResponse } from '#worker/contract';
import type * as StockApi from '../../shared/api/stock-api.ts';
import { analyseRequest } from '../../shared/offthread/analyse-request.ts';
import type { ComputeClient } from '../../shared/offthread/compute-client.ts';
import { atom, type createStore } from '../../shared/state/store.ts';
import { askListing, createHeadStart, type AskedListing } from './head-start.ts';
import { loadFailure, type LoadFailure, type Remedy } from './load-failure.ts';
import type { StockView } from './view-url.ts';

/** Seen listings kept for this session; each holds about 200 KB. */
const CACHE_LISTINGS = 20;

/** Letters of an unknown ticker that still find listings spelt like it. */
const SIMILAR_PREFIX = 2;

/** Everything on screen for one listing. Sentiment and news follow the prices; until then they are `'loading'`. */
export interface ListingData<A extends HistoryFacts = HistoryFacts> {
  readonly response: StockColumnsResponse;
  readonly candles: Candles;
  /** Those of sessions that are over: what a record may be scored on. */
  readonly finished: Candles;
  readonly analysis: A;
  readonly sentiment: SentimentResponse | null | 'loading';
  readonly news: readonly Article[] | 'loading';
  readonly receivedAtMs: number;
}

/** A listing with enough history for a forecast. */
export type StockData = ListingData<Analysis>;

/** True unless the history is too short for a forecast. */
export function hasForecast(data: ListingData): data is StockData {
  return 'forecast' in data.analysis;
}

interface Owned {
  /** What was asked for. */
  readonly ticker: string;
  /** Owns every request of this load; also its identity, by which late answers are dropped. */
  readonly controller: AbortController;
  /** A refresh that nobody asked for: its failure is a quiet note, not a banner. */
  readonly isBackground: boolean;
}

export type StockLoad =
  | { readonly status: 'idle'; readonly data: null }
  | ({ readonly status: 'loading'; readonly data: ListingData | null } & Owned)
  | ({ readonly status: 'ready'; readonly data: ListingData } & Owned)
  | ({ readonly status: 'failed'; readonly data: ListingData | null } & LoadFailure & Owned);

export interface StockStateDeps {
  readonly store: ReturnType<typeof createStore>;
  readonly api: Pick<
    typeof StockApi,
    'fetchStock' | 'prefetchStock' | 'fetchSentiment' | 'fetchNews' | 'searchListings'
  >;
  readonly compute: Pick<ComputeClient, 'analyseColumns'>;
  readonly nowMs: () => number;
  /** After each analysis that the user asked for. */
  readonly onAnalysed: (response: StockColumnsResponse) => void;
}

/** Builds the page's state on a store. All actions may be called at any time and in any order. */
export function createStockState({ store, api, compute, nowMs, onAnalysed }: StockStateDeps) {
  const loadAtom = atom<StockLoad>({ status: 'idle', data: null });
  const inputAtom = atom('');
  const cache = new Map<string, ListingData>();
  const headStart = createHeadStart(api, nowMs);
  let horizonDays: HorizonDays | null = null;
  let horizonJob: AbortController | null = null;
  let guess: AbortController | null = null;

  function remember(data: ListingData) {
    const ticker = data.response.requested_ticker;
    cache.delete(ticker);
    cache.set(ticker, data);
    const oldest = cache.keys().next().value;
    if (cache.size > CACHE_LISTINGS && oldest !== undefined) cache.delete(oldest);
  }

  /** Changes what is on screen, unless a newer load has taken over meanwhile. */
  function patch(controller: AbortController, change: (data: ListingData) => ListingData) {
    const load = store.get(loadAtom);
    if (load.status === 'idle' || load.controller !== controller || load.data === null) return;
    const data = change(load.data);
    remember(data);
    store.set(loadAtom, { ...load, data });
  }

  function abort() {
    const load = store.get(loadAtom);
    if (load.status !== 'idle') load.controller.abort();
    horizonJob?.abort();
    guess?.abort();
  }

  function analyseResponse(response: StockColumnsResponse, days: HorizonDays, signal: AbortSignal) {
    return compute.analyseColumns(analyseRequest(response, days), signal);
  }

  async function start(
    ticker: string,
    days: HorizonDays,
    isBackground: boolean,
    ahead: AskedListing | null = null,
  ): Promise<void> {
    abort();
    const owned: Owned = { ticker, controller: new AbortController(), isBackground };
    const { signal } = owned.controller;
    const before = store.get(loadAtom).data;
    const shown = cache.get(ticker) ?? before;
    store.set(loadAtom, { status: 'loading', data: shown, ...owned });
    // A background refresh is for the price; headlines do not change by the minute.
    const asked = isBackground
      ? { stock: api.fetchStock(ticker, days, signal) }
      : (ahead ?? askListing(api, ticker, days, signal));

    const response = await asked.stock;
    const analysed = response.ok
      ? await analyseResponse(response.value, horizonDays ?? days, signal)
      : response;
    if (signal.aborted) return;
    if (!response.ok || !analysed.ok) {
      const { error } = (response.ok ? analysed : response) as Exclude<typeof analysed, { ok: true }>;
      const failed = {
        status: 'failed',
        data: shown,
        ...loadFailure(error, ticker, nowMs()),
        ...owned,
      } as const;
      store.set(loadAtom, failed);
      if (!isBackground && failed.remedy.kind === 'similar') await offerSimilar(owned);
      return;
    }

    const kept = shown?.response.ticker === response.value.ticker ? shown : null;
    const data: ListingData = {
      response: response.value,
      ...analysed.value,
      sentiment: kept?.sentiment ?? 'loading',
      news: kept?.news ?? 'loading',
      receivedAtMs: nowMs(),
    };
    remember(data);
    store.set(loadAtom, { status: 'ready', data, ...owned });
    if (store.get(inputAtom).trim() === ticker) store.set(inputAtom, data.response.ticker);
    if (!isBackground) onAnalysed(data.response);
    if (hasForecast(data) && data.analysis.forecast.horizonDays !== horizonDays) void reanalyse();
    if (!('news' in asked)) return;
    void asked.sentiment.then((value) =>
      patch(owned.controller, (current) => ({ ...current, sentiment: value })),
    );
    void asked.news.then((value) => patch(owned.controller, (current) => ({ ...current, news: value })));
  }

  /** Looks up listings spelt like a ticker that does not exist: by all of it, then by how it begins. */
  async function offerSimilar({ ticker, controller }: Owned): Promise<void> {
    let items: readonly SearchResult[] = [];
    for (const text of new Set([ticker, ticker.slice(0, SIMILAR_PREFIX)])) {
      // oxlint-disable-next-line no-await-in-loop -- the second question is asked only when the first finds nothing
      const found = await api.searchListings(text, controller.signal);
      if (found.ok) items = found.value;
      if (items.length > 0) break;
    }
    const load = store.get(loadAtom);
    if (load.status !== 'failed' || load.controller !== controller) return;
    const remedy: Remedy = { kind: 'similar', items };
    store.set(loadAtom, { ...load, remedy });
  }

  /** The same history on the wanted horizon, without the network. */
  async function reanalyse(): Promise<void> {
    horizonJob?.abort();
    const load = store.get(loadAtom);
    if (load.status === 'idle' || load.data === null || horizonDays === null) return;
    horizonJob = new AbortController();
    const { signal } = horizonJob;
    const { response } = load.data;
    const analysed = await analyseResponse(response, horizonDays, signal);
    if (signal.aborted || !analysed.ok) return;
    patch(load.controller, (data) =>
      data.response === response ? { ...data, analysis: analysed.value.analysis } : data,
    );
  }

  return {
    loadAtom,
    /** The text of the search field, upper-cased. */
    inputAtom,

    /**
     * Lets a view's requests travel before it may be shown; `open` of the same view soon after takes their answers. Does
     * nothing once the page is there, which has asked for itself.
     */
    begin(view: StockView): void {
      if (store.get(loadAtom).status === 'idle') headStart.begin(view);
    },

    /** Makes the page show a view: loads another listing, recomputes another horizon, or does nothing. */
    open(view: StockView): Promise<void> {
      const isNewHorizon = horizonDays !== view.horizonDays;
      horizonDays = view.horizonDays;
      const load = store.get(loadAtom);
      if (load.status === 'idle' || load.ticker !== view.ticker) {
        store.set(inputAtom, view.ticker);
        const ahead = headStart.take(view.ticker, view.horizonDays);
        return start(view.ticker, view.horizonDays, false, ahead);
      }
      return isNewHorizon ? reanalyse() : Promise.resolve();
    },

    /** Fetches a ticker as typed, whatever is on screen. */
    fetch(ticker: string, view: StockView): Promise<void> {
      horizonDays = view.horizonDays;
      return start(ticker, view.horizonDays, false);
    },

    /** Gets ready a listing that the user seems about to choose, if it costs the server nothing. Never changes the page. */
    async prefetch(ticker: string): Promise<void> {
      guess?.abort();
      if (cache.has(ticker) || horizonDays === null) return;
      guess = new AbortController();
      const { signal } = guess;
      const response = await api.prefetchStock(ticker, horizonDays, signal);
      if (response === null) return;
      const analysed = await analyseResponse(response, horizonDays, signal);
      if (signal.aborted || !analysed.ok) return;
      remember({ response, ...analysed.value, sentiment: 'loading', news: 'loading', receivedAtMs: nowMs() });
    },

    /** Asks again for what failed, where that may help and the server allows it by now. */
    retry(): Promise<void> {
      const load = store.get(loadAtom);
      const mayRetry =
        load.status === 'failed' && load.remedy.kind === 'retry' && (load.remedy.notBeforeMs ?? 0) <= nowMs();
      if (!mayRetry || horizonDays === null) return Promise.resolve();
      return start(load.ticker, horizonDays, load.isBackground);
    },

    /** Fetches the listing on screen again, quietly. Does nothing while a load runs, nor while a banner is up. */
    refresh(): Promise<void> {
      const load = store.get(loadAtom);
      const mayRefresh = load.status === 'ready' || (load.status === 'failed' && load.isBackground);
      if (!mayRefresh || horizonDays === null) return Promise.resolve();
      return start(load.ticker, horizonDays, true);
    },

    /** Ends what runs, on leaving the page. What was seen stays cached. */
    close() {
      abort();
      store.set(loadAtom, { status: 'idle', data: null });
    },
  };
}
