import { err, isFresh, ok } from '#compute';
import type { Result } from '#compute';
import type { ServiceError } from '../http/errors.ts';
import { LOAD_DEADLINE_MS, withDeadline, within } from '../resilience/deadline.ts';
import { SingleFlight } from '../resilience/single-flight.ts';
import type { WaitUntil } from '../resilience/single-flight.ts';
import { encodeEntry, readStored, storedValue } from './entry.ts';
import type { CacheOutcome, Cached, Entry, EntryKind } from './entry.ts';
import { WRITE_INTERVAL_SECONDS } from './kv-store.ts';
import type { KvStore } from './kv-store.ts';
import { LruMap } from '../lru-map.ts';

/** The last good entry serves this long. */
export const STALE_IF_ERROR_SECONDS = 30 * 86_400;

/** Who waits for a load waits no longer than this, whatever becomes of it. */
const ANSWER_DEADLINE_MS = 6200;
const MAX_TRACKED_KEYS = 2000;
/** After a failed load nothing is asked for the key during this time, doubled with each further failure up to a limit. */
const FAILURE_PAUSE_SECONDS = 30;
const MAX_FAILURE_PAUSE_SECONDS = 180;
/** How long an unknown symbol stays unknown; in memory only. */
const UNKNOWN_SYMBOL_SECONDS = 10 * 60;
/** A decoded value takes about twice the memory of its bytes. */
const MEMORY_FACTOR = 3;
/** What an entry takes beside its bytes. */
const ENTRY_OVERHEAD_BYTES = 1024;
/** An instant later than this ahead of now comes from a wrong clock. */
const MAX_CLOCK_SKEW_SECONDS = 60;

/** Fetches a value from its upstream; `signal` is the deadline. */
export type Load<T> = (signal: AbortSignal) => Promise<Result<T, ServiceError>>;

/** What memory knows of a subject. */
export interface MemoryState<T> {
  /** Fresh or stale. */
  readonly cached: Cached<T> | null;
  /** Why there is no newer entry, while nothing is asked for the subject because a load failed. */
  readonly failure: ServiceError | null;
}

export interface ReadThrough<T> {
  /**
   * A fresh entry as it is; a stale one at once, while one refresh runs behind the answer; only without an entry does the
   * caller wait for `load`. `needsValue`: an entry whose bytes cannot be decoded counts as absent.
   */
  read(
    subject: string,
    load: Load<T>,
    waitUntil: WaitUntil,
    needsValue?: boolean,
  ): Promise<Result<Cached<T>, ServiceError>>;
  /** The entry that memory or KV holds, fresh or stale; never asks the upstream. */
  stored(subject: string, waitUntil: WaitUntil, needsValue?: boolean): Promise<Cached<T> | null>;
  /** What memory knows, without waiting for anything. */
  inMemory(subject: string): MemoryState<T>;
  /** Puts a completed value in the place of an entry, unless a newer one is there; KV is written at once. */
  complete(subject: string, incomplete: Entry<T>, value: T, waitUntil: WaitUntil): Promise<Cached<T>>;
  /** Writes an entry to KV. */
  store(subject: string, entry: Entry<T>, waitUntil: WaitUntil): void;
}

export interface ReadThroughSettings {
  /** Stands in every key: entries of two modes or upstreams never mix. */
  readonly scope: { readonly mode: string; readonly upstream: string };
  readonly store: KvStore;
  /** The clock in epoch milliseconds. */
  readonly now: () => number;
}

interface Failure {
  readonly error: ServiceError;
  readonly atSeconds: number;
  /** How long nothing is asked for the key. */
  readonly pauseSeconds: number;
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
 * Reads one kind of value through memory, KV and the upstream. A fault never removes an entry, and only a decoded value
 * that is not older replaces one.
 */
export function createReadThrough<T>(kind: EntryKind<T>, settings: ReadThroughSettings): ReadThrough<T> {
  const { scope, store, now } = settings;
  const memory = new LruMap<Entry<T>>(
    kind.maxMemoryBytes,
    ({ bytes }) => ENTRY_OVERHEAD_BYTES + MEMORY_FACTOR * bytes.length,
  );
  const failures = new LruMap<Failure>(MAX_TRACKED_KEYS);
  /** Keys that KV could not tell about when it was last asked. */
  const unread = new LruMap<true>(MAX_TRACKED_KEYS);
  const lookups = new SingleFlight<void>();
  const refreshes = new SingleFlight<Result<Entry<T>, ServiceError>>();

  const nowSeconds = () => now() / 1000;
  const keyOf = (subject: string) => entryKey(kind.name, scope, subject);
  const isEntryFresh = ({ fetchedAtSeconds, freshUntilSeconds }: Entry<T>) =>
    isFresh(fetchedAtSeconds, freshUntilSeconds, nowSeconds());

  function held(key: string, needsValue = false): Entry<T> | null {
    const entry = memory.get(key);
    if (entry === undefined || nowSeconds() - entry.fetchedAtSeconds >= STALE_IF_ERROR_SECONDS) return null;
    if (!needsValue || entry.value() !== null) return entry;
    memory.delete(key);
    return null;
  }

  /** Takes an entry into memory unless memory holds a newer one; the entry that memory then holds. */
  function keepNewer(key: string, entry: Entry<T>): Entry<T> {
    const old = held(key);
    if (old !== null && isOlder(entry, old, nowSeconds())) return old;
    memory.set(key, entry);
    return entry;
  }

  async function lookUp(key: string, needsValue: boolean): Promise<void> {
    const value = await store.read(key);
    if (value === undefined) unread.set(key, true);
    else unread.delete(key);
    const entry = value ? await readStored(kind, value) : null;
    if (entry !== null && (!needsValue || entry.value() !== null)) keepNewer(key, entry);
  }

  async function refresh(
    key: string,
    load: Load<T>,
    waitUntil: WaitUntil,
    needsValue: boolean,
  ): Promise<Result<Entry<T>, ServiceError>> {
    // A follower of a lost flight may come here after another flight has already brought the entry.
    const known = held(key, needsValue);
    if (known !== null && isEntryFresh(known)) return ok(known);
    const loaded = await loadEntry(key, load);
    const last = held(key, needsValue);
    if (!loaded.ok) {
      noteFailure(key, loaded.error);
      return last === null ? loaded : ok(last);
    }
    const fetched = loaded.value;
    const kept = keepNewer(key, fetched);
    if (kept !== fetched) {
      noteFailure(key, { reason: 'upstream_bad_payload' });
      return ok(kept);
    }
    failures.delete(key);
    if (kind.isStoredWhenFetched !== false) write(key, fetched, waitUntil);
    return ok(fetched);
  }

  /** A load that throws is a failure of its source: whatever it sent could not be read. */
  async function loadEntry(key: string, load: Load<T>): Promise<Result<Entry<T>, ServiceError>> {
    try {
      const loaded = await withDeadline(LOAD_DEADLINE_MS, null, load);
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

  function answer(key: string, entry: Entry<T>, outcome: CacheOutcome): Cached<T> {
    if (isEntryFresh(entry)) return { entry, stale: false, outcome, failure: null };
    return { entry, stale: true, outcome: 'stale', failure: failures.get(key)?.error.reason ?? null };
  }

  function noteFailure(key: string, error: ServiceError): void {
    const atSeconds = nowSeconds();
    const previous = failures.get(key);
    const doubled = Math.min((previous?.pauseSeconds ?? 0) * 2, MAX_FAILURE_PAUSE_SECONDS);
    const pauseSeconds =
      'retryAfterSeconds' in error
        ? Math.min(error.retryAfterSeconds, FAILURE_PAUSE_SECONDS)
        : Math.max(doubled, FAILURE_PAUSE_SECONDS);
    failures.set(key, { error, atSeconds, pauseSeconds });
  }

  /** What the last failed load of a key forbids: another one, or even to ask for what is not there. */
  function pausedBy(key: string): { readonly isPaused: boolean; readonly error: ServiceError | null } {
    const failure = failures.get(key);
    const elapsed = failure === undefined ? Infinity : nowSeconds() - failure.atSeconds;
    // A failure dated ahead of now was dated by a wrong clock.
    if (failure === undefined || elapsed < 0) return { isPaused: false, error: null };
    const { error, pauseSeconds } = failure;
    const isUnknown = error.reason === 'unknown_symbol' || error.reason === 'no_data';
    return {
      isPaused: elapsed < pauseSeconds,
      error: elapsed < (isUnknown ? UNKNOWN_SYMBOL_SECONDS : pauseSeconds) ? error : null,
    };
  }

  async function readBeyondMemory(
    key: string,
    startRefresh: () => Promise<Result<Entry<T>, ServiceError>>,
    waitUntil: WaitUntil,
    needsValue: boolean,
  ): Promise<Result<Cached<T>, ServiceError>> {
    const startedAtMs = now();
    const { isPaused, error } = pausedBy(key);
    let entry = held(key, needsValue);
    let outcome: CacheOutcome = 'memory';
    // Other isolates write as seldom as we do: an entry that is only just stale is as new as KV's.
    const kvMayKnowMore =
      entry === null
        ? error === null || unread.get(key) === true
        : !isPaused && nowSeconds() - entry.freshUntilSeconds > WRITE_INTERVAL_SECONDS;
    if (kvMayKnowMore) {
      await lookups.run(key, waitUntil, () => lookUp(key, needsValue));
      const known = held(key, needsValue);
      if (known !== entry) outcome = 'kv';
      entry = known;
    }
    if (entry !== null) {
      if (!isEntryFresh(entry) && !isPaused) void startRefresh();
      return ok(answer(key, entry, outcome));
    }
    if (error !== null) return err(error);
    // KV's own time is bounded by its store: a timer for it as well would cost more than what it hands out.
    const inTime = await within(ANSWER_DEADLINE_MS - (now() - startedAtMs), startRefresh());
    const refreshed = inTime?.value ?? err<ServiceError>({ reason: 'upstream_timeout' });
    return refreshed.ok ? ok(answer(key, refreshed.value, 'upstream')) : refreshed;
  }

  return {
    async read(subject, load, waitUntil, needsValue = false) {
      const key = keyOf(subject);
      const entry = held(key, needsValue);
      if (entry !== null && isEntryFresh(entry)) return ok(answer(key, entry, 'memory'));
      const startRefresh = () =>
        refreshes.run(key, waitUntil, () => refresh(key, load, waitUntil, needsValue));
      return readBeyondMemory(key, startRefresh, waitUntil, needsValue);
    },

    async stored(subject, waitUntil, needsValue = false) {
      const key = keyOf(subject);
      const inMemory = held(key, needsValue);
      if (inMemory !== null) return answer(key, inMemory, 'memory');
      await lookups.run(key, waitUntil, () => lookUp(key, needsValue));
      const entry = held(key, needsValue);
      return entry && answer(key, entry, 'kv');
    },

    inMemory(subject) {
      const key = keyOf(subject);
      const entry = held(key);
      return { cached: entry && answer(key, entry, 'memory'), failure: pausedBy(key).error };
    },

    async complete(subject, incomplete, value, waitUntil) {
      const key = keyOf(subject);
      const entry = await encodeEntry(kind, value, incomplete.fetchedAtSeconds);
      const current = held(key);
      if (current !== null && current.etag !== incomplete.etag) return answer(key, current, 'memory');
      memory.set(key, entry);
      write(key, entry, waitUntil, true);
      return answer(key, entry, 'memory');
    },

    store: (subject, entry, waitUntil) => write(keyOf(subject), entry, waitUntil),
  };
}

/** Whether an entry describes an earlier moment than another of its source, or was fetched before it. */
function isOlder<T>(entry: Entry<T>, than: Entry<T>, nowSeconds: number): boolean {
  // What a wrong clock dated ahead of now must not outlast everything that comes after it.
  if (than.asOfSeconds > nowSeconds + MAX_CLOCK_SKEW_SECONDS) return false;
  const difference = entry.source === than.source ? entry.asOfSeconds - than.asOfSeconds : 0;
  if (difference !== 0) return difference < 0;
  return entry.fetchedAtSeconds < Math.min(than.fetchedAtSeconds, nowSeconds);
}
