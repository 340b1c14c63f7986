import { err, isFresh, ok, type Result } from '#compute';
import type { Failure } from '../failure.ts';
import { LOAD_DEADLINE_MS, SingleFlight, withDeadline, within } from '../resilience/single-flight.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import { encodeEntry, readStored, storedValue } from './entry.ts';
import type { Cached, CacheOutcome, Entry, EntryKind } from './entry.ts';
import { createLoadFailures, type LoadPause } from './load-failures.ts';
import { LruMap, WRITE_INTERVAL_SECONDS, type KvStore } from './stores.ts';

export const STALE_IF_ERROR_SECONDS = 30 * 86_400;

/** The longest a caller waits for a load. The load itself may continue. */
const RESPONSE_DEADLINE_MS = 6200;
const MAX_TRACKED_KEYS = 2000;
/** The bytes and their decoded value, which takes about twice their memory. */
const MEMORY_FACTOR = 3;
const ENTRY_OVERHEAD_BYTES = 1024;
/** An instant further than this in the future comes from a wrong clock. */
const MAX_CLOCK_SKEW_SECONDS = 60;

export type Load<T> = (signal: AbortSignal) => Promise<Result<T, Failure>>;

export type ReadThrough<T> = ReturnType<typeof createReadThrough<T>>;

interface ReadThroughSettings {
  /** Part of every key, so that entries of two modes or sources never mix. */
  readonly scope: { readonly mode: string; readonly upstream: string };
  readonly store: Pick<KvStore, 'read' | 'write'>;
  readonly now: () => number;
}

/** The KV key of a subject; at most 512 bytes, as KV asks, for every valid ticker and stored search text. */
export function entryKey(
  kind: EntryKind<never>['name'],
  { mode, upstream }: ReadThroughSettings['scope'],
  subject: string,
): string {
  // The 1 numbers this layout of keys. The format of values has its own version, in their metadata.
  return `${kind}/1/${mode}/${upstream}/${subject}`;
}

/**
 * Reads one kind of value through memory, KV and its source. Everything found is put into memory, and what is fetched into KV
 * too. A fault never removes an entry, and only one that is not older replaces it.
 */
export function createReadThrough<T>(kind: EntryKind<T>, settings: ReadThroughSettings) {
  const { scope, store, now } = settings;
  const nowSeconds = () => now() / 1000;
  const memory = new LruMap<Entry<T>>(
    kind.maxMemoryBytes,
    ({ bytes }) => ENTRY_OVERHEAD_BYTES + MEMORY_FACTOR * bytes.length,
  );
  const failures = createLoadFailures(nowSeconds, kind.failurePause);
  /** Keys whose last read failed. */
  const unreadable = new LruMap<true>(MAX_TRACKED_KEYS);
  const lookups = new SingleFlight<void>();
  const refreshes = new SingleFlight<Result<Entry<T>, Failure>>();

  const keyOf = (subject: string) => entryKey(kind.name, scope, subject);
  const isEntryFresh = ({ fetchedAtSeconds, freshUntilSeconds }: Entry<T>) =>
    isFresh(fetchedAtSeconds, freshUntilSeconds, nowSeconds());

  function memoryEntry(key: string): Entry<T> | null {
    const entry = memory.get(key);
    return entry && nowSeconds() - entry.fetchedAtSeconds < STALE_IF_ERROR_SECONDS ? entry : null;
  }

  /** Stores an entry in memory unless there is a newer one; returns whichever is there then. */
  function setIfNewer(key: string, entry: Entry<T>): Entry<T> {
    const old = memoryEntry(key);
    if (old !== null && isOlder(entry, old, nowSeconds())) return old;
    memory.set(key, entry);
    return entry;
  }

  async function lookUp(key: string): Promise<void> {
    const value = await store.read(key);
    if (value === undefined) unreadable.set(key, true);
    else unreadable.delete(key);
    const entry = value ? readStored(kind, value) : null;
    if (entry !== null) setIfNewer(key, entry);
  }

  /** Loads an entry and stores it; the outcome is the newest entry there is, even where the load failed. */
  async function refresh(key: string, load: Load<T>, waitUntil: WaitUntil) {
    // A follower of a lost flight may get here after another flight has loaded the entry.
    const known = memoryEntry(key);
    if (known !== null && isEntryFresh(known)) return ok(known);
    const loaded = await loadEntry(key, load);
    const last = memoryEntry(key);
    if (!loaded.ok) {
      failures.note(key, loaded.error);
      return last === null ? loaded : ok(last);
    }
    const fetched = loaded.value;
    const newest = setIfNewer(key, fetched);
    if (newest !== fetched) {
      // The source describes an earlier moment than before.
      failures.note(key, { reason: 'upstream_bad_payload' });
      return ok(newest);
    }
    failures.clear(key);
    if (kind.isStoredWhenFetched !== false) write(key, fetched, waitUntil);
    return ok(fetched);
  }

  /** A load that throws counts as a source whose data could not be read. */
  async function loadEntry(key: string, load: Load<T>): Promise<Result<Entry<T>, Failure>> {
    try {
      const loaded = await withDeadline(LOAD_DEADLINE_MS, load);
      return loaded.ok ? ok(await encodeEntry(kind, loaded.value, nowSeconds())) : loaded;
    } catch (cause) {
      const subject = kind.name === 'search' ? 'search' : key;
      console.error(JSON.stringify({ event: 'load_failed', key: subject, cause: String(cause) }));
      return err({ reason: 'upstream_bad_payload' });
    }
  }

  function write(key: string, entry: Entry<T>, waitUntil: WaitUntil, isExempt = false): void {
    store.write(key, storedValue(entry), waitUntil, { expireSeconds: kind.expireSeconds, isExempt });
  }

  function serve(key: string, entry: Entry<T>, outcome: CacheOutcome): Cached<T> {
    if (isEntryFresh(entry)) return { entry, stale: false, outcome, failure: null };
    return { entry, stale: true, outcome: 'stale', failure: failures.lastReason(key) };
  }

  /** Whether KV may have something newer than memory; an isolate writes a key to KV at most once in 15 minutes. */
  function mayBeInKv(key: string, inMemory: Entry<T> | null, { isPaused, error }: LoadPause): boolean {
    if (inMemory === null) return error === null || unreadable.get(key) === true;
    return !isPaused && nowSeconds() - inMemory.freshUntilSeconds > WRITE_INTERVAL_SECONDS;
  }

  return {
    /** A fresh entry; a stale one at once, with a refresh behind it; only without an entry does the caller wait for `load`. */
    async read(subject: string, load: Load<T>, waitUntil: WaitUntil): Promise<Result<Cached<T>, Failure>> {
      const key = keyOf(subject);
      const inMemory = memoryEntry(key);
      if (inMemory !== null && isEntryFresh(inMemory)) return ok(serve(key, inMemory, 'memory'));

      const startedAtMs = now();
      const pause = failures.pauseOf(key);
      const startRefresh = () => refreshes.run(key, waitUntil, () => refresh(key, load, waitUntil));
      let entry = inMemory;
      if (mayBeInKv(key, inMemory, pause)) {
        await lookups.run(key, waitUntil, () => lookUp(key));
        entry = memoryEntry(key);
      }
      if (entry !== null) {
        if (!isEntryFresh(entry) && !pause.isPaused) void startRefresh();
        return ok(serve(key, entry, entry === inMemory ? 'memory' : 'kv'));
      }

      if (pause.error !== null) return err(pause.error);
      // A read from KV has its own timeout, so only the load is timed here.
      const inTime = await within(RESPONSE_DEADLINE_MS - (now() - startedAtMs), startRefresh());
      const refreshed = inTime?.value ?? err<Failure>({ reason: 'upstream_timeout' });
      return refreshed.ok ? ok(serve(key, refreshed.value, 'upstream')) : refreshed;
    },

    /** The entry in memory or KV, fresh or stale; never loads. */
    async stored(subject: string, waitUntil: WaitUntil): Promise<Cached<T> | null> {
      const key = keyOf(subject);
      const inMemory = memoryEntry(key);
      if (inMemory !== null) return serve(key, inMemory, 'memory');
      await lookups.run(key, waitUntil, () => lookUp(key));
      const entry = memoryEntry(key);
      return entry && serve(key, entry, 'kv');
    },

    /** The entry in memory, fresh or stale, and why the last load failed, while that still prevents another one. */
    inMemory(subject: string): { readonly cached: Cached<T> | null; readonly failure: Failure | null } {
      const key = keyOf(subject);
      const entry = memoryEntry(key);
      return { cached: entry && serve(key, entry, 'memory'), failure: failures.pauseOf(key).error };
    },

    /** Replaces an incomplete entry by its completed value, unless there is a newer one; writes to KV at once. */
    async complete(subject: string, incomplete: Entry<T>, value: T, waitUntil: WaitUntil) {
      const key = keyOf(subject);
      const entry = await encodeEntry(kind, value, incomplete.fetchedAtSeconds);
      const current = memoryEntry(key);
      if (current !== null && current.etag !== incomplete.etag) return serve(key, current, 'memory');
      memory.set(key, entry);
      write(key, entry, waitUntil, true);
      return serve(key, entry, 'memory');
    },

    store(subject: string, entry: Entry<T>, waitUntil: WaitUntil): void {
      write(keyOf(subject), entry, waitUntil);
    },
  };
}

/** Whether an entry describes an earlier moment than another one of the same source, or was fetched before it. */
function isOlder<T>(entry: Entry<T>, than: Entry<T>, nowSeconds: number): boolean {
  // An entry that a wrong clock has dated in the future must not outlast every later one.
  if (than.asOfSeconds > nowSeconds + MAX_CLOCK_SKEW_SECONDS) return false;
  const difference = entry.source === than.source ? entry.asOfSeconds - than.asOfSeconds : 0;
  if (difference !== 0) return difference < 0;
  return entry.fetchedAtSeconds < Math.min(than.fetchedAtSeconds, nowSeconds);
}
