import { err, ok, type Ticker } from '#compute';
import type { Cached, Entry, KvStore } from '../cache/stores.ts';
import { ReadThrough, type Load, type ReadThroughSettings } from '../cache/read-through.ts';
import type { IntradayRange } from '../contract/contract.ts';
import type { Snapshot } from '../contract/snapshot-codec.ts';
import { reactionsOf, type KnownResults, type ResultsReader } from '../dates/known-results.ts';
import type { Failure, Outcome } from '../failure.ts';
import type { Fundamentals, MarketData } from '../providers/market-data.ts';
import { SingleFlight, within, type WaitUntil } from '../resilience/single-flight.ts';
import { CachedSearches } from './cached-searches.ts';
import { createListRows } from './list-rows.ts';
import { createSnapshot, fundamentalsKind, intradayKind, newsKind, snapshotKind } from './snapshot.ts';

const FUNDAMENTALS_WAIT_MS = 400;

export function createCachedMarketData(
  source: MarketData,
  store: KvStore,
  now: () => number,
  results: ResultsReader | null = null,
) {
  const settings = { upstream: source.identity, store, now };
  const intraday = new ReadThrough(intradayKind, settings);
  const news = new ReadThrough(newsKind, settings);
  const searches = new CachedSearches(source, settings);
  const { snapshots, loadPrice, snapshot } = createSnapshots(source, settings, results);
  const readRows = createListRows(source, snapshots, now, loadPrice);
  return {
    snapshot,

    storedSnapshot: (ticker: Ticker, waitUntil: WaitUntil) => snapshots.stored(ticker, waitUntil),

    rows(tickers: readonly Ticker[], waitUntil: WaitUntil, mayLoadNew = true) {
      void results?.read(tickers, waitUntil).catch(() => undefined);
      return readRows(tickers, waitUntil, mayLoadNew);
    },

    /** Results as known by now; `null` until the first reading. */
    results: (ticker: Ticker): KnownResults | null => results?.known(ticker) ?? null,

    readResults: async (tickers: readonly Ticker[], waitUntil: WaitUntil) =>
      results?.read(tickers, waitUntil, true),

    intraday(ticker: Ticker, range: IntradayRange, waitUntil: WaitUntil) {
      const load = (signal: AbortSignal) => source.intraday(ticker, range, signal);
      return intraday.read(`${ticker}/${range}`, load, waitUntil);
    },

    news: (ticker: Ticker, waitUntil: WaitUntil) =>
      news.read(ticker, (signal) => source.news(ticker, signal), waitUntil),

    search: (text: string, waitUntil: WaitUntil) => searches.search(text, waitUntil),
  };
}

/** Snapshots whose fundamentals and results may come later than their price. */
function createSnapshots(source: MarketData, settings: ReadThroughSettings, results: ResultsReader | null) {
  const snapshots = new ReadThrough(snapshotKind, settings);
  const fundamentals = createFundamentals(source, settings);
  const updateResults = createResultsUpdates(snapshots, results);
  const completions = new SingleFlight<Cached<Snapshot> | null>();
  const inMemory = (ticker: Ticker) => snapshots.inMemory(ticker).cached?.entry;

  function loading(ticker: Ticker, reading: () => Promise<Fundamentals | null>): Load<Snapshot> {
    return async (signal) => {
      const found = reading();
      const before = inMemory(ticker)?.value;
      const stock = await source.stock(ticker, signal, before === undefined ? 'first' : 'renewal');
      if (!stock.ok) return stock;
      const inTime = await within(FUNDAMENTALS_WAIT_MS, found);
      const known = results?.known(ticker) ?? null;
      const reactions = reactionsOf(stock.value, known) ?? before?.results ?? null;
      return ok(createSnapshot(ticker, stock.value, inTime?.value ?? null, reactions));
    };
  }

  /** The same snapshot with its fundamentals; `null` if none are available now. */
  function complete(ticker: Ticker, waitUntil: WaitUntil): Promise<Cached<Snapshot> | null> {
    return completions.run(ticker, waitUntil, async () => {
      const found = await fundamentals.read(ticker, waitUntil);
      const entry = inMemory(ticker);
      if (found === null || entry?.value.valuation !== null) return null;
      const { requestedTicker, stock, results: reactions } = entry.value;
      const completed = createSnapshot(requestedTicker, stock, found, reactions);
      return snapshots.complete(ticker, entry, completed, waitUntil);
    });
  }

  return {
    snapshots,

    // Lists show no fundamentals, so none are requested.
    loadPrice: (ticker: Ticker) => loading(ticker, async () => fundamentals.inMemory(ticker)),

    /** `mayLoadNew`: whether a listing without a copy may be loaded; otherwise it is `rate_limited`. */
    async snapshot(
      ticker: Ticker,
      waitUntil: WaitUntil,
      mayLoadNew = true,
    ): Promise<Outcome<Cached<Snapshot>>> {
      if (!mayLoadNew && (await snapshots.stored(ticker, waitUntil)) === null)
        return err({ reason: 'rate_limited' });
      const load = loading(ticker, () => fundamentals.read(ticker, waitUntil));
      updateResults(ticker, waitUntil);
      const read = await snapshots.read(ticker, load, waitUntil);
      updateResults(ticker, waitUntil);
      if (!read.ok || read.value.entry.value.valuation !== null) return read;
      const completing = complete(ticker, waitUntil);
      // Fetching the snapshot already waited for its fundamentals.
      const completed =
        read.value.outcome === 'upstream' ? null : await within(FUNDAMENTALS_WAIT_MS, completing);
      return ok(completed?.value ?? read.value);
    },
  };
}

function createFundamentals(source: MarketData, settings: ReadThroughSettings) {
  const cache = new ReadThrough(fundamentalsKind, settings);
  return {
    inMemory: (ticker: Ticker) => cache.inMemory(ticker).cached?.entry.value ?? null,

    /** `null` if none are available now. */
    async read(ticker: Ticker, waitUntil: WaitUntil): Promise<Fundamentals | null> {
      // Fundamentals have their own retry schedule, whatever the fault and its `Retry-After`.
      const load = async (signal: AbortSignal) => {
        const found = await source.fundamentals(ticker, signal);
        return found.ok ? found : err<Failure>({ reason: 'upstream_unavailable' });
      };
      const read = await cache.read(ticker, load, waitUntil);
      return read.ok ? read.value.entry.value : null;
    },
  };
}

/**
 * Returns a function that adds results which became known after the price was fetched: for the next request, since nothing waits
 * for them.
 */
function createResultsUpdates(snapshots: ReadThrough<Snapshot>, results: ResultsReader | null) {
  /** The results that each entry was compared with. */
  const compared = new WeakMap<Entry<Snapshot>, KnownResults | null>();
  const inMemory = (ticker: Ticker) => snapshots.inMemory(ticker).cached?.entry;

  async function add(ticker: Ticker, reader: ResultsReader, waitUntil: WaitUntil): Promise<void> {
    await reader.read([ticker], waitUntil);
    const entry = inMemory(ticker);
    if (entry === undefined) return;
    const known = reader.known(ticker);
    compared.set(entry, known);
    const added = reactionsOf(entry.value.stock, known);
    if (added === null || added.sessions.join() === entry.value.results?.sessions.join()) return;
    await snapshots.complete(ticker, entry, { ...entry.value, results: added }, waitUntil);
  }

  return (ticker: Ticker, waitUntil: WaitUntil): void => {
    const entry = inMemory(ticker);
    const isCompared = entry && results && compared.get(entry) === results.known(ticker);
    if (results === null || (isCompared && !results.isDue(ticker))) return;
    waitUntil(add(ticker, results, waitUntil).catch(() => undefined));
  };
}
