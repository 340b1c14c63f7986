import { err, ok, type Ticker } from '#compute';
import type { Cached, Entry, KvStore } from '../cache/stores.ts';
import { ReadThrough, type Load, type ReadThroughSettings } from '../cache/read-through.ts';
import type { IntradayRange } from '../contract/contract.ts';
import type { Snapshot } from '../contract/snapshot-codec.ts';
import { reactionsOf, type KnownResults } from '../dates/known-results.ts';
import type { Failure, Outcome } from '../failure.ts';
import type { Fundamentals, MarketData } from '../providers/market-data.ts';
import { SingleFlight, within, type WaitUntil } from '../resilience/single-flight.ts';
import { ListRows } from './list-rows.ts';
import {
  fundamentalsKind,
  intradayKind,
  newsKind,
  searchKind,
  searchSubject,
  snapshotKind,
  valuationOf,
} from './snapshot.ts';

/** How long a price that has arrived waits for its listing's fundamentals, and for its results. */
const OTHERS_WAIT_MS = 400;

type ReadResults = (tickers: readonly Ticker[]) => Promise<(ticker: Ticker) => KnownResults | null>;

export function createCachedMarketData(
  source: MarketData,
  store: KvStore,
  now: () => number,
  readResults: ReadResults,
) {
  const settings = { upstream: source.identity, store, now };
  const intraday = new ReadThrough(intradayKind, settings);
  const news = new ReadThrough(newsKind, settings);
  const searches = new ReadThrough(searchKind, settings);
  const snapshots = new Snapshots(source, settings, readResults);
  return {
    snapshots,

    rows: new ListRows(source, snapshots.cache, now, (ticker, waitUntil) =>
      snapshots.loadPrice(ticker, waitUntil),
    ),

    intraday(ticker: Ticker, range: IntradayRange, waitUntil: WaitUntil) {
      const load = (signal: AbortSignal) => source.intraday(ticker, range, signal);
      return intraday.read(`${ticker}/${range}`, load, waitUntil);
    },

    news: (ticker: Ticker, waitUntil: WaitUntil) =>
      news.read(ticker, (signal) => source.news(ticker, signal), waitUntil),

    search(text: string, waitUntil: WaitUntil) {
      const subject = searchSubject(text);
      return searches.read(subject, (signal) => source.search(subject, signal), waitUntil);
    },
  };
}

/** Snapshots whose fundamentals may come later than their price. */
export class Snapshots {
  readonly cache: ReadThrough<Snapshot>;
  readonly #source: MarketData;
  readonly #readResults: ReadResults;
  readonly #fundamentals: ReadThrough<Fundamentals>;
  readonly #completions = new SingleFlight<Cached<Snapshot> | null>();

  constructor(source: MarketData, settings: ReadThroughSettings, readResults: ReadResults) {
    this.cache = new ReadThrough(snapshotKind, settings);
    this.#source = source;
    this.#readResults = readResults;
    this.#fundamentals = new ReadThrough(fundamentalsKind, settings);
  }

  /** `mayLoadNew`: whether a listing without a copy may be loaded; otherwise it is `rate_limited`. */
  async read(ticker: Ticker, waitUntil: WaitUntil, mayLoadNew = true): Promise<Outcome<Cached<Snapshot>>> {
    if (!mayLoadNew && (await this.cache.stored(ticker, waitUntil)) === null)
      return err({ reason: 'rate_limited' });
    const load = this.#load(ticker, waitUntil, () => this.#readFundamentals(ticker, waitUntil));
    const read = await this.cache.read(ticker, load, waitUntil);
    if (!read.ok || read.value.entry.value.valuation !== null) return read;
    const completing = this.#complete(ticker, waitUntil);
    // Fetching the snapshot already waited for its fundamentals.
    const completed = read.value.outcome === 'upstream' ? null : await within(OTHERS_WAIT_MS, completing);
    return ok(completed?.value ?? read.value);
  }

  /** Lists show no fundamentals, so none are requested. */
  loadPrice(ticker: Ticker, waitUntil: WaitUntil): Load<Snapshot> {
    const known = async () => this.#fundamentals.inMemory(ticker).cached?.entry.value ?? null;
    return this.#load(ticker, waitUntil, known);
  }

  #load(
    ticker: Ticker,
    waitUntil: WaitUntil,
    readFundamentals: () => Promise<Fundamentals | null>,
  ): Load<Snapshot> {
    return async (signal) => {
      const finding = readFundamentals();
      // Without the database forecasts do with what is known.
      const reading = this.#readResults([ticker]).catch(() => null);
      waitUntil(reading);
      const before = this.#inMemory(ticker)?.value;
      const stock = await this.#source.stock(ticker, signal, before === undefined ? 'first' : 'renewal');
      if (!stock.ok) return stock;
      const [found, known] = await Promise.all([
        within(OTHERS_WAIT_MS, finding),
        within(OTHERS_WAIT_MS, reading),
      ]);
      const results = reactionsOf(stock.value, known?.value?.(ticker) ?? null) ?? before?.results ?? null;
      const valuation = found?.value ? valuationOf(stock.value, found.value) : null;
      return ok({ requestedTicker: ticker, stock: stock.value, valuation, results });
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
      const completed = { ...entry.value, valuation: valuationOf(entry.value.stock, found) };
      return this.cache.complete(ticker, entry, completed, waitUntil);
    });
  }
}
