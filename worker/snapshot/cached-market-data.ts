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
  const snapshots = new Snapshots(source, settings, results);
  const readRows = createListRows(source, snapshots.cache, now, (ticker) => snapshots.loadPrice(ticker));
  return {
    snapshot: (ticker: Ticker, waitUntil: WaitUntil, mayLoadNew?: boolean) =>
      snapshots.read(ticker, waitUntil, mayLoadNew),

    storedSnapshot: (ticker: Ticker, waitUntil: WaitUntil) => snapshots.cache.stored(ticker, waitUntil),

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
class Snapshots {
  readonly cache: ReadThrough<Snapshot>;
  readonly #source: MarketData;
  readonly #results: ResultsReader | null;
  readonly #fundamentals: ReadThrough<Fundamentals>;
  readonly #completions = new SingleFlight<Cached<Snapshot> | null>();
  /** The results that each entry was compared with. */
  readonly #compared = new WeakMap<Entry<Snapshot>, KnownResults | null>();

  constructor(source: MarketData, settings: ReadThroughSettings, results: ResultsReader | null) {
    this.cache = new ReadThrough(snapshotKind, settings);
    this.#source = source;
    this.#results = results;
    this.#fundamentals = new ReadThrough(fundamentalsKind, settings);
  }

  /** `mayLoadNew`: whether a listing without a copy may be loaded; otherwise it is `rate_limited`. */
  async read(ticker: Ticker, waitUntil: WaitUntil, mayLoadNew = true): Promise<Outcome<Cached<Snapshot>>> {
    if (!mayLoadNew && (await this.cache.stored(ticker, waitUntil)) === null)
      return err({ reason: 'rate_limited' });
    const load = this.#load(ticker, () => this.#readFundamentals(ticker, waitUntil));
    waitUntil(this.#updateResults(ticker, waitUntil));
    const read = await this.cache.read(ticker, load, waitUntil);
    waitUntil(this.#updateResults(ticker, waitUntil));
    if (!read.ok || read.value.entry.value.valuation !== null) return read;
    const completing = this.#complete(ticker, waitUntil);
    // Fetching the snapshot already waited for its fundamentals.
    const completed =
      read.value.outcome === 'upstream' ? null : await within(FUNDAMENTALS_WAIT_MS, completing);
    return ok(completed?.value ?? read.value);
  }

  /** Lists show no fundamentals, so none are requested. */
  loadPrice(ticker: Ticker): Load<Snapshot> {
    return this.#load(ticker, async () => this.#fundamentals.inMemory(ticker).cached?.entry.value ?? null);
  }

  #load(ticker: Ticker, readFundamentals: () => Promise<Fundamentals | null>): Load<Snapshot> {
    return async (signal) => {
      const found = readFundamentals();
      const before = this.#inMemory(ticker)?.value;
      const stock = await this.#source.stock(ticker, signal, before === undefined ? 'first' : 'renewal');
      if (!stock.ok) return stock;
      const inTime = await within(FUNDAMENTALS_WAIT_MS, found);
      const known = this.#results?.known(ticker) ?? null;
      const reactions = reactionsOf(stock.value, known) ?? before?.results ?? null;
      return ok(createSnapshot(ticker, stock.value, inTime?.value ?? null, reactions));
    };
  }

  #inMemory(ticker: Ticker): Entry<Snapshot> | undefined {
    return this.cache.inMemory(ticker).cached?.entry;
  }

  /** `null` if none are available now. */
  async #readFundamentals(ticker: Ticker, waitUntil: WaitUntil): Promise<Fundamentals | null> {
    // Fundamentals have their own retry schedule, whatever the fault and its `Retry-After`.
    const load = async (signal: AbortSignal) => {
      const found = await this.#source.fundamentals(ticker, signal);
      return found.ok ? found : err<Failure>({ reason: 'upstream_unavailable' });
    };
    const read = await this.#fundamentals.read(ticker, load, waitUntil);
    return read.ok ? read.value.entry.value : null;
  }

  /** The same snapshot with its fundamentals; `null` if none are available now. */
  #complete(ticker: Ticker, waitUntil: WaitUntil): Promise<Cached<Snapshot> | null> {
    return this.#completions.run(ticker, waitUntil, async () => {
      const found = await this.#readFundamentals(ticker, waitUntil);
      const entry = this.#inMemory(ticker);
      if (found === null || entry?.value.valuation !== null) return null;
      const { requestedTicker, stock, results } = entry.value;
      const completed = createSnapshot(requestedTicker, stock, found, results);
      return this.cache.complete(ticker, entry, completed, waitUntil);
    });
  }

  /** Adds results that became known after the price was fetched: for the next request, since nothing waits for them. */
  async #updateResults(ticker: Ticker, waitUntil: WaitUntil): Promise<void> {
    const results = this.#results;
    const before = this.#inMemory(ticker);
    const isCompared = before && results && this.#compared.get(before) === results.known(ticker);
    if (results === null || (isCompared && !results.isDue(ticker))) return;
    try {
      await results.read([ticker], waitUntil);
      const entry = this.#inMemory(ticker);
      if (entry === undefined) return;
      const known = results.known(ticker);
      this.#compared.set(entry, known);
      const added = reactionsOf(entry.value.stock, known);
      if (added === null || added.sessions.join() === entry.value.results?.sessions.join()) return;
      await this.cache.complete(ticker, entry, { ...entry.value, results: added }, waitUntil);
    } catch {
      // Without the database the forecast does without results.
    }
  }
}
