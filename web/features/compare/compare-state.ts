/** What the comparison page knows: a history per listing, and all of them on one axis. No React and no DOM in here. */
import {
  DEFAULT_HORIZON_DAYS,
  type Analysis,
  type Candles,
  type CompareError,
  type Comparison,
  type HistoryFacts,
  type HorizonDays,
} from '#compute';
import type { StockColumnsResponse } from '#worker/contract';
import type { fetchStock } from '../../shared/api/stock-api.ts';
import { analyseRequest } from '../../shared/offthread/analyse-request.ts';
import type { ComputeClient } from '../../shared/offthread/compute-client.ts';
import { atom, type createStore } from '../../shared/state/store.ts';
import { drawnTickers, type CompareView } from './compare-url.ts';

/** A history is shown as it is for this long; then the page's next visit asks again. */
const FRESH_MS = 60_000;

/** One listing with its history. */
export interface MemberData {
  readonly response: StockColumnsResponse;
  readonly candles: Candles;
  /** Only the facts where the history is too short for a forecast. */
  readonly analysis: Analysis | HistoryFacts;
  /** How far the analysis looks ahead. */
  readonly horizonDays: HorizonDays;
  readonly receivedAtMs: number;
}

export type MemberLoad =
  | { readonly status: 'loading'; readonly controller: AbortController }
  | { readonly status: 'ready'; readonly data: MemberData }
  | { readonly status: 'failed'; readonly message: string };

/** A listing that takes part, by the ticker that was asked for. */
export interface Member {
  readonly ticker: string;
  readonly data: MemberData;
}

export type Compared =
  /** Histories are still on their way, or there are none. */
  | { readonly status: 'waiting' }
  | {
      readonly status: 'ready';
      /** What was asked for when this was made. */
      readonly view: CompareView;
      /** In the order of the comparison's columns; a listing without prices is left out. */
      readonly members: readonly Member[];
      readonly comparison: Comparison;
    }
  | { readonly status: 'failed'; readonly reason: CompareError['reason'] | 'unavailable' };

export interface CompareStateDeps {
  readonly store: ReturnType<typeof createStore>;
  readonly fetchStock: typeof fetchStock;
  readonly compute: Pick<ComputeClient, 'analyseColumns' | 'compare'>;
  readonly nowMs: () => number;
}

/** Spec section 8: what is said when the server gives no sentence of its own. */
const FETCH_FAILED = 'Failed to fetch data';

/** Builds the page's state on a store. */
export function createCompareState({ store, fetchStock: fetchHistory, compute, nowMs }: CompareStateDeps) {
  /** Every listing of this visit, also those that are not shown any more. */
  const loadsAtom = atom<ReadonlyMap<string, MemberLoad>>(new Map());
  const comparedAtom = atom<Compared>({ status: 'waiting' });
  let view: CompareView | null = null;
  let job: AbortController | null = null;

  function setLoad(ticker: string, member: MemberLoad) {
    store.set(loadsAtom, new Map(store.get(loadsAtom)).set(ticker, member));
  }

  function analyse(response: StockColumnsResponse, horizonDays: HorizonDays, signal: AbortSignal) {
    return compute.analyseColumns(analyseRequest(response, horizonDays), signal);
  }

  async function load(ticker: string): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    setLoad(ticker, { status: 'loading', controller });
    const answer = await fetchHistory(ticker, DEFAULT_HORIZON_DAYS, signal);
    if (signal.aborted) return;
    if (!answer.ok) {
      const { error } = answer;
      const message = (error.reason === 'refused' ? error.message : null) ?? FETCH_FAILED;
      setLoad(ticker, { status: 'failed', message });
      return compare();
    }
    const response = answer.value;
    const horizonDays = view?.horizonDays ?? DEFAULT_HORIZON_DAYS;
    const analysed = await analyse(response, horizonDays, signal);
    if (signal.aborted) return;
    if (analysed.ok) {
      const data = { response, ...analysed.value, horizonDays, receivedAtMs: nowMs() };
      setLoad(ticker, { status: 'ready', data });
    } else {
      setLoad(ticker, { status: 'failed', message: `There are no usable prices for ${ticker}.` });
    }
    return compare();
  }

  /** Puts what has arrived on one axis, once nothing of the view is on its way: lines do not jump one by one. */
  async function compare(): Promise<void> {
    if (view === null) return;
    const asked = view;
    const loads = drawnTickers(view).map((ticker) => ({ ticker, member: store.get(loadsAtom).get(ticker) }));
    if (loads.some(({ member }) => member === undefined || member.status === 'loading')) return;
    job?.abort();
    job = new AbortController();
    const { signal } = job;
    const known = loads.flatMap(({ ticker, member }) =>
      member?.status === 'ready' ? [{ ticker, data: member.data }] : [],
    );
    if (known.length === 0) return store.set(comparedAtom, { status: 'waiting' });
    const members = await lookingAhead(known, asked.horizonDays, signal);
    if (signal.aborted) return;
    if (members === null) return store.set(comparedAtom, { status: 'failed', reason: 'unavailable' });
    const series = members.map(({ data: { candles } }) => ({ time: candles.time, close: candles.close }));
    const compared = await compute.compare({ series, range: asked.range }, signal);
    if (signal.aborted) return;
    if (compared.ok) {
      store.set(comparedAtom, { status: 'ready', view: asked, members, comparison: compared.value });
    } else if (compared.error.reason !== 'aborted') {
      store.set(comparedAtom, { status: 'failed', reason: compared.error.reason });
    }
  }

  /** Members on a horizon, without the network; `null` when one cannot be analysed. What was computed is kept. */
  async function lookingAhead(
    members: readonly Member[],
    horizonDays: HorizonDays,
    signal: AbortSignal,
  ): Promise<readonly Member[] | null> {
    const moved = await Promise.all(
      members.map(async (member) => {
        const { ticker, data: known } = member;
        if (known.horizonDays === horizonDays) return member;
        const analysed = await analyse(known.response, horizonDays, signal);
        if (!analysed.ok) return null;
        const data = { ...known, ...analysed.value, horizonDays };
        setLoad(ticker, { status: 'ready', data });
        return { ticker, data };
      }),
    );
    const all = moved.filter((member) => member !== null);
    return all.length === moved.length ? all : null;
  }

  function isWanted(ticker: string): boolean {
    const known = store.get(loadsAtom).get(ticker);
    if (known === undefined || known.status === 'failed') return true;
    return known.status === 'ready' && nowMs() - known.data.receivedAtMs > FRESH_MS;
  }

  return {
    loadsAtom,
    comparedAtom,

    /** Makes the page show a view: loads what it lacks, and compares what is there over its range and horizon. */
    async open(next: CompareView): Promise<void> {
      view = next;
      job?.abort();
      const missing = drawnTickers(next).filter(isWanted);
      await Promise.all(missing.length === 0 ? [compare()] : missing.map(load));
    },

    /** Ends what runs, on leaving the page. What has arrived stays. */
    close() {
      job?.abort();
      const kept = [...store.get(loadsAtom)].filter(([, member]) => {
        if (member.status === 'loading') member.controller.abort();
        return member.status === 'ready';
      });
      store.set(loadsAtom, new Map(kept));
      view = null;
    },
  };
}
