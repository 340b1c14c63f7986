/** What the stock page knows and does: one load, owned by one AbortController. No React and no DOM in here. */
import type { Analysis, Candles, HorizonDays } from '#compute';
import type { Article, SentimentResponse, StockColumnsResponse } from '#worker/contract';
import type * as StockApi from '../../shared/api/stock-api.ts';
import type { ComputeClient } from '../../shared/offthread/compute-client.ts';
import { atom, type createStore } from '../../shared/state/store.ts';
import { loadFailureText } from './load-failure.ts';
import type { StockView } from './view-url.ts';

/** Seen listings kept for this session; each holds about 200 KB. */
const CACHE_LISTINGS = 20;

/** Everything on screen for one listing. Sentiment and news follow the prices; until then they are `'loading'`. */
export interface StockData {
  readonly response: StockColumnsResponse;
  readonly candles: Candles;
  readonly analysis: Analysis;
  readonly sentiment: SentimentResponse | null | 'loading';
  readonly news: readonly Article[] | 'loading';
  readonly receivedAtMs: number;
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
  | ({ readonly status: 'loading'; readonly data: StockData | null } & Owned)
  | ({ readonly status: 'ready'; readonly data: StockData } & Owned)
  | ({ readonly status: 'failed'; readonly data: StockData | null; readonly message: string } & Owned);

export interface StockStateDeps {
  readonly store: ReturnType<typeof createStore>;
  readonly api: Pick<typeof StockApi, 'fetchStock' | 'fetchSentiment' | 'fetchNews'>;
  readonly compute: Pick<ComputeClient, 'analyseColumns'>;
  readonly nowMs: () => number;
  /** After each analysis that the user asked for. */
  readonly onAnalysed: (ticker: string) => void;
}

/** Builds the page's state on a store. All actions may be called at any time and in any order. */
export function createStockState({ store, api, compute, nowMs, onAnalysed }: StockStateDeps) {
  const loadAtom = atom<StockLoad>({ status: 'idle', data: null });
  const inputAtom = atom('');
  const cache = new Map<string, StockData>();
  let horizonDays: HorizonDays | null = null;
  let horizonJob: AbortController | null = null;

  function remember(data: StockData) {
    const ticker = data.response.requested_ticker;
    cache.delete(ticker);
    cache.set(ticker, data);
    const oldest = cache.keys().next().value;
    if (cache.size > CACHE_LISTINGS && oldest !== undefined) cache.delete(oldest);
  }

  /** Changes what is on screen, unless a newer load has taken over meanwhile. */
  function patch(controller: AbortController, change: (data: StockData) => StockData) {
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
  }

  function analyseResponse(response: StockColumnsResponse, days: HorizonDays, signal: AbortSignal) {
    const { columns, current_price: currentPrice, trading_calendar: calendar } = response;
    return compute.analyseColumns({ columns, currentPrice, horizonDays: days, calendar }, signal);
  }

  async function start(ticker: string, days: HorizonDays, isBackground: boolean): Promise<void> {
    abort();
    const owned: Owned = { ticker, controller: new AbortController(), isBackground };
    const { signal } = owned.controller;
    const before = store.get(loadAtom).data;
    const shown = cache.get(ticker) ?? before;
    store.set(loadAtom, { status: 'loading', data: shown, ...owned });
    const stock = api.fetchStock(ticker, days, signal);
    // A background refresh is for the price; headlines do not change by the minute.
    const sentiment = isBackground ? null : api.fetchSentiment(ticker, signal);
    const news = isBackground ? null : api.fetchNews(ticker, signal);

    const response = await stock;
    const analysed = response.ok
      ? await analyseResponse(response.value, horizonDays ?? days, signal)
      : response;
    if (signal.aborted) return;
    if (!response.ok || !analysed.ok) {
      const failure = response.ok ? analysed : response;
      const message = failure.ok ? '' : loadFailureText(failure.error, ticker);
      store.set(loadAtom, { status: 'failed', data: shown, message, ...owned });
      return;
    }

    const kept = shown?.response.ticker === response.value.ticker ? shown : null;
    const data: StockData = {
      response: response.value,
      ...analysed.value,
      sentiment: kept?.sentiment ?? 'loading',
      news: kept?.news ?? 'loading',
      receivedAtMs: nowMs(),
    };
    remember(data);
    store.set(loadAtom, { status: 'ready', data, ...owned });
    if (store.get(inputAtom).trim() === ticker) store.set(inputAtom, data.response.ticker);
    if (!isBackground) onAnalysed(data.response.ticker);
    if (data.analysis.forecast.horizonDays !== horizonDays) void reanalyse();
    void sentiment?.then((value) => patch(owned.controller, (current) => ({ ...current, sentiment: value })));
    void news?.then((value) => patch(owned.controller, (current) => ({ ...current, news: value })));
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

    /** Makes the page show a view: loads another listing, recomputes another horizon, or does nothing. */
    open(view: StockView): Promise<void> {
      const isNewHorizon = horizonDays !== view.horizonDays;
      horizonDays = view.horizonDays;
      const load = store.get(loadAtom);
      if (load.status === 'idle' || load.ticker !== view.ticker) {
        store.set(inputAtom, view.ticker);
        return start(view.ticker, view.horizonDays, false);
      }
      return isNewHorizon ? reanalyse() : Promise.resolve();
    },

    /** Fetches a ticker as typed, whatever is on screen. */
    fetch(ticker: string, view: StockView): Promise<void> {
      horizonDays = view.horizonDays;
      return start(ticker, view.horizonDays, false);
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
