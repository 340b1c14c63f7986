import { err, isFresh, ok, SECONDS_PER_DAY } from '#compute';
import type { Failure, Outcome } from '../failure.ts';
import { LOAD_DEADLINE_MS, SingleFlight, withDeadline, within } from '../resilience/single-flight.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import { LoadFailures, type Pause } from './load-failures.ts';
import {
  encodeEntry,
  LruMap,
  readStored,
  storedValue,
  WRITE_INTERVAL_SECONDS,
  type Cached,
  type CacheOutcome,
  type Entry,
  type EntryKind,
  type KvStore,
  type WritePriority,
} from './stores.ts';

export const STALE_IF_ERROR_SECONDS = 30 * SECONDS_PER_DAY;

/** How long a caller waits for a load at most. The load itself may continue. */
const RESPONSE_DEADLINE_MS = 6200;
/** Memory of an entry per byte: the bytes themselves and the decoded value, about twice as large. */
const MEMORY_FACTOR = 3;
const ENTRY_OVERHEAD_BYTES = 1024;
/** Instants further in the future than this come from a wrong clock. */
const MAX_CLOCK_SKEW_SECONDS = 60;

export type Load<T> = (signal: AbortSignal) => Promise<Outcome<T>>;

export interface ReadThroughSettings {
  /** Part of every key, so that entries of different sources never mix. */
  readonly upstream: string;
  readonly store: Pick<KvStore, 'read' | 'write'>;
  readonly now: () => number;
}

/** A subject's KV key: at most 512 bytes, KV's limit, for every valid ticker and stored search text. */
export function entryKey(kind: EntryKind<never>['name'], upstream: string, subject: string): string {
  // The 1 is the version of this key layout. Values have their own format version, in their metadata.
  return `${kind}/1/${upstream}/${subject}`;
}

/** Fetched results go to KV too. A fault never removes an entry, and an older entry never replaces a newer one. */
export class ReadThrough<T> {
  readonly #kind: EntryKind<T>;
  readonly #settings: ReadThroughSettings;
  readonly #memory: LruMap<Entry<T>>;
  readonly #failures: LoadFailures;
  /** Keys whose last read failed. */
  readonly #unreadable = new LruMap<true>();
  /** Entries that came from KV. */
  readonly #stored = new WeakSet<Entry<T>>();
  readonly #lookups = new SingleFlight<void>();
  readonly #refreshes = new SingleFlight<Outcome<Entry<T>>>();

  constructor(kind: EntryKind<T>, settings: ReadThroughSettings) {
    this.#kind = kind;
    this.#settings = settings;
    this.#failures = new LoadFailures(settings.now, kind.failurePause);
    this.#memory = new LruMap(
      kind.maxMemoryBytes,
      ({ bytes }) => ENTRY_OVERHEAD_BYTES + MEMORY_FACTOR * bytes.length,
    );
  }

  /**
   * A fresh entry, or a stale one at once while a refresh runs. Without any entry the caller waits for `load`, or gets
   * `rate_limited` if it may load nothing new.
   */
  async read(
    subject: string,
    load: Load<T>,
    waitUntil: WaitUntil,
    mayLoadNew = true,
  ): Promise<Outcome<Cached<T>>> {
    const key = this.#keyOf(subject);
    const inMemory = this.#memoryEntry(key);
    if (inMemory !== null && this.#isFresh(inMemory)) {
      if (!this.#stored.has(inMemory) && this.#kind.isStoredIfRepeated?.(subject, inMemory.value))
        this.#write(key, inMemory, waitUntil, 'low');
      return ok(this.#serve(key, inMemory, 'memory'));
    }

    const startedAtMs = this.#settings.now();
    const pause = this.#failures.pauseOf(key);
    const startRefresh = () => this.#refreshes.run(key, waitUntil, () => this.#refresh(key, load, waitUntil));
    const entry = this.#mayBeInKv(key, inMemory, pause) ? await this.#lookUp(key, waitUntil) : inMemory;
    if (entry !== null) {
      if (!this.#isFresh(entry) && !pause.isPaused) void startRefresh();
      return ok(this.#serve(key, entry, entry === inMemory ? 'memory' : 'kv'));
    }

    if (pause.error !== null) return err(pause.error);
    if (!mayLoadNew) return err({ reason: 'rate_limited' });
    // KV reads have their own timeout. The load gets the time that they left.
    const leftMs = RESPONSE_DEADLINE_MS - (this.#settings.now() - startedAtMs);
    const inTime = await within(leftMs, startRefresh());
    const refreshed = inTime?.value ?? err<Failure>({ reason: 'upstream_timeout' });
    return refreshed.ok ? ok(this.#serve(key, refreshed.value, 'upstream')) : refreshed;
  }

  /** The entry in memory or KV, fresh or stale; never loads. */
  async stored(subject: string, waitUntil: WaitUntil): Promise<Cached<T> | null> {
    const key = this.#keyOf(subject);
    const inMemory = this.#memoryEntry(key);
    if (inMemory !== null) return this.#serve(key, inMemory, 'memory');
    const entry = await this.#lookUp(key, waitUntil);
    return entry && this.#serve(key, entry, 'kv');
  }

  /** The entry in memory, fresh or stale, and why the last load failed if it still pauses the next one. */
  inMemory(subject: string): { readonly cached: Cached<T> | null; readonly failure: Failure | null } {
    const key = this.#keyOf(subject);
    const entry = this.#memoryEntry(key);
    return {
      cached: entry && this.#serve(key, entry, 'memory'),
      failure: this.#failures.pauseOf(key).error,
    };
  }

  /** Replaces an incomplete entry with its completed value, unless a newer entry is there; writes to KV at once. */
  async complete(subject: string, incomplete: Entry<T>, value: T, waitUntil: WaitUntil): Promise<Cached<T>> {
    const key = this.#keyOf(subject);
    const entry = await encodeEntry(this.#kind, value, incomplete.fetchedAtSeconds);
    const newest = this.#setIfNewer(key, entry);
    if (newest === entry) this.#write(key, entry, waitUntil, 'high');
    return this.#serve(key, newest, 'memory');
  }

  #nowSeconds(): number {
    return this.#settings.now() / 1000;
  }

  #keyOf(subject: string): string {
    return entryKey(this.#kind.name, this.#settings.upstream, subject);
  }

  #isFresh({ fetchedAtSeconds, freshUntilSeconds }: Entry<T>): boolean {
    return isFresh(fetchedAtSeconds, freshUntilSeconds, this.#nowSeconds());
  }

  #memoryEntry(key: string): Entry<T> | null {
    const entry = this.#memory.get(key);
    return entry && this.#nowSeconds() - entry.fetchedAtSeconds < STALE_IF_ERROR_SECONDS ? entry : null;
  }

  /** Stores an entry in memory unless a newer one is there; returns the one that is there afterwards. */
  #setIfNewer(key: string, entry: Entry<T>): Entry<T> {
    const old = this.#memoryEntry(key);
    if (old !== null && this.#isOlder(entry, old)) return old;
    this.#memory.set(key, entry);
    return entry;
  }

  /** Whether KV may have a newer entry than memory: an isolate writes a key to KV at most once in 15 minutes. */
  #mayBeInKv(key: string, inMemory: Entry<T> | null, { isPaused, error }: Pause): boolean {
    if (inMemory === null) return error === null || this.#unreadable.get(key) === true;
    return !isPaused && this.#nowSeconds() - inMemory.freshUntilSeconds > WRITE_INTERVAL_SECONDS;
  }

  /** Reads KV; returns the entry in memory afterwards. */
  async #lookUp(key: string, waitUntil: WaitUntil): Promise<Entry<T> | null> {
    await this.#lookups.run(key, waitUntil, async () => {
      const value = await this.#settings.store.read(key);
      if (value === undefined) this.#unreadable.set(key, true);
      else this.#unreadable.delete(key);
      const entry = value ? readStored(this.#kind, value) : null;
      if (entry === null) return;
      this.#stored.add(entry);
      this.#setIfNewer(key, entry);
    });
    return this.#memoryEntry(key);
  }

  /** Loads and stores an entry. Resolves with the newest entry available, even if the load failed. */
  async #refresh(key: string, load: Load<T>, waitUntil: WaitUntil): Promise<Outcome<Entry<T>>> {
    // A caller whose shared flight was lost may get here after another flight has loaded the entry.
    const known = this.#memoryEntry(key);
    if (known !== null && this.#isFresh(known)) return ok(known);
    const loaded = await this.#load(key, load);
    if (!loaded.ok) {
      this.#failures.note(key, loaded.error);
      const last = this.#memoryEntry(key);
      return last === null ? loaded : ok(last);
    }
    const fetched = loaded.value;
    const newest = this.#setIfNewer(key, fetched);
    if (newest !== fetched) {
      // The source went back to an earlier moment.
      this.#failures.note(key, { reason: 'upstream_bad_payload' });
      return ok(newest);
    }
    this.#failures.clear(key);
    if (this.#kind.isStoredIfRepeated === undefined) this.#write(key, fetched, waitUntil, 'usual');
    return ok(fetched);
  }

  /** A load that throws counts as unreadable data from the source. */
  async #load(key: string, load: Load<T>): Promise<Outcome<Entry<T>>> {
    try {
      const loaded = await withDeadline(LOAD_DEADLINE_MS, load);
      return loaded.ok ? ok(await encodeEntry(this.#kind, loaded.value, this.#nowSeconds())) : loaded;
    } catch (cause) {
      const subject = this.#kind.name === 'search' ? 'search' : key;
      console.error(JSON.stringify({ event: 'load_failed', key: subject, cause: String(cause) }));
      return err({ reason: 'upstream_bad_payload' });
    }
  }

  #write(key: string, entry: Entry<T>, waitUntil: WaitUntil, priority: WritePriority): void {
    this.#settings.store.write(key, storedValue(entry), waitUntil, this.#kind.expireSeconds, priority);
  }

  #serve(key: string, entry: Entry<T>, outcome: CacheOutcome): Cached<T> {
    if (this.#isFresh(entry)) return { entry, stale: false, outcome, failure: null };
    return { entry, stale: true, outcome: 'stale', failure: this.#failures.reasonOf(key) };
  }

  /** Whether an entry describes an earlier moment than another of the same source, or was fetched earlier. */
  #isOlder(entry: Entry<T>, than: Entry<T>): boolean {
    const at = this.#kind.moment?.(entry.value);
    const last = this.#kind.moment?.(than.value);
    // An entry that a wrong clock dated in the future must not outlast all later ones.
    if (last && last.asOfSeconds > this.#nowSeconds() + MAX_CLOCK_SKEW_SECONDS) return false;
    const difference = at && at.source === last?.source ? at.asOfSeconds - last.asOfSeconds : 0;
    if (difference !== 0) return difference < 0;
    return entry.fetchedAtSeconds < Math.min(than.fetchedAtSeconds, this.#nowSeconds());
  }
}
