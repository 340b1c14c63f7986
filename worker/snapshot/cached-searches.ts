/** Searches through memory and KV, which stores only texts that reveal nothing beyond the listing. */
import type { Entry, KvStore } from '../cache/stores.ts';
import { ReadThrough, type ReadThroughSettings } from '../cache/read-through.ts';
import type { MarketData, SearchSnapshot } from '../providers/market-data.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import { searchKind } from './snapshot.ts';

const MIN_CHARACTERS = 2;
const MAX_CHARACTERS = 24;
/** Keeps searches from using up the daily writes that prices need. */
const WRITE_INTERVAL_MS = 10 * 60_000;
const PAUSE_AFTER_REFUSAL_MS = 60 * 60_000;

type Settings = ReadThroughSettings & { readonly store: KvStore };

export class CachedSearches {
  readonly #source: Pick<MarketData, 'search'>;
  readonly #settings: Settings;
  readonly #searches: ReadThrough<SearchSnapshot>;
  readonly #requested = new WeakSet<Entry<SearchSnapshot>>();
  readonly #stored = new WeakSet<Entry<SearchSnapshot>>();
  #lastWriteMs = -Infinity;

  constructor(source: Pick<MarketData, 'search'>, settings: Settings) {
    this.#source = source;
    this.#settings = settings;
    this.#searches = new ReadThrough(searchKind, settings);
  }

  /**
   * Writes to KV only a repeated text that begins a symbol or a word of a name that it found, so that the key reveals nothing
   * beyond the listing; at most every ten minutes, and not for an hour after KV refused a write.
   */
  async search(text: string, waitUntil: WaitUntil) {
    const subject = normalised(text);
    const load = (signal: AbortSignal) => this.#source.search(subject, signal);
    const read = await this.#searches.read(subject, load, waitUntil);
    if (!read.ok) return read;
    const { entry, outcome } = read.value;
    const isRepeated = this.#requested.has(entry);
    this.#requested.add(entry);
    if (outcome === 'kv') this.#stored.add(entry);
    if (isRepeated && !this.#stored.has(entry) && isStorable(subject, entry.value) && this.#mayWrite()) {
      this.#stored.add(entry);
      this.#lastWriteMs = this.#settings.now();
      this.#searches.store(subject, entry, waitUntil);
    }
    return read;
  }

  #mayWrite(): boolean {
    const { now, store } = this.#settings;
    const isOver = (sinceMs: number, spanMs: number) => now() < sinceMs || now() >= sinceMs + spanMs;
    return (
      isOver(this.#lastWriteMs, WRITE_INTERVAL_MS) && isOver(store.lastRefusalMs, PAUSE_AFTER_REFUSAL_MS)
    );
  }
}

function normalised(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Whether a text of a usual length is the beginning of a symbol that it found, or of a word in a name. */
function isStorable(text: string, { results }: SearchSnapshot): boolean {
  if (text.length < MIN_CHARACTERS || text.length > MAX_CHARACTERS) return false;
  return results.some(
    ({ symbol, name }) => normalised(symbol).startsWith(text) || ` ${normalised(name)}`.includes(` ${text}`),
  );
}
