import * as v from 'valibot';
import { sha256Hex } from '../body.ts';
import type { Failure } from '../failure.ts';
import { BINDING_DEADLINE_MS, inTime, type WaitUntil } from '../resilience/single-flight.ts';

export interface EntryKind<T> {
  readonly name: 'stock' | 'intraday' | 'fundamentals' | 'news' | 'search';
  /** The stored JSON; for a snapshot also the body of `view=columns`. */
  encode(value: T, fetchedAtSeconds: number): string;
  /** `null` for anything that `encode` did not write. */
  decode(json: string): T | null;
  /** The moment that the value describes, compared within one source only; absent: when it was fetched. */
  moment?(value: T): { readonly source: string; readonly asOfSeconds: number };
  freshUntilSeconds(value: T, fetchedAtSeconds: number): number;
  /** The pause after a failed load, doubling with each further failure; absent: 30 to 180 s. */
  readonly failurePause?: { readonly firstSeconds: number; readonly longestSeconds: number };
  /** Memory limit for entries of this kind, including decoded values. */
  readonly maxMemoryBytes: number;
  /** Whether a subject that is requested again is worth a write of low priority; absent: what is fetched is written. */
  isStoredIfRepeated?(subject: string, value: T): boolean;
  readonly expireSeconds: number;
}

const finite = v.pipe(v.number(), v.finite());

const description = v.object({
  /** Strong validator of the bytes (RFC 9110 section 8.8). */
  etag: v.pipe(v.string(), v.regex(/^"\w+"$/)),
  fetchedAtSeconds: finite,
  freshUntilSeconds: finite,
});

/** A fetched value: immutable, encoded once. */
export interface Entry<T> extends Readonly<v.InferOutput<typeof description>> {
  readonly bytes: Uint8Array;
  readonly value: T;
}

/** Where a response came from. `stale`: the last good entry, with a refresh due. */
export type CacheOutcome = 'memory' | 'kv' | 'upstream' | 'stale';

export interface Served<T> {
  readonly entry: Pick<Entry<T>, 'fetchedAtSeconds' | 'freshUntilSeconds' | 'value'>;
  readonly stale: boolean;
  readonly outcome: CacheOutcome;
  /** Why the last refresh failed, if that is why the entry is stale; else `null`. */
  readonly failure: Failure['reason'] | null;
}

export interface Cached<T> extends Served<T> {
  readonly entry: Entry<T>;
}

/** Raise it if the metadata or the bytes change shape: entries of another version count as absent. */
const FORMAT_VERSION = 2;

/** KV metadata, at most 1,024 bytes of JSON. */
const metadataSchema = v.object({
  version: v.literal(FORMAT_VERSION),
  /** Length of the value, to detect a truncated one. */
  byteLength: finite,
  ...description.entries,
});

export async function encodeEntry<T>(kind: EntryKind<T>, value: T, fetchedAtSeconds: number) {
  return {
    ...(await encodeText(kind.encode(value, fetchedAtSeconds))),
    fetchedAtSeconds,
    freshUntilSeconds: kind.freshUntilSeconds(value, fetchedAtSeconds),
    value,
  };
}

export async function encodeText(text: string): Promise<Pick<Entry<unknown>, 'bytes' | 'etag'>> {
  const bytes = new TextEncoder().encode(text);
  return { bytes, etag: `"${(await sha256Hex(bytes)).slice(0, 24)}"` };
}

export function storedValue({ bytes, value: _value, ...described }: Entry<unknown>): StoredValue {
  return { bytes, metadata: { version: FORMAT_VERSION, byteLength: bytes.length, ...described } };
}

/** The entry of a stored value; `null` if it is truncated, of another version or another shape. */
export function readStored<T>(kind: EntryKind<T>, { bytes, metadata }: StoredValue): Entry<T> | null {
  const parsed = v.safeParse(metadataSchema, metadata);
  if (!parsed.success) return null;
  const { version: _version, byteLength, ...described } = parsed.output;
  const value = byteLength === bytes.length ? kind.decode(new TextDecoder().decode(bytes)) : null;
  return value && { bytes, value, ...described };
}

/** A `Map` bounded by the total size of its values, by default by their number; evicts the least recently used first. */
export class LruMap<V> {
  readonly #values = new Map<string, V>();
  readonly #maxSize: number;
  readonly #sizeOf: (value: V) => number;
  #size = 0;

  constructor(maxSize = 2000, sizeOf: (value: V) => number = () => 1) {
    this.#maxSize = maxSize;
    this.#sizeOf = sizeOf;
  }

  get(key: string): V | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.delete(key);
    this.#values.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#maxSize) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#size -= this.#sizeOf(value);
  }
}

/** `high`: at once, even if the key was just written. `low`: so seldom that the day's writes are left to the others. */
export type WritePriority = 'high' | 'usual' | 'low';

/** Minimum time between two writes of a key by an isolate: KV's free plan allows 1,000 writes a day. */
export const WRITE_INTERVAL_SECONDS = 15 * 60;
/** Minimum time between two writes of low priority, and how long there are none after KV refused any write. */
const LOW_PRIORITY_INTERVAL_MS = 10 * 60_000;
const LOW_PRIORITY_PAUSE_MS = 60 * 60_000;

const EDGE_TTL_SECONDS = 60;

export interface StoredValue {
  readonly bytes: Uint8Array;
  readonly metadata: unknown;
}

/** Best-effort storage in KV; always empty without a namespace. */
export class KvStore {
  readonly #kv: KVNamespace | null;
  readonly #now: () => number;
  readonly #writtenAt = new LruMap<number>();
  #writes = 0;
  #refusedWrites = 0;
  /** Epoch milliseconds; `-Infinity` if never. */
  #lastRefusalMs = -Infinity;
  #lastLowPriorityMs = -Infinity;

  constructor(kv: KVNamespace | null, now: () => number) {
    this.#kv = kv;
    this.#now = now;
  }

  /** The stored value; `null` if there is none, `undefined` if the read failed. */
  async read(key: string): Promise<StoredValue | null | undefined> {
    if (this.#kv === null) return null;
    try {
      const reading = this.#kv.getWithMetadata(key, { type: 'arrayBuffer', cacheTtl: EDGE_TTL_SECONDS });
      const { value, metadata } = await inTime(BINDING_DEADLINE_MS, reading);
      return value === null ? null : { bytes: new Uint8Array(value), metadata };
    } catch (cause) {
      logFailure('kv_read', key, cause);
      return undefined;
    }
  }

  /**
   * Writes a key in the background: of high priority always, of low only once it has expired, else at most once in 15 minutes.
   * Failures are only logged.
   */
  write(
    key: string,
    { bytes, metadata }: StoredValue,
    waitUntil: WaitUntil,
    expireSeconds: number,
    priority: WritePriority = 'usual',
  ): void {
    const kv = this.#kv;
    if (kv === null) return;
    const now = this.#now();
    const keptSeconds = priority === 'low' ? expireSeconds : WRITE_INTERVAL_SECONDS;
    const againMs = (this.#writtenAt.get(key) ?? -Infinity) + keptSeconds * 1000;
    if (priority !== 'high' && now < againMs) return;
    if (priority === 'low') {
      if (now < this.#lastLowPriorityMs + LOW_PRIORITY_INTERVAL_MS) return;
      if (now < this.#lastRefusalMs + LOW_PRIORITY_PAUSE_MS) return;
      this.#lastLowPriorityMs = now;
    }
    this.#writtenAt.set(key, now);
    this.#writes += 1;
    const put = async () => kv.put(key, bytes, { expirationTtl: expireSeconds, metadata });
    const written = put().catch((cause: unknown) => {
      this.#lastRefusalMs = this.#now();
      this.#refusedWrites += 1;
      logFailure('kv_write', key, cause);
    });
    waitUntil(written);
  }

  writes() {
    return { is_bound: this.#kv !== null, writes: this.#writes, refused_writes: this.#refusedWrites };
  }
}

/** Logs a fault without the subject, which may be a search text. */
function logFailure(event: string, key: string, cause: unknown): void {
  const message = cause instanceof Error ? cause.message : String(cause);
  console.warn(JSON.stringify({ event, key: key.startsWith('search/') ? 'search' : key, cause: message }));
}
