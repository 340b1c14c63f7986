import { err, isFresh, ok, type Result } from '#compute';
import type { Failure } from '../failure.ts';
import { LOAD_DEADLINE_MS, SingleFlight, withDeadline, within } from '../resilience/single-flight.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import { encodeEntry, readStored, storedValue } from './entry.ts';
import type { Cached, CacheOutcome, Entry, EntryKind } from './entry.ts';
import { createLoadFailures, type LoadPause } from './load-failures.ts';
import { LruMap, WRITE_INTERVAL_SECONDS, type KvStore } from './stores.ts';

export const STALE_IF_ERROR_SECONDS = 30 * 86_400;

/** How long a caller waits for a load at most. The load itself may continue. */
const RESPONSE_DEADLINE_MS = 6200;
const MAX_TRACKED_KEYS = 2000;
/** Memory of an entry per byte: the bytes themselves and the decoded value, about twice as large. */
const MEMORY_FACTOR = 3;
const ENTRY_OVERHEAD_BYTES = 1024;
/** Instants further in the future than this come from a wrong clock. */
const MAX_CLOCK_SKEW_SECONDS = 60;

export type Load<T> = (signal: AbortSignal) => Promise<Result<T, Failure>>;

export type ReadThrough<T> = ReturnType<typeof createReadThrough<T>>;

interface ReadThroughSettings {
  /** Part of every key, so that entries of different modes or sources never mix. */
  readonly scope: { readonly mode: string; readonly upstream: string };
  readonly store: Pick<KvStore, 'read' | 'write'>;
  readonly now: () => number;
}

/** A subject's KV key: at most 512 bytes, KV's limit, for every valid ticker and stored search text. */
export function entryKey(
  kind: EntryKind<never>['name'],
  { mode, upstream }: ReadThroughSettings['scope'],
  subject: string,
): string {
  // The 1 is the version of this key layout. Values have their own format version, in their metadata.
  return `${kind}/1/${mode}/${upstream}/${subject}`;
}

/**
 * Reads one kind of value through memory, KV and its source. Every result is kept in memory, and fetched ones are written to KV
 * too. A fault never removes an entry, and an older entry never replaces a newer one.
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

  /** Stores an entry in memory unless a newer one is there; returns the one that is there afterwards. */
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

  /** Loads and stores an entry. Resolves with the newest entry available, even if the load failed. */
  async function refresh(key: string, load: Load<T>, waitUntil: WaitUntil) {
    // A caller whose shared flight was lost may get here after another flight has loaded the entry.
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
      // The source went back to an earlier moment.
      failures.note(key, { reason: 'upstream_bad_payload' });
      return ok(newest);
    }
    failures.clear(key);
    if (kind.isStoredWhenFetched !== false) write(key, fetched, waitUntil);
    return ok(fetched);
  }

  /** A load that throws counts as unreadable data from the source. */
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

  /** Whether KV may have a newer entry than memory: an isolate writes a key to KV at most once in 15 minutes. */
  function mayBeInKv(key: string, inMemory: Entry<T> | null, { isPaused, error }: LoadPause): boolean {
    if (inMemory === null) return error === null || unreadable.get(key) === true;
    return !isPaused && nowSeconds() - inMemory.freshUntilSeconds > WRITE_INTERVAL_SECONDS;
  }

  return {
    /** A fresh entry, or a stale one at once while a refresh runs. Only without any entry does the caller wait for `load`. */
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
      // KV reads have their own timeout, so only the load is timed here.
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

    /** The entry in memory, fresh or stale, and why the last load failed if it still pauses the next one. */
    inMemory(subject: string): { readonly cached: Cached<T> | null; readonly failure: Failure | null } {
      const key = keyOf(subject);
      const entry = memoryEntry(key);
      return { cached: entry && serve(key, entry, 'memory'), failure: failures.pauseOf(key).error };
    },

    /** Replaces an incomplete entry with its completed value, unless a newer entry is there; writes to KV at once. */
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

/** Whether an entry describes an earlier moment than another of the same source, or was fetched earlier. */
function isOlder<T>(entry: Entry<T>, than: Entry<T>, nowSeconds: number): boolean {
  // An entry that a wrong clock dated in the future must not outlast all later ones.
  if (than.asOfSeconds > nowSeconds + MAX_CLOCK_SKEW_SECONDS) return false;
  const difference = entry.source === than.source ? entry.asOfSeconds - than.asOfSeconds : 0;
  if (difference !== 0) return difference < 0;
  return entry.fetchedAtSeconds < Math.min(than.fetchedAtSeconds, nowSeconds);
}
