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

type Settings = ReadThroughSettings & { readonly store: KvStore };

export class CachedSearches {
  readonly #source: Pick<MarketData, 'search'>;
  readonly #settings: Settings;
  readonly #searches: ReadThrough<SearchSnapshot>;
  readonly #privateSearches: ReadThrough<SearchSnapshot>;
  readonly #askedBefore = new LruMap<Entry<SearchSnapshot>>(MAX_TRACKED_TEXTS);
  readonly #stored = new WeakSet<Entry<SearchSnapshot>>();
  #lastWriteMs: number | null = null;

  constructor(source: Pick<MarketData, 'search'>, settings: Settings) {
    this.#source = source;
    this.#settings = settings;
    this.#searches = new ReadThrough(searchKind, settings);
    const memoryOnly = { ...settings, store: new KvStore(null, settings.now) };
    this.#privateSearches = new ReadThrough(searchKind, memoryOnly);
  }

  async search(text: string, waitUntil: WaitUntil) {
    const subject = normalised(text);
    const cache = isStorable(subject) ? this.#searches : this.#privateSearches;
    const read = await cache.read(subject, (signal) => this.#source.search(subject, signal), waitUntil);
    if (!read.ok) return read;
    const { entry, outcome } = read.value;
    if (outcome === 'kv') this.#stored.add(entry);
    if (this.#isWriteDue(subject, entry)) {
      this.#stored.add(entry);
      this.#lastWriteMs = this.#settings.now();
      this.#searches.store(subject, entry, waitUntil);
    }
    return read;
  }

  /**
   * Whether a search is written to KV: a repeated text that begins a symbol or a word of a name that it found, so that the key
   * reveals nothing beyond the listing; at most every ten minutes, and not for an hour after KV refused a write.
   */
  #isWriteDue(text: string, entry: Entry<SearchSnapshot>): boolean {
    const isRepeated = this.#askedBefore.get(text) === entry;
    this.#askedBefore.set(text, entry);
    if (!isRepeated || this.#stored.has(entry) || !isStorable(text) || !isFound(text, entry)) return false;
    return (
      !this.#isWithin(this.#lastWriteMs, WRITE_INTERVAL_MS) &&
      !this.#isWithin(this.#settings.store.lastRefusalMs, PAUSE_AFTER_REFUSAL_MS)
    );
  }

  #isWithin(sinceMs: number | null, spanMs: number): boolean {
    const elapsedMs = this.#settings.now() - (sinceMs ?? -Infinity);
    return elapsedMs >= 0 && elapsedMs < spanMs;
  }
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
