import { err, ok, type Result, type Ticker } from '#compute';
import type { Cached, Entry, EntryKind } from '../cache/entry.ts';
import { createReadThrough, type Load } from '../cache/read-through.ts';
import { createKvStore, LruMap, type KvStore } from '../cache/stores.ts';
import type { IntradayRange } from '../contract/contract.ts';
import type { Failure } from '../failure.ts';
import type { Fundamentals, MarketData, SearchSnapshot } from '../providers/market-data.ts';
import { SingleFlight, within, type WaitUntil } from '../resilience/single-flight.ts';
import { reactionsOf, type KnownResults, type ResultsReader } from '../dates/known-results.ts';
import { createListRows } from './list-rows.ts';
import { fundamentalsKind, intradayKind, newsKind, searchKind } from './plain-kinds.ts';
import type { Snapshot } from '../contract/snapshot-codec.ts';
import { createSnapshot, snapshotKind } from './snapshot.ts';

const FUNDAMENTALS_WAIT_MS = 400;

/** Puts memory and KV in front of a source. */
export function createCachedMarketData(
  source: MarketData,
  mode: string,
  store: KvStore,
  now: () => number,
  results: ResultsReader | null = null,
) {
  const scope = { mode, upstream: source.identity };
  const through = <T>(kind: EntryKind<T>) => createReadThrough(kind, { scope, store, now });
  const snapshots = through(snapshotKind);
  const intraday = through(intradayKind);
  const fundamentals = through(fundamentalsKind);
  const news = through(newsKind);
  const searches = through(searchKind);
  const privateSearches = createReadThrough(searchKind, { scope, store: createKvStore(null, now), now });
  const searchWrites = createSearchWrites(store, now);
  const completions = new SingleFlight<Cached<Snapshot> | null>();
  /** The results that each entry was compared with. */
  const withResults = new WeakMap<Entry<Snapshot>, KnownResults | null>();

  async function readFundamentals(ticker: Ticker, waitUntil: WaitUntil) {
    // Fundamentals have their own retry schedule, whatever the fault and its `Retry-After`.
    const load = async (signal: AbortSignal) => {
      const found = await source.fundamentals(ticker, signal);
      return found.ok ? found : err<Failure>({ reason: 'upstream_unavailable' });
    };
    const read = await fundamentals.read(ticker, load, waitUntil);
    return read.ok ? read.value.entry.value : null;
  }

  /** The same snapshot with its fundamentals; `null` if none are available now. */
  async function complete(ticker: Ticker, waitUntil: WaitUntil): Promise<Cached<Snapshot> | null> {
    return completions.run(ticker, waitUntil, async () => {
      const found = await readFundamentals(ticker, waitUntil);
      const { cached } = snapshots.inMemory(ticker);
      if (found === null || !cached?.entry.isIncomplete) return null;
      const { requestedTicker, stock, results: known } = cached.entry.value;
      return snapshots.complete(
        ticker,
        cached.entry,
        createSnapshot(requestedTicker, stock, found, known),
        waitUntil,
      );
    });
  }

  /** Adds results that became known after the price was fetched: for the next request, since nothing waits for them. */
  async function addResults(ticker: Ticker, reader: ResultsReader, waitUntil: WaitUntil): Promise<void> {
    await reader.read([ticker], waitUntil);
    const entry = snapshots.inMemory(ticker).cached?.entry;
    if (entry === undefined) return;
    const known = reader.known(ticker);
    withResults.set(entry, known);
    const added = reactionsOf(entry.value.stock, known);
    if (added === null || added.sessions.join() === entry.value.results?.sessions.join()) return;
    await snapshots.complete(ticker, entry, { ...entry.value, results: added }, waitUntil);
  }

  function updateResults(ticker: Ticker, waitUntil: WaitUntil): void {
    const entry = snapshots.inMemory(ticker).cached?.entry;
    if (
      results === null ||
      (entry && !results.isDue(ticker) && withResults.get(entry) === results.known(ticker))
    )
      return;
    waitUntil(addResults(ticker, results, waitUntil).catch(() => undefined));
  }

  function loading(ticker: Ticker, read: () => Promise<Fundamentals | null>): Load<Snapshot> {
    return async (signal) => {
      const reading = read();
      const before = snapshots.inMemory(ticker).cached?.entry.value;
      const isKnown = before !== undefined;
      const stock = await source.stock(ticker, signal, isKnown ? 'renewal' : 'first');
      if (!stock.ok) return stock;
      const inTime = await within(FUNDAMENTALS_WAIT_MS, reading);
      const known = reactionsOf(stock.value, results?.known(ticker) ?? null) ?? before?.results ?? null;
      return ok(createSnapshot(ticker, stock.value, inTime?.value ?? null, known));
    };
  }

  // Lists show no fundamentals, so none are requested.
  const rows = createListRows(source, snapshots, now, (ticker) =>
    loading(ticker, async () => fundamentals.inMemory(ticker).cached?.entry.value ?? null),
  );

  return {
    /** `mayLoadNew`: whether a listing without a copy may be loaded; otherwise it is `rate_limited`. */
    async snapshot(
      ticker: Ticker,
      waitUntil: WaitUntil,
      mayLoadNew = true,
    ): Promise<Result<Cached<Snapshot>, Failure>> {
      if (!mayLoadNew && (await snapshots.stored(ticker, waitUntil)) === null)
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

    storedSnapshot: snapshots.stored,

    rows(...asked: Parameters<typeof rows>) {
      const [tickers, waitUntil] = asked;
      void results?.read(tickers, waitUntil).catch(() => undefined);
      return rows(...asked);
    },

    async intraday(ticker: Ticker, range: IntradayRange, waitUntil: WaitUntil) {
      const load = (signal: AbortSignal) => source.intraday(ticker, range, signal);
      return intraday.read(`${ticker}/${range}`, load, waitUntil);
    },

    async news(ticker: Ticker, waitUntil: WaitUntil) {
      return news.read(ticker, (signal) => source.news(ticker, signal), waitUntil);
    },

    async search(text: string, waitUntil: WaitUntil) {
      const subject = normalisedText(text);
      const load = (signal: AbortSignal) => source.search(subject, signal);
      const cache = isStorableText(subject) ? searches : privateSearches;
      const read = await cache.read(subject, load, waitUntil);
      if (read.ok && searchWrites.isDue(subject, read.value.entry, read.value.outcome === 'kv')) {
        searches.store(subject, read.value.entry, waitUntil);
      }
      return read;
    },
  };
}

const MIN_CHARACTERS = 2;
const MAX_CHARACTERS = 24;
const MAX_TRACKED_TEXTS = 2000;
/** Keeps searches from using up the daily writes that prices need. */
const WRITE_INTERVAL_MS = 10 * 60_000;
const PAUSE_AFTER_REFUSAL_MS = 60 * 60_000;

function normalisedText(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function isStorableText(text: string): boolean {
  return text.length >= MIN_CHARACTERS && text.length <= MAX_CHARACTERS;
}

/**
 * Decides which searches are written to KV. The text must be the beginning of a symbol, or of a word in a name, that it found,
 * so that the key reveals nothing beyond the listing. This isolate must have had the same request before. At most one such
 * write in ten minutes, and none for an hour after KV refused a write.
 */
function createSearchWrites(store: Pick<KvStore, 'lastRefusalMs'>, now: () => number) {
  const askedBefore = new LruMap<Entry<SearchSnapshot>>(MAX_TRACKED_TEXTS);
  const stored = new WeakSet<Entry<SearchSnapshot>>();
  let lastWriteMs: number | null = null;

  return {
    isDue(text: string, entry: Entry<SearchSnapshot>, isFromKv: boolean): boolean {
      if (isFromKv) stored.add(entry);
      const isRepeated = askedBefore.get(text) === entry;
      askedBefore.set(text, entry);
      if (!isRepeated || stored.has(entry) || !isStorableText(text) || !isFound(text, entry)) return false;
      const isTooSoon =
        isWithin(lastWriteMs, WRITE_INTERVAL_MS) || isWithin(store.lastRefusalMs(), PAUSE_AFTER_REFUSAL_MS);
      if (isTooSoon) return false;
      stored.add(entry);
      lastWriteMs = now();
      return true;
    },
  };

  function isWithin(sinceMs: number | null, spanMs: number): boolean {
    return sinceMs !== null && now() >= sinceMs && now() - sinceMs < spanMs;
  }
}

/** Whether a text is the beginning of a symbol that it found, or of a word in a name. */
function isFound(text: string, entry: Entry<SearchSnapshot>): boolean {
  return entry.value.results.some(({ symbol, name }) => {
    const normalisedName = normalisedText(name);
    return (
      normalisedText(symbol).startsWith(text) ||
      normalisedName.startsWith(text) ||
      normalisedName.includes(` ${text}`)
    );
  });
}
