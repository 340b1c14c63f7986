import { err, freshUntilSeconds, isFresh, ok, sessionEndSeconds, type Ticker } from '#compute';
import type { Served } from '../cache/entry.ts';
import type { Load, ReadThrough } from '../cache/read-through.ts';
import { LruMap } from '../cache/stores.ts';
import { withQuoteBar } from '../providers/bars.ts';
import type { LatestPrice, MarketData, PriceSnapshot } from '../providers/market-data.ts';
import { LOAD_DEADLINE_MS, SingleFlight, withDeadline, within } from '../resilience/single-flight.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import { createSnapshot, type Snapshot } from './snapshot.ts';

/**
 * Listings of one request that are read beyond memory. The free plan allows a Worker six open connections and fifty
 * subrequests, and a listing takes at most six: two attempts at each of two spellings, a second source, one write. Decoding
 * a stored history also takes about one of the ten milliseconds of processor time.
 */
export const READS_PER_REQUEST = 6;

/** Listings of one request that a batch of prices renews: as many as the source has in one call. */
const RENEWALS_PER_REQUEST = 20;

/** A response waits no longer than this for a batch, which goes on. */
const BATCH_WAIT_MS = 400;

/** Renewed listings in memory; each is a history with one bar of its own. */
const MAX_RENEWED = 200;

/** A close is the same in two responses up to the rounding of a 32-bit float. */
const SAME_CLOSE = 1e-6;

/**
 * The prices of lists. While a market trades, one batch of latest prices renews many listings whose bars are known; a listing
 * that is not, or that a batch cannot renew, takes a chart. Batch-refreshed listings serve lists
 * only: they lack the day's volume and range.
 */
export function createListRows(
  source: Pick<MarketData, 'latestPrices'>,
  snapshots: ReadThrough<Snapshot>,
  now: () => number,
  loadPrice: (ticker: Ticker) => Load<Snapshot>,
) {
  const renewed = new LruMap<{ snapshot: Snapshot; fetchedAtSeconds: number }>(MAX_RENEWED);
  const batches = new SingleFlight<ReadonlySet<Ticker>>();

  function stateOf(ticker: Ticker) {
    const { cached, failure } = snapshots.inMemory(ticker);
    const row = cached && newer(ticker, cached);
    const isDue = (row === null || row.stale) && failure === null;
    return { ticker, row, failure, isDue, fetchedAtSeconds: row?.entry.fetchedAtSeconds ?? 0 };
  }

  /** The row as a batch has renewed it, if that was after its chart. */
  function newer(ticker: Ticker, cached: Served<Snapshot>): Served<Snapshot> {
    const later = renewed.get(ticker);
    if (later === undefined || later.fetchedAtSeconds <= cached.entry.fetchedAtSeconds) return cached;
    const { snapshot, fetchedAtSeconds } = later;
    const freshUntil = freshUntilSeconds(snapshot.stock, fetchedAtSeconds);
    const isStale = !isFresh(fetchedAtSeconds, freshUntil, now() / 1000);
    return {
      entry: { fetchedAtSeconds, freshUntilSeconds: freshUntil, value: snapshot },
      stale: isStale,
      outcome: isStale ? 'stale' : 'memory',
      failure: isStale ? cached.failure : null,
    };
  }

  /** Renews what one batch of prices can; the outcome is the others. */
  async function renew(tickers: readonly Ticker[]): Promise<ReadonlySet<Ticker>> {
    const prices = await withDeadline(LOAD_DEADLINE_MS, (signal) => source.latestPrices(tickers, signal));
    const fetchedAtSeconds = now() / 1000;
    const others = tickers.filter((ticker) => {
      const base = snapshots.inMemory(ticker).cached?.entry.value;
      const latest = prices.ok ? prices.value.get(ticker) : undefined;
      const stock = base && latest ? atLatestPrice(base.stock, latest) : null;
      if (!base || stock === null) return true;
      renewed.set(ticker, { snapshot: createSnapshot(base.requestedTicker, stock, null), fetchedAtSeconds });
      return false;
    });
    return new Set(others);
  }

  function renewing(tickers: readonly Ticker[], waitUntil: WaitUntil): Promise<ReadonlySet<Ticker>> {
    return batches.run(tickers.join(), waitUntil, () => renew(tickers).catch(() => new Set(tickers)));
  }

  /** A chart for what no batch can renew. What KV has is left to the next request, which can. */
  async function read(ticker: Ticker, isKnown: boolean, waitUntil: WaitUntil) {
    const stored = isKnown ? null : await snapshots.stored(ticker, waitUntil);
    const row = stored ? ok(stored) : await snapshots.read(ticker, loadPrice(ticker), waitUntil);
    return [ticker, row] as const;
  }

  /**
   * Listings in the order of the request, `null` for those that are left to the next one. `mayLoadNew`: whether listings without
   * a copy may be loaded.
   */
  return async (tickers: readonly Ticker[], waitUntil: WaitUntil, mayLoadNew = true) => {
    const due = tickers
      .map(stateOf)
      .filter(({ isDue }) => isDue)
      .toSorted((a, b) => a.fetchedAtSeconds - b.fetchedAtSeconds);
    const known = due.filter(({ row }) => row !== null).map(({ ticker }) => ticker);
    const batch = known.slice(0, RENEWALS_PER_REQUEST);
    const others = batch.length === 0 ? null : await within(BATCH_WAIT_MS, renewing(batch, waitUntil));
    const reads = due
      .filter(({ ticker, row }) => (row === null ? mayLoadNew : others?.value.has(ticker)))
      .slice(0, READS_PER_REQUEST)
      .map(({ ticker, row }) => read(ticker, row !== null, waitUntil));
    const outcomes = new Map(await Promise.all(reads));
    const states = tickers.map(stateOf);
    return {
      rows: states.map(({ ticker, row, failure }) =>
        row === null ? (outcomes.get(ticker) ?? (failure && err(failure))) : ok(row),
      ),
      /** How many of those that were read now have no source that knows them. */
      unknownCount: [...outcomes.values()].filter((row) => !row.ok && row.error.reason === 'unknown_symbol')
        .length,
      /** How many the next request may bring up to date; 0 also while their source fails. */
      dueCount: states.filter(({ isDue }) => isDue).length,
    };
  };
}

/** A listing at the latest price of its running session; `null` where only a chart tells, as after a close, a gap or a split. */
export function atLatestPrice(stock: PriceSnapshot, latest: LatestPrice): PriceSnapshot | null {
  const { time, close } = stock.candles;
  const lastDate = time.at(-1) ?? 0;
  const isSameSession = latest.dateSeconds === lastDate;
  const before = isSameSession ? time.length - 2 : time.length - 1;
  const isWhole = isSameSession || stock.asOfSeconds >= sessionEndSeconds(stock, lastDate);
  const isRunning = latest.asOfSeconds < sessionEndSeconds(latest, latest.dateSeconds);
  const { previous } = latest;
  const follows =
    previous !== null &&
    previous.dateSeconds === time[before] &&
    Math.abs(previous.close / (close[before] ?? 0) - 1) < SAME_CLOSE;
  const isLater = latest.source === stock.source && latest.asOfSeconds >= stock.asOfSeconds;
  if (!isWhole || !isRunning || !follows || !isLater) return null;
  const quote = { price: latest.price, volume: null, dayHigh: null, dayLow: null };
  const { session, asOfSeconds, delayedMinutes } = latest;
  const candles = withQuoteBar(stock.candles, latest.dateSeconds, quote);
  return { ...stock, candles, quote, session, asOfSeconds, delayedMinutes };
}
