import { err, ok, type Result, type Ticker } from '#compute';
import type { Cached, Entry, EntryKind, KvStore } from '../cache/stores.ts';
import { ReadThrough, type Load } from '../cache/read-through.ts';
import type { IntradayRange } from '../contract/contract.ts';
import type { Snapshot } from '../contract/snapshot-codec.ts';
import { reactionsOf, type KnownResults, type ResultsReader } from '../dates/known-results.ts';
import type { Failure } from '../failure.ts';
import type { Fundamentals, MarketData } from '../providers/market-data.ts';
import { SingleFlight, within, type WaitUntil } from '../resilience/single-flight.ts';
import { createCachedSearches } from './cached-searches.ts';
import { createListRows } from './list-rows.ts';
import { createSnapshot, fundamentalsKind, intradayKind, newsKind, snapshotKind } from './snapshot.ts';

const FUNDAMENTALS_WAIT_MS = 400;

export function createCachedMarketData(
  source: MarketData,
  mode: string,
  store: KvStore,
  now: () => number,
  results: ResultsReader | null = null,
) {
  const settings = { scope: { mode, upstream: source.identity }, store, now };
  const through = <T>(kind: EntryKind<T>) => new ReadThrough(kind, settings);
  const snapshots = through(snapshotKind);
  const intraday = through(intradayKind);
  const fundamentals = through(fundamentalsKind);
  const news = through(newsKind);
  const completions = new SingleFlight<Cached<Snapshot> | null>();
  /** The results that each entry was compared with. */
  const compared = new WeakMap<Entry<Snapshot>, KnownResults | null>();
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

  async function readFundamentals(ticker: Ticker, waitUntil: WaitUntil): Promise<Fundamentals | null> {
    // Fundamentals have their own retry schedule, whatever the fault and its `Retry-After`.
    const load = async (signal: AbortSignal) => {
      const found = await source.fundamentals(ticker, signal);
      return found.ok ? found : err<Failure>({ reason: 'upstream_unavailable' });
    };
    const read = await fundamentals.read(ticker, load, waitUntil);
    return read.ok ? read.value.entry.value : null;
  }

  /** The same snapshot with its fundamentals; `null` if none are available now. */
  function complete(ticker: Ticker, waitUntil: WaitUntil): Promise<Cached<Snapshot> | null> {
    return completions.run(ticker, waitUntil, async () => {
      const found = await readFundamentals(ticker, waitUntil);
      const entry = inMemory(ticker);
      if (found === null || !entry?.isIncomplete) return null;
      const { requestedTicker, stock, results: reactions } = entry.value;
      const completed = createSnapshot(requestedTicker, stock, found, reactions);
      return snapshots.complete(ticker, entry, completed, waitUntil);
    });
  }

  function updateResults(ticker: Ticker, waitUntil: WaitUntil): void {
    const entry = inMemory(ticker);
    const isCompared = entry && results && compared.get(entry) === results.known(ticker);
    if (results === null || (isCompared && !results.isDue(ticker))) return;
    waitUntil(addResults(ticker, results, waitUntil).catch(() => undefined));
  }

  /** Adds results that became known after the price was fetched: for the next request, since nothing waits for them. */
  async function addResults(ticker: Ticker, reader: ResultsReader, waitUntil: WaitUntil): Promise<void> {
    await reader.read([ticker], waitUntil);
    const entry = inMemory(ticker);
    if (entry === undefined) return;
    const known = reader.known(ticker);
    compared.set(entry, known);
    const added = reactionsOf(entry.value.stock, known);
    if (added === null || added.sessions.join() === entry.value.results?.sessions.join()) return;
    await snapshots.complete(ticker, entry, { ...entry.value, results: added }, waitUntil);
  }

  const storedSnapshot = (ticker: Ticker, waitUntil: WaitUntil) => snapshots.stored(ticker, waitUntil);

  // Lists show no fundamentals, so none are requested.
  const readRows = createListRows(source, snapshots, now, (ticker) =>
    loading(ticker, async () => fundamentals.inMemory(ticker).cached?.entry.value ?? null),
  );

  return {
    storedSnapshot,

    /** `mayLoadNew`: whether a listing without a copy may be loaded; otherwise it is `rate_limited`. */
    async snapshot(
      ticker: Ticker,
      waitUntil: WaitUntil,
      mayLoadNew = true,
    ): Promise<Result<Cached<Snapshot>, Failure>> {
      if (!mayLoadNew && (await storedSnapshot(ticker, waitUntil)) === null)
        return err({ reason: 'rate_limited' });
      const load = loading(ticker, () => readFundamentals(ticker, waitUntil));
      updateResults(ticker, waitUntil);
      const read = await snapshots.read(ticker, load, waitUntil);
      updateResults(ticker, waitUntil);
      if (!read.ok || !read.value.entry.isIncomplete) return read;
      const completing = complete(ticker, waitUntil);
      // Fetching the snapshot already waited for its fundamentals.
      const completed =
        read.value.outcome === 'upstream' ? null : await within(FUNDAMENTALS_WAIT_MS, completing);
      return ok(completed?.value ?? read.value);
    },

    rows(tickers: readonly Ticker[], waitUntil: WaitUntil, mayLoadNew = true) {
      void results?.read(tickers, waitUntil).catch(() => undefined);
      return readRows(tickers, waitUntil, mayLoadNew);
    },

    /** Results as known by now; `null` until the first reading. */
    results: (ticker: Ticker): KnownResults | null => results?.known(ticker) ?? null,

    readResults: async (tickers: readonly Ticker[], waitUntil: WaitUntil) =>
      results?.read(tickers, waitUntil, true),

    intraday: (ticker: Ticker, range: IntradayRange, waitUntil: WaitUntil) =>
      intraday.read(`${ticker}/${range}`, (signal) => source.intraday(ticker, range, signal), waitUntil),

    news: (ticker: Ticker, waitUntil: WaitUntil) =>
      news.read(ticker, (signal) => source.news(ticker, signal), waitUntil),

    search: createCachedSearches(source, settings),
  };
}
