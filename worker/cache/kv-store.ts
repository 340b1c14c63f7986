import { EDGE_TTL_SECONDS, KEEP_SECONDS, WRITE_INTERVAL_SECONDS, loggedKey } from './keys.ts';
import { BoundedMap } from '../bounded-map.ts';
import { within } from './deadline.ts';
import type { WaitUntil } from './single-flight.ts';
import { readRecord, readSeal, recordValue, sealedValue } from './stored-value.ts';
import type { Seal, SealedBody, StoredRecord } from './stored-value.ts';

/** A slower read counts as a miss: the upstream may still answer in time (fault matrix row K01). */
const READ_TIMEOUT_MS = 500;
const MAX_TRACKED_KEYS = 2000;

/** What KV holds under a key, not yet read. */
export interface StoredValue {
  /** The seal of its printed answer, where it has one. */
  readonly seal: Seal | null;
  /** Reads the record; `null` when it is none of ours, which is logged. */
  open(): StoredRecord | null;
}

export interface KvStore {
  /** What is stored; `null` when there is nothing, and on every fault of KV. */
  read(key: string): Promise<StoredValue | null>;
  /**
   * Stores a record behind the answer, at most once per key in 15 minutes; a fault is logged and forgotten. `print`
   * is asked for the sealed form only when there will be a write, and may have none.
   */
  write(
    key: string,
    record: StoredRecord,
    waitUntil: WaitUntil,
    print?: () => Promise<SealedBody | null>,
  ): void;
}

/** Best-effort records in KV; without a namespace it holds nothing. `now` is the clock in epoch milliseconds. */
export function createKvStore(kv: KVNamespace | null, now: () => number): KvStore {
  const writtenAt = new BoundedMap<number>(MAX_TRACKED_KEYS);

  return {
    async read(key) {
      if (kv === null) return null;
      try {
        const reading = kv.get(key, { type: 'arrayBuffer', cacheTtl: EDGE_TTL_SECONDS });
        const found = await within(READ_TIMEOUT_MS, reading);
        if (found === null) throw new Error('timed out');
        if (found.value === null) return null;
        const value = new Uint8Array(found.value);
        return { seal: readSeal(value), open: () => opened(key, value) };
      } catch (cause) {
        logFault('kv_read', key, cause);
        return null;
      }
    },

    write(key, record, waitUntil, print) {
      const last = writtenAt.get(key);
      if (kv === null || (last !== undefined && now() - last < WRITE_INTERVAL_SECONDS * 1000)) return;
      writtenAt.set(key, now());
      const put = async () => {
        const sealed = await print?.();
        const value = sealed ? sealedValue(sealed) : recordValue(record);
        await kv.put(key, value, { expirationTtl: KEEP_SECONDS });
      };
      waitUntil(put().catch((cause: unknown) => logFault('kv_write', key, cause)));
    },
  };
}

function opened(key: string, value: Uint8Array): StoredRecord | null {
  try {
    return readRecord(value);
  } catch (cause) {
    logFault('kv_read', key, cause);
    return null;
  }
}

function logFault(event: string, key: string, cause: unknown): void {
  const message = cause instanceof Error ? cause.message : String(cause);
  console.warn(JSON.stringify({ event, key: loggedKey(key), cause: message }));
}
