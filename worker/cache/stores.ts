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

export type KvStore = ReturnType<typeof createKvStore>;

/** Best-effort storage in KV; always empty without a namespace. */
export function createKvStore(kv: KVNamespace | null, now: () => number) {
  const writtenAt = new LruMap<number>(MAX_TRACKED_KEYS);
  let refusedAtMs: number | null = null;
  let writes = 0;
  let refusedWrites = 0;

  return {
    /** The stored value; `null` if there is none, `undefined` if the read failed. */
    async read(key: string): Promise<StoredValue | null | undefined> {
      if (kv === null) return null;
      try {
        const reading = kv.getWithMetadata(key, { type: 'arrayBuffer', cacheTtl: EDGE_TTL_SECONDS });
        const { value, metadata } = await inTime(READ_TIMEOUT_MS, reading);
        return value === null ? null : { bytes: new Uint8Array(value), metadata };
      } catch (cause) {
        logFailure('kv_read', key, cause);
        return undefined;
      }
    },

    /** Writes in the background, at most once per key in 15 minutes unless `isExempt`. Failures are only logged. */
    write(
      key: string,
      { bytes, metadata }: StoredValue,
      waitUntil: WaitUntil,
      { expireSeconds, isExempt = false }: { readonly expireSeconds: number; readonly isExempt?: boolean },
    ): void {
      if (kv === null) return;
      const last = writtenAt.get(key);
      // A write dated in the future comes from a wrong clock.
      const isRecent = last !== undefined && last <= now() && now() - last < WRITE_INTERVAL_SECONDS * 1000;
      if (isRecent && !isExempt) return;
      writtenAt.set(key, now());
      writes += 1;
      const put = async () => kv.put(key, bytes, { expirationTtl: expireSeconds, metadata });
      const written = put().catch((cause: unknown) => {
        refusedAtMs = now();
        refusedWrites += 1;
        logFailure('kv_write', key, cause);
      });
      waitUntil(written);
    },

    /** When KV last refused a write of this isolate, epoch milliseconds; `null` if never. */
    lastRefusalMs: (): number | null => refusedAtMs,

    /** Counts since the isolate started. */
    writes: () => ({ is_bound: kv !== null, writes, refused_writes: refusedWrites }),
  };
}

/** Logs a fault without the subject, which may be a search text. */
function logFailure(event: string, key: string, cause: unknown): void {
  const message = cause instanceof Error ? cause.message : String(cause);
  const logged = key.startsWith('search/') ? 'search' : key;
  console.warn(JSON.stringify({ event, key: logged, cause: message }));
}
