import { inTime, type WaitUntil } from '../resilience/single-flight.ts';

/** A `Map` bounded by the total size of its values; evicts the least recently used first. */
export class LruMap<V> {
  readonly #values = new Map<string, V>();
  readonly #maxSize: number;
  readonly #sizeOf: (value: V) => number;
  #size = 0;

  constructor(maxSize: number, sizeOf: (value: V) => number = () => 1) {
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

/** Minimum time between two writes of a key by an isolate: KV's free plan allows 1,000 writes a day. */
export const WRITE_INTERVAL_SECONDS = 15 * 60;

const EDGE_TTL_SECONDS = 60;
/** A slower read counts as failed, so that the source can still respond in time. */
const READ_TIMEOUT_MS = 500;
const MAX_TRACKED_KEYS = 2000;

export interface StoredValue {
  readonly bytes: Uint8Array;
  readonly metadata: unknown;
}

/** Best-effort storage in KV; always empty without a namespace. */
export class KvStore {
  readonly #kv: KVNamespace | null;
  readonly #now: () => number;
  readonly #writtenAt = new LruMap<number>(MAX_TRACKED_KEYS);
  #writes = 0;
  #refusedWrites = 0;
  /** When KV last refused a write of this isolate, epoch milliseconds; `null` if never. */
  lastRefusalMs: number | null = null;

  constructor(kv: KVNamespace | null, now: () => number) {
    this.#kv = kv;
    this.#now = now;
  }

  /** The stored value; `null` if there is none, `undefined` if the read failed. */
  async read(key: string): Promise<StoredValue | null | undefined> {
    if (this.#kv === null) return null;
    try {
      const reading = this.#kv.getWithMetadata(key, { type: 'arrayBuffer', cacheTtl: EDGE_TTL_SECONDS });
      const { value, metadata } = await inTime(READ_TIMEOUT_MS, reading);
      return value === null ? null : { bytes: new Uint8Array(value), metadata };
    } catch (cause) {
      logFailure('kv_read', key, cause);
      return undefined;
    }
  }

  /** Writes in the background, at most once per key in 15 minutes unless `isExempt`. Failures are only logged. */
  write(
    key: string,
    { bytes, metadata }: StoredValue,
    waitUntil: WaitUntil,
    { expireSeconds, isExempt = false }: { readonly expireSeconds: number; readonly isExempt?: boolean },
  ): void {
    const kv = this.#kv;
    if (kv === null) return;
    const now = this.#now();
    const last = this.#writtenAt.get(key);
    // A write dated in the future comes from a wrong clock.
    const isRecent = last !== undefined && last <= now && now - last < WRITE_INTERVAL_SECONDS * 1000;
    if (isRecent && !isExempt) return;
    this.#writtenAt.set(key, now);
    this.#writes += 1;
    const put = async () => kv.put(key, bytes, { expirationTtl: expireSeconds, metadata });
    const written = put().catch((cause: unknown) => {
      this.lastRefusalMs = this.#now();
      this.#refusedWrites += 1;
      logFailure('kv_write', key, cause);
    });
    waitUntil(written);
  }

  /** Counts since the isolate started. */
  writes() {
    return { is_bound: this.#kv !== null, writes: this.#writes, refused_writes: this.#refusedWrites };
  }
}

/** Logs a fault without the subject, which may be a search text. */
function logFailure(event: string, key: string, cause: unknown): void {
  const message = cause instanceof Error ? cause.message : String(cause);
  const logged = key.startsWith('search/') ? 'search' : key;
  console.warn(JSON.stringify({ event, key: logged, cause: message }));
}
