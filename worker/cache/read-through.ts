import { err, ok } from '#compute';
import type { Result } from '#compute';
import { BoundedMap } from '../bounded-map.ts';
import type { EncodedAnswer } from '../encoded-answers.ts';
import type { ServiceError } from '../errors.ts';
import { isFresh } from './cached.ts';
import type { CacheOutcome, Cached, Copy } from './cached.ts';
import { withDeadline, within } from './deadline.ts';
import { KEEP_SECONDS, NEGATIVE_SECONDS, WRITE_INTERVAL_SECONDS, recordKey } from './keys.ts';
import type { CacheScope } from './keys.ts';
import type { KvStore } from './kv-store.ts';
import type { RecordKind } from './record-kinds.ts';
import { SealedRecords } from './sealed-records.ts';
import { SingleFlight } from './single-flight.ts';
import type { WaitUntil } from './single-flight.ts';
import type { SealedBody } from './stored-value.ts';

/** Fetches a record from its upstream; `signal` is the deadline. */
export type Load<T> = (signal: AbortSignal) => Promise<Result<T, ServiceError>>;

/** Prints the answer of a record just fetched, for KV to keep with it; `null` when there is none to hand out yet. */
export type Print<T> = (copy: Cached<T>) => Promise<SealedBody | null>;

/** What memory knows of a subject. */
export interface Glance<T> {
  /** The copy that it holds, fresh or stale. */
  readonly copy: Cached<T> | null;
  /** Why there is no newer one, while the last attempt to get it failed. */
  readonly failure: ServiceError | null;
  /** Whether a read would ask KV or the upstream and may: there is no fresh copy, and no recent failure. */
  readonly isDue: boolean;
}

export interface ReadThrough<T> {
  /** A fresh copy in memory, without waiting for anything. */
  peek(subject: string): Cached<T> | null;
  /** The copy that memory or KV holds, fresh or stale; never asks the upstream. */
  kept(subject: string, waitUntil: WaitUntil): Promise<Cached<T> | null>;
  /** The same, printed where KV has it so. */
  keptPrinted(subject: string, waitUntil: WaitUntil): Promise<Copy<T> | null>;
  /** What memory knows, without waiting for anything. */
  glance(subject: string): Glance<T>;
  /** `print` is for a record that this very read fetches. */
  read(
    subject: string,
    load: Load<T>,
    waitUntil: WaitUntil,
    print?: Print<T>,
  ): Promise<Result<Cached<T>, ServiceError>>;
  /** The same, printed where KV has it so. */
  readPrinted(
    subject: string,
    load: Load<T>,
    waitUntil: WaitUntil,
    print?: Print<T>,
  ): Promise<Result<Copy<T>, ServiceError>>;
}

export interface ReadThroughSettings {
  readonly scope: CacheScope;
  readonly store: KvStore;
  /** The clock in epoch milliseconds. */
  readonly now: () => number;
}

/** All attempts of one load together (DESIGN section 6). */
export const LOAD_DEADLINE_MS = 6000;
/** Who waits for a load waits no longer than this, whatever becomes of it. */
const ANSWER_DEADLINE_MS = 6200;
const MAX_RECORDS = 500;
/** After a failed refresh a stale copy is served this long before the next attempt. */
const REFRESH_PAUSE_SECONDS = 30;

interface Entry<T> {
  readonly value: T;
  readonly fetchedAtSeconds: number;
  readonly freshUntilSeconds: number;
}

/** What may stand for a record under a key. */
type StandIn<P> = (key: string, outcome: CacheOutcome) => P | null;

const NO_STAND_IN: StandIn<never> = () => null;

interface Failure {
  readonly error: ServiceError;
  readonly atSeconds: number;
}

/**
 * Reads one kind of record through memory, KV and the upstream. A fresh copy is answered as it is; a stale one at once,
 * while one refresh runs behind the answer; only without a copy does the caller wait for the upstream. A fault never
 * removes a copy, and only a decoded record that is not older replaces one.
 */
export function createReadThrough<T>(kind: RecordKind<T>, settings: ReadThroughSettings): ReadThrough<T> {
  const { scope, store, now } = settings;
  const memory = new BoundedMap<Entry<T>>(MAX_RECORDS);
  const sealed = new SealedRecords(MAX_RECORDS, now);
  const failures = new BoundedMap<Failure>(MAX_RECORDS);
  const lookups = new SingleFlight<void>();
  const refreshes = new SingleFlight<Result<Entry<T>, ServiceError>>();

  const asPrinted: StandIn<Cached<EncodedAnswer>> = (key, outcome) => sealed.printed(key, outcome);
  const nowSeconds = () => now() / 1000;
  const keyOf = (subject: string) => recordKey(kind.name, scope, subject);

  function entryOf(value: T, fetchedAtSeconds: number): Entry<T> {
    return { value, fetchedAtSeconds, freshUntilSeconds: kind.freshUntilSeconds(value, fetchedAtSeconds) };
  }

  function held(key: string): Entry<T> | null {
    const record = sealed.take(key)?.open();
    const value = record ? kind.decode(record.body, record.answer) : null;
    if (record && value !== null) keepNewer(key, entryOf(value, record.fetchedAtSeconds));
    return opened(key);
  }

  function opened(key: string): Entry<T> | null {
    const entry = memory.get(key);
    return entry !== undefined && nowSeconds() - entry.fetchedAtSeconds < KEEP_SECONDS ? entry : null;
  }

  /** Takes an entry into memory unless memory holds a newer one. */
  function keepNewer(key: string, entry: Entry<T>): Entry<T> {
    const old = held(key);
    if (old !== null && isOlder(entry, old)) return old;
    memory.set(key, entry);
    return entry;
  }

  function isOlder(entry: Entry<T>, than: Entry<T>): boolean {
    const difference = kind.asOfSeconds(entry.value) - kind.asOfSeconds(than.value);
    // A copy stamped by a clock ahead of ours counts as fetched now: it must not outlast every later one.
    const thanFetchedAt = Math.min(than.fetchedAtSeconds, nowSeconds());
    return difference < 0 || (difference === 0 && entry.fetchedAtSeconds < thanFetchedAt);
  }

  async function lookUp(key: string): Promise<void> {
    const stored = await store.read(key);
    if (stored === null) return;
    sealed.set(key, stored);
    // What cannot be handed out is opened at once, and what memory holds already is compared with it.
    if (opened(key) !== null || !sealed.holds(stored)) held(key);
  }

  async function refresh(
    key: string,
    subject: string,
    load: Load<T>,
    waitUntil: WaitUntil,
    print: Print<T> | undefined,
  ): Promise<Result<Entry<T>, ServiceError>> {
    // Who waited for a flight that was lost may come here after another one has already brought the record.
    const known = held(key);
    if (known !== null && isFresh(known, nowSeconds())) return ok(known);
    const loaded = await withDeadline(LOAD_DEADLINE_MS, null, load);
    const last = held(key);
    if (!loaded.ok) {
      failures.set(key, { error: loaded.error, atSeconds: nowSeconds() });
      return last === null ? loaded : ok(last);
    }
    const fetched = entryOf(loaded.value, nowSeconds());
    const kept = keepNewer(key, fetched);
    if (kept !== fetched) {
      failures.set(key, { error: { reason: 'upstream_bad_payload' }, atSeconds: nowSeconds() });
      return ok(kept);
    }
    failures.delete(key);
    if (kind.isStored?.(subject) ?? true) {
      const record = { fetchedAtSeconds: fetched.fetchedAtSeconds, body: kind.encode(fetched.value) };
      const copy = answer(key, fetched, 'upstream');
      store.write(key, record, waitUntil, print && (() => print(copy)));
    }
    return ok(fetched);
  }

  function answer(key: string, entry: Entry<T>, outcome: CacheOutcome): Cached<T> {
    const stale = !isFresh(entry, nowSeconds());
    const failure = stale ? (failures.get(key)?.error.reason ?? null) : null;
    return { ...entry, stale, outcome: stale ? 'stale' : outcome, failure };
  }

  function lastFailure(key: string) {
    const failure = failures.get(key);
    const sinceFailure = failure === undefined ? Infinity : nowSeconds() - failure.atSeconds;
    const isPaused = sinceFailure < REFRESH_PAUSE_SECONDS;
    const isRemembered =
      failure !== undefined &&
      ((isDenial(failure.error) && sinceFailure < NEGATIVE_SECONDS) || (kind.isExtra === true && isPaused));
    return { failure, isPaused, isRemembered };
  }

  async function readSlowly<P>(
    key: string,
    startRefresh: () => Promise<Result<Entry<T>, ServiceError>>,
    waitUntil: WaitUntil,
    standIn: StandIn<P>,
  ): Promise<Result<Cached<T> | P, ServiceError>> {
    const startedAtMs = now();
    const { failure, isPaused, isRemembered } = lastFailure(key);
    let entry = held(key);
    let outcome: CacheOutcome = 'memory';
    // Other isolates write as seldom as we do: a copy that is only just stale is as new as KV's.
    const kvMayKnowMore =
      entry === null
        ? !isRemembered
        : !isPaused && nowSeconds() - entry.freshUntilSeconds > WRITE_INTERVAL_SECONDS;
    if (kvMayKnowMore) {
      await lookups.run(key, waitUntil, () => lookUp(key));
      const instead = standIn(key, 'kv');
      if (instead !== null) return ok(instead);
      const known = held(key);
      if (known !== entry) outcome = 'kv';
      entry = known;
    }
    if (entry !== null) {
      if (!isFresh(entry, nowSeconds()) && !isPaused) void startRefresh().catch(logUnexpected);
      return ok(answer(key, entry, outcome));
    }
    if (failure !== undefined && isRemembered) return err(failure.error);
    // KV's own time is bounded by its store: a timer for it as well would cost more than what it hands out.
    const inTime = await within(ANSWER_DEADLINE_MS - (now() - startedAtMs), startRefresh());
    const refreshed = inTime?.value ?? err<ServiceError>({ reason: 'upstream_timeout' });
    return refreshed.ok ? ok(answer(key, refreshed.value, 'upstream')) : refreshed;
  }

  function copyOf(key: string, outcome: CacheOutcome): Cached<T> | null {
    const entry = held(key);
    return entry && answer(key, entry, outcome);
  }

  function peek(key: string): Cached<T> | null {
    const copy = copyOf(key, 'memory');
    return copy?.stale ? null : copy;
  }

  async function read<P>(
    standIn: StandIn<P>,
    subject: string,
    load: Load<T>,
    waitUntil: WaitUntil,
    print?: Print<T>,
  ): Promise<Result<Cached<T> | P, ServiceError>> {
    const key = keyOf(subject);
    const inMemory = standIn(key, 'memory') ?? peek(key);
    if (inMemory !== null) return ok(inMemory);
    const startRefresh = () =>
      refreshes.run(key, waitUntil, () => refresh(key, subject, load, waitUntil, print));
    return readSlowly(key, startRefresh, waitUntil, standIn);
  }

  async function atHand<P>(
    standIn: StandIn<P>,
    subject: string,
    waitUntil: WaitUntil,
  ): Promise<Cached<T> | P | null> {
    const key = keyOf(subject);
    const inMemory = standIn(key, 'memory') ?? copyOf(key, 'memory');
    if (inMemory !== null) return inMemory;
    await lookups.run(key, waitUntil, () => lookUp(key));
    return standIn(key, 'kv') ?? copyOf(key, 'kv');
  }

  return {
    peek: (subject) => peek(keyOf(subject)),
    kept: (...question) => atHand(NO_STAND_IN, ...question),
    keptPrinted: (...question) => atHand(asPrinted, ...question),
    read: (...question) => read(NO_STAND_IN, ...question),
    readPrinted: (...question) => read(asPrinted, ...question),

    glance(subject) {
      const key = keyOf(subject);
      // What is sealed counts as not in memory: a list may name fifty, and opening one takes most of a millisecond.
      const entry = opened(key);
      const { failure, isPaused, isRemembered } = lastFailure(key);
      const isWaiting = isPaused || isRemembered;
      return {
        copy: entry && answer(key, entry, 'memory'),
        failure: isWaiting ? (failure?.error ?? null) : null,
        isDue: !isWaiting && (entry === null || !isFresh(entry, nowSeconds())),
      };
    },
  };
}

/** True for an upstream's word that there is no such thing, which is remembered. */
function isDenial(error: ServiceError): boolean {
  return error.reason === 'unknown_symbol' || error.reason === 'no_data';
}

function logUnexpected(cause: unknown): void {
  console.error(JSON.stringify({ event: 'refresh_failed', cause: String(cause) }));
}
