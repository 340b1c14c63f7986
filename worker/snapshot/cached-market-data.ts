import { err, ok, type Result, type Ticker } from '#compute';
import type { Cached, Entry, EntryKind, KvStore } from '../cache/stores.ts';
import { ReadThrough, type Load } from '../cache/read-through.ts';
import type { IntradayRange } from '../contract/contract.ts';
import type { Snapshot } from '../contract/snapshot-codec.ts';
import { reactionsOf, type KnownResults, type ResultsReader } from '../dates/known-results.ts';
import type { Failure } from '../failure.ts';
import type { Fundamentals, IntradaySnapshot, MarketData, NewsSnapshot } from '../providers/market-data.ts';
import { SingleFlight, within, type WaitUntil } from '../resilience/single-flight.ts';
import { CachedSearches } from './cached-searches.ts';
import { ListRows } from './list-rows.ts';
import { createSnapshot, fundamentalsKind, intradayKind, newsKind, snapshotKind } from './snapshot.ts';

const FUNDAMENTALS_WAIT_MS = 400;

export class CachedMarketData {
  readonly #source: MarketData;
  readonly #results: ResultsReader | null;
  readonly #snapshots: ReadThrough<Snapshot>;
  readonly #intraday: ReadThrough<IntradaySnapshot>;
  readonly #fundamentals: ReadThrough<Fundamentals>;
  readonly #news: ReadThrough<NewsSnapshot>;
  readonly #searches: CachedSearches;
  readonly #rows: ListRows;
  readonly #completions = new SingleFlight<Cached<Snapshot> | null>();
  /** The results that each entry was compared with. */
  readonly #compared = new WeakMap<Entry<Snapshot>, KnownResults | null>();

  constructor(
    source: MarketData,
    mode: string,
    store: KvStore,
    now: () => number,
    results: ResultsReader | null = null,
  ) {
    const scope = { mode, upstream: source.identity };
    const through = <T>(kind: EntryKind<T>) => new ReadThrough(kind, { scope, store, now });
    this.#source = source;
    this.#results = results;
    this.#snapshots = through(snapshotKind);
    this.#intraday = through(intradayKind);
    this.#fundamentals = through(fundamentalsKind);
    this.#news = through(newsKind);
    this.#searches = new CachedSearches(source, store, { scope, now });
    // Lists show no fundamentals, so none are requested.
    this.#rows = new ListRows(source, this.#snapshots, now, (ticker) =>
      this.#loading(ticker, async () => this.#fundamentals.inMemory(ticker).cached?.entry.value ?? null),
    );
  }

  /** `mayLoadNew`: whether a listing without a copy may be loaded; otherwise it is `rate_limited`. */
  async snapshot(
    ticker: Ticker,
    waitUntil: WaitUntil,
    mayLoadNew = true,
  ): Promise<Result<Cached<Snapshot>, Failure>> {
    if (!mayLoadNew && (await this.storedSnapshot(ticker, waitUntil)) === null)
      return err({ reason: 'rate_limited' });
    const load = this.#loading(ticker, () => this.#readFundamentals(ticker, waitUntil));
    this.#updateResults(ticker, waitUntil);
    const read = await this.#snapshots.read(ticker, load, waitUntil);
    this.#updateResults(ticker, waitUntil);
    if (!read.ok || !read.value.entry.isIncomplete) return read;
    const completing = this.#complete(ticker, waitUntil);
    // Fetching the snapshot already waited for its fundamentals.
    const completed =
      read.value.outcome === 'upstream' ? null : await within(FUNDAMENTALS_WAIT_MS, completing);
    return ok(completed?.value ?? read.value);
  }

  storedSnapshot(ticker: Ticker, waitUntil: WaitUntil): Promise<Cached<Snapshot> | null> {
    return this.#snapshots.stored(ticker, waitUntil);
  }

  rows(...asked: Parameters<ListRows['read']>) {
    const [tickers, waitUntil] = asked;
    void this.#results?.read(tickers, waitUntil).catch(() => undefined);
    return this.#rows.read(...asked);
  }

  intraday(ticker: Ticker, range: IntradayRange, waitUntil: WaitUntil) {
    const load = (signal: AbortSignal) => this.#source.intraday(ticker, range, signal);
    return this.#intraday.read(`${ticker}/${range}`, load, waitUntil);
  }

  news(ticker: Ticker, waitUntil: WaitUntil) {
    return this.#news.read(ticker, (signal) => this.#source.news(ticker, signal), waitUntil);
  }

  search(text: string, waitUntil: WaitUntil) {
    return this.#searches.search(text, waitUntil);
  }

  #loading(ticker: Ticker, readFundamentals: () => Promise<Fundamentals | null>): Load<Snapshot> {
    return async (signal) => {
      const reading = readFundamentals();
      const before = this.#snapshots.inMemory(ticker).cached?.entry.value;
      const stock = await this.#source.stock(ticker, signal, before === undefined ? 'first' : 'renewal');
      if (!stock.ok) return stock;
      const inTime = await within(FUNDAMENTALS_WAIT_MS, reading);
      const known = this.#results?.known(ticker) ?? null;
      const reactions = reactionsOf(stock.value, known) ?? before?.results ?? null;
      return ok(createSnapshot(ticker, stock.value, inTime?.value ?? null, reactions));
    };
  }

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
      const { cached } = this.#snapshots.inMemory(ticker);
      if (found === null || !cached?.entry.isIncomplete) return null;
      const { requestedTicker, stock, results } = cached.entry.value;
      const completed = createSnapshot(requestedTicker, stock, found, results);
      return this.#snapshots.complete(ticker, cached.entry, completed, waitUntil);
    });
  }

  #updateResults(ticker: Ticker, waitUntil: WaitUntil): void {
    const reader = this.#results;
    const entry = this.#snapshots.inMemory(ticker).cached?.entry;
    const isCompared = entry && reader && this.#compared.get(entry) === reader.known(ticker);
    if (reader === null || (isCompared && !reader.isDue(ticker))) return;
    waitUntil(this.#addResults(ticker, reader, waitUntil).catch(() => undefined));
  }

  /** Adds results that became known after the price was fetched: for the next request, since nothing waits for them. */
  async #addResults(ticker: Ticker, reader: ResultsReader, waitUntil: WaitUntil): Promise<void> {
    await reader.read([ticker], waitUntil);
    const entry = this.#snapshots.inMemory(ticker).cached?.entry;
    if (entry === undefined) return;
    const known = reader.known(ticker);
    this.#compared.set(entry, known);
    const added = reactionsOf(entry.value.stock, known);
    if (added === null || added.sessions.join() === entry.value.results?.sessions.join()) return;
    await this.#snapshots.complete(ticker, entry, { ...entry.value, results: added }, waitUntil);
  }
}
