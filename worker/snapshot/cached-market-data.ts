import { err, freshUntilSeconds, isFresh, ok, sessionEndSeconds, type Ticker } from '#compute';
import { LruMap, type Cached, type Entry, type KvStore, type Served } from '../cache/stores.ts';
import { ReadThrough, type Load } from '../cache/read-through.ts';
import type { IntradayRange } from '../contract/contract.ts';
import { priceOf, type Snapshot } from '../contract/snapshot-codec.ts';
import { reactionsOf, type KnownResults } from '../dates/known-results.ts';
import type { Failure, Outcome } from '../failure.ts';
import { withQuoteBar } from '../providers/bars.ts';
import type { Fundamentals, LatestPrice, MarketData, PriceSnapshot } from '../providers/market-data.ts';
import { LOAD_DEADLINE_MS, SingleFlight, withDeadline, within } from '../resilience/single-flight.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import {
  fundamentalsKind,
  intradayKind,
  newsKind,
  searchKind,
  snapshotKind,
  searchSubject,
  valuationOf,
} from './snapshot.ts';

/** How long a price that has arrived waits for its listing's fundamentals, and for its results. */
const OTHERS_WAIT_MS = 400;

/** Beyond memory. A listing takes up to six of fifty subrequests, and decoding its history one of ten milliseconds. */
export const READS_PER_REQUEST = 6;

/** Listings that one request refreshes by a batch of prices: the source's limit per call. */
const RENEWALS_PER_REQUEST = 20;

/** How long a response waits for a batch, which then continues. */
const BATCH_WAIT_MS = 400;

/** Refreshed listings in memory; each shares a history and has one bar of its own. */
const MAX_RENEWED = 200;

/** Two responses' closes are equal up to the rounding of a 32-bit float. */
const SAME_CLOSE = 1e-6;

const NOTHING_KNOWN: ReadonlySet<Failure['reason']> = new Set(['unknown_symbol', 'no_data']);

type ReadResults = (tickers: readonly Ticker[]) => Promise<(ticker: Ticker) => KnownResults | null>;

/** A source's data behind memory and KV. A snapshot's fundamentals may come later than its price. */
export class CachedMarketData {
  readonly #source: MarketData;
  readonly #now: () => number;
  readonly #readResults: ReadResults;
  readonly #snapshots: ReadThrough<Snapshot>;
  readonly #fundamentals: ReadThrough<Fundamentals>;
  readonly #intraday;
  readonly #news;
  readonly #searches;
  readonly #completions = new SingleFlight<Cached<Snapshot> | null>();
  /** Listings in lists, refreshed by a batch of latest prices, which lacks volume. */
  readonly #renewed = new LruMap<Served<Snapshot>['entry']>(MAX_RENEWED);
  readonly #batches = new SingleFlight<ReadonlySet<Ticker>>();

  constructor(source: MarketData, store: KvStore, now: () => number, readResults: ReadResults) {
    const settings = { upstream: source.identity, store, now };
    this.#source = source;
    this.#now = now;
    this.#readResults = readResults;
    this.#snapshots = new ReadThrough(snapshotKind, settings);
    this.#fundamentals = new ReadThrough(fundamentalsKind, settings);
    this.#intraday = new ReadThrough(intradayKind, settings);
    this.#news = new ReadThrough(newsKind, settings);
    this.#searches = new ReadThrough(searchKind, settings);
  }

  intraday(ticker: Ticker, range: IntradayRange, waitUntil: WaitUntil, mayLoadNew: boolean) {
    const load = (signal: AbortSignal) => this.#source.intraday(ticker, range, signal);
    return this.#intraday.read(`${ticker}/${range}`, load, waitUntil, mayLoadNew);
  }

  /** Calls `onUnknown` once for each load that finds nothing, however many requests share it. */
  news(ticker: Ticker, waitUntil: WaitUntil, mayLoadNew: boolean, onUnknown: () => void) {
    const load = async (signal: AbortSignal) => {
      const news = await this.#source.news(ticker, signal);
      if (!news.ok && NOTHING_KNOWN.has(news.error.reason)) onUnknown();
      return news;
    };
    return this.#news.read(ticker, load, waitUntil, mayLoadNew);
  }

  search(text: string, waitUntil: WaitUntil) {
    const subject = searchSubject(text);
    return this.#searches.read(subject, (signal) => this.#source.search(subject, signal), waitUntil);
  }

  /** A listing's copy, fresh or stale; never loads. */
  storedSnapshot(ticker: Ticker, waitUntil: WaitUntil): Promise<Cached<Snapshot> | null> {
    return this.#snapshots.stored(ticker, waitUntil);
  }

  /** `mayLoadNew`: whether a listing without a copy may be loaded; otherwise it is `rate_limited`. */
  async snapshot(
    ticker: Ticker,
    waitUntil: WaitUntil,
    mayLoadNew = true,
  ): Promise<Outcome<Cached<Snapshot>>> {
    const load = this.#load(ticker, waitUntil, () => this.#readFundamentals(ticker, waitUntil));
    const read = await this.#snapshots.read(ticker, load, waitUntil, mayLoadNew);
    if (!read.ok || read.value.entry.value.valuation !== null) return read;
    const completing = this.#complete(ticker, waitUntil);
    // Fetching the snapshot already waited for its fundamentals.
    const completed = read.value.outcome === 'upstream' ? null : await within(OTHERS_WAIT_MS, completing);
    return ok(completed?.value ?? read.value);
  }

  /** Rows in the order of the request; `null` for those left to the next. `mayLoadNew`: whether listings without a copy may be loaded. */
  async rows(tickers: readonly Ticker[], waitUntil: WaitUntil, mayLoadNew: boolean) {
    const due = tickers
      .map((ticker) => this.#rowState(ticker))
      .filter(({ isDue }) => isDue)
      .toSorted((a, b) => a.fetchedAtSeconds - b.fetchedAtSeconds);
    const known = due.filter(({ row }) => row !== null).map(({ ticker }) => ticker);
    const batch = known.slice(0, RENEWALS_PER_REQUEST);
    const renewing = () => this.#renew(batch).catch(() => new Set(batch));
    const others =
      batch.length > 0 && (await within(BATCH_WAIT_MS, this.#batches.run(batch.join(), waitUntil, renewing)));
    const reads = due
      .filter(({ ticker, row }) => (row === null ? mayLoadNew : others && others.value.has(ticker)))
      .slice(0, READS_PER_REQUEST)
      .map(({ ticker, row }) => this.#readRow(ticker, row !== null, waitUntil));
    const outcomes = new Map(await Promise.all(reads));
    const states = tickers.map((ticker) => this.#rowState(ticker));
    return {
      rows: states.map(({ ticker, row, failure }) =>
        row === null ? (outcomes.get(ticker) ?? (failure && err(failure))) : ok(row),
      ),
      unknownCount: [...outcomes.values()].filter((row) => !row.ok && row.error.reason === 'unknown_symbol')
        .length,
      /** How many the next request may refresh; 0 while their source fails. */
      dueCount: states.filter(({ isDue }) => isDue).length,
    };
  }

  #load(
    ticker: Ticker,
    waitUntil: WaitUntil,
    readFundamentals: () => Promise<Fundamentals | null>,
  ): Load<Snapshot> {
    return async (signal) => {
      const finding = readFundamentals();
      // Without the database, forecasts use what is known.
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
    return this.#snapshots.inMemory(ticker).cached?.entry;
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
      return this.#snapshots.complete(ticker, entry, completed, waitUntil);
    });
  }

  #rowState(ticker: Ticker) {
    const { cached, failure } = this.#snapshots.inMemory(ticker);
    const row = cached && this.#newer(ticker, cached);
    const isDue = (row === null || row.stale) && failure === null;
    return { ticker, row, failure, isDue, fetchedAtSeconds: row?.entry.fetchedAtSeconds ?? 0 };
  }

  /** The batch-refreshed listing, if newer than its chart. */
  #newer(ticker: Ticker, cached: Served<Snapshot>): Served<Snapshot> {
    const entry = this.#renewed.get(ticker);
    if (entry === undefined || entry.fetchedAtSeconds <= cached.entry.fetchedAtSeconds) return cached;
    const stale = !isFresh(entry.fetchedAtSeconds, entry.freshUntilSeconds, this.#now() / 1000);
    return { entry, stale, outcome: stale ? 'stale' : 'memory', failure: stale ? cached.failure : null };
  }

  /** Refreshes listings by one batch of prices; resolves with those that it could not refresh. */
  async #renew(tickers: readonly Ticker[]): Promise<ReadonlySet<Ticker>> {
    const prices = await withDeadline(LOAD_DEADLINE_MS, (signal) =>
      this.#source.latestPrices(tickers, signal),
    );
    const fetchedAtSeconds = this.#now() / 1000;
    const others = tickers.filter((ticker) => {
      const base = this.#inMemory(ticker)?.value;
      const latest = prices.ok ? prices.value.get(ticker) : undefined;
      const stock = base && latest ? atLatestPrice(base.stock, latest) : null;
      if (!base || stock === null) return true;
      const value = { ...base, stock, valuation: null };
      const freshUntil = freshUntilSeconds(stock, fetchedAtSeconds);
      this.#renewed.set(ticker, { value, fetchedAtSeconds, freshUntilSeconds: freshUntil });
      return false;
    });
    return new Set(others);
  }

  /** Fetches a chart if no batch can refresh the listing. Listings found in KV are left to the next request's batch. */
  async #readRow(ticker: Ticker, isKnown: boolean, waitUntil: WaitUntil) {
    const stored = isKnown ? null : await this.storedSnapshot(ticker, waitUntil);
    if (stored) return [ticker, ok(stored)] as const;
    // Lists show no fundamentals, so none are requested.
    const known = async () => this.#fundamentals.inMemory(ticker).cached?.entry.value ?? null;
    const load = this.#load(ticker, waitUntil, known);
    return [ticker, await this.#snapshots.read(ticker, load, waitUntil)] as const;
  }
}

/** A listing at its running session's latest price; `null` if only a chart can tell, as after a close, a gap or a split. */
function atLatestPrice(stock: PriceSnapshot, latest: LatestPrice): PriceSnapshot | null {
  const { time, close } = stock.candles;
  const lastDate = time.at(-1) ?? 0;
  const date = latest.candles.time.at(-1) ?? 0;
  const isSameSession = date === lastDate;
  const before = isSameSession ? time.length - 2 : time.length - 1;
  const isWhole = isSameSession || stock.asOfSeconds >= sessionEndSeconds(stock, lastDate);
  const isRunning = latest.asOfSeconds < sessionEndSeconds(latest, date);
  const follows =
    latest.candles.time.at(-2) === time[before] &&
    Math.abs((latest.candles.close.at(-2) ?? NaN) / (close[before] ?? 0) - 1) < SAME_CLOSE;
  const isLater = latest.source === stock.source && latest.asOfSeconds >= stock.asOfSeconds;
  if (!isWhole || !isRunning || !follows || !isLater) return null;
  const { asOfSeconds, delayedMinutes } = latest;
  const candles = withQuoteBar(stock.candles, date, { close: priceOf(latest) });
  return { ...stock, candles, asOfSeconds, delayedMinutes };
}
