import { err, freshUntilSeconds, isFresh, ok, sessionEndSeconds, type Ticker } from '#compute';
import { LruMap, type Served } from '../cache/stores.ts';
import type { Load, ReadThrough } from '../cache/read-through.ts';
import { withQuoteBar } from '../providers/bars.ts';
import type { LatestPrice, MarketData, PriceSnapshot } from '../providers/market-data.ts';
import { LOAD_DEADLINE_MS, SingleFlight, withDeadline, within } from '../resilience/single-flight.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import { priceOf, type Snapshot } from '../contract/snapshot-codec.ts';

/** Beyond memory. A listing takes up to six of fifty subrequests, and decoding its history one of ten milliseconds. */
export const READS_PER_REQUEST = 6;

/** How many listings a request refreshes by a batch of prices: as many as the source returns in one call. */
const RENEWALS_PER_REQUEST = 20;

/** How long a response waits for a batch, which then continues. */
const BATCH_WAIT_MS = 400;

/** Refreshed listings in memory; each shares a history and has one bar of its own. */
const MAX_RENEWED = 200;

/** Two responses' closes are equal up to the rounding of a 32-bit float. */
const SAME_CLOSE = 1e-6;

/** Rows of lists. A batch of latest prices refreshes listings with known bars, for lists only: it lacks volume. */
export class ListRows {
  readonly #source: Pick<MarketData, 'latestPrices'>;
  readonly #snapshots: ReadThrough<Snapshot>;
  readonly #now: () => number;
  readonly #loadPrice: (ticker: Ticker, waitUntil: WaitUntil) => Load<Snapshot>;
  readonly #renewed = new LruMap<Served<Snapshot>['entry']>(MAX_RENEWED);
  readonly #batches = new SingleFlight<ReadonlySet<Ticker>>();

  constructor(
    source: Pick<MarketData, 'latestPrices'>,
    snapshots: ReadThrough<Snapshot>,
    now: () => number,
    loadPrice: (ticker: Ticker, waitUntil: WaitUntil) => Load<Snapshot>,
  ) {
    this.#source = source;
    this.#snapshots = snapshots;
    this.#now = now;
    this.#loadPrice = loadPrice;
  }

  /** Rows in the order of the request; `null` for those left to the next. `mayLoadNew`: whether listings without a copy may be loaded. */
  async read(tickers: readonly Ticker[], waitUntil: WaitUntil, mayLoadNew: boolean) {
    const due = tickers
      .map((ticker) => this.#stateOf(ticker))
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
      .map(({ ticker, row }) => this.#readOne(ticker, row !== null, waitUntil));
    const outcomes = new Map(await Promise.all(reads));
    const states = tickers.map((ticker) => this.#stateOf(ticker));
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

  #stateOf(ticker: Ticker) {
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
      const base = this.#snapshots.inMemory(ticker).cached?.entry.value;
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
  async #readOne(ticker: Ticker, isKnown: boolean, waitUntil: WaitUntil) {
    const stored = isKnown ? null : await this.#snapshots.stored(ticker, waitUntil);
    const row = stored
      ? ok(stored)
      : await this.#snapshots.read(ticker, this.#loadPrice(ticker, waitUntil), waitUntil);
    return [ticker, row] as const;
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
