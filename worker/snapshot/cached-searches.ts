/** Searches through memory and KV, which stores only texts that reveal nothing beyond the listing. */
import { KvStore, LruMap, type Entry } from '../cache/stores.ts';
import { ReadThrough, type ReadThroughSettings } from '../cache/read-through.ts';
import type { MarketData, SearchSnapshot } from '../providers/market-data.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import { searchKind } from './snapshot.ts';

const MIN_CHARACTERS = 2;
const MAX_CHARACTERS = 24;
const MAX_TRACKED_TEXTS = 2000;
/** Keeps searches from using up the daily writes that prices need. */
const WRITE_INTERVAL_MS = 10 * 60_000;
const PAUSE_AFTER_REFUSAL_MS = 60 * 60_000;

export function createCachedSearches(
  source: Pick<MarketData, 'search'>,
  settings: ReadThroughSettings & { readonly store: KvStore },
) {
  const { store, now } = settings;
  const searches = new ReadThrough(searchKind, settings);
  const privateSearches = new ReadThrough(searchKind, { ...settings, store: new KvStore(null, now) });
  const askedBefore = new LruMap<Entry<SearchSnapshot>>(MAX_TRACKED_TEXTS);
  const stored = new WeakSet<Entry<SearchSnapshot>>();
  let lastWriteMs: number | null = null;

  function isWithin(sinceMs: number | null, spanMs: number): boolean {
    return sinceMs !== null && now() >= sinceMs && now() - sinceMs < spanMs;
  }

  /**
   * Whether a search is written to KV: a repeated text that begins a symbol or a word of a name that it found, so that the key
   * reveals nothing beyond the listing; at most every ten minutes, and not for an hour after KV refused a write.
   */
  function isWriteDue(text: string, entry: Entry<SearchSnapshot>): boolean {
    const isRepeated = askedBefore.get(text) === entry;
    askedBefore.set(text, entry);
    if (!isRepeated || stored.has(entry) || !isStorable(text) || !isFound(text, entry)) return false;
    return (
      !isWithin(lastWriteMs, WRITE_INTERVAL_MS) && !isWithin(store.lastRefusalMs, PAUSE_AFTER_REFUSAL_MS)
    );
  }

  return async (text: string, waitUntil: WaitUntil) => {
    const subject = normalised(text);
    const cache = isStorable(subject) ? searches : privateSearches;
    const read = await cache.read(subject, (signal) => source.search(subject, signal), waitUntil);
    if (!read.ok) return read;
    const { entry, outcome } = read.value;
    if (outcome === 'kv') stored.add(entry);
    if (isWriteDue(subject, entry)) {
      stored.add(entry);
      lastWriteMs = now();
      searches.store(subject, entry, waitUntil);
    }
    return read;
  };
}

function normalised(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function isStorable(text: string): boolean {
  return text.length >= MIN_CHARACTERS && text.length <= MAX_CHARACTERS;
}

/** Whether a text is the beginning of a symbol that it found, or of a word in a name. */
function isFound(text: string, entry: Entry<SearchSnapshot>): boolean {
  return entry.value.results.some(
    ({ symbol, name }) => normalised(symbol).startsWith(text) || ` ${normalised(name)}`.includes(` ${text}`),
  );
}
