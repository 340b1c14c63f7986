import * as v from 'valibot';
import { EDGE_TTL_SECONDS, KEEP_SECONDS, WRITE_INTERVAL_SECONDS, loggedKey } from './keys.ts';
import { BoundedMap } from '../bounded-map.ts';
import { within } from './deadline.ts';
import type { WaitUntil } from './single-flight.ts';

/** A slower read counts as a miss: the upstream may still answer in time (fault matrix row K01). */
const READ_TIMEOUT_MS = 500;
const MAX_TRACKED_KEYS = 2000;

const envelopeSchema = v.object({ fetched_at: v.pipe(v.number(), v.finite()), body: v.unknown() });

/** A stored record, not yet decoded by its kind. */
export interface StoredRecord {
  readonly fetchedAtSeconds: number;
  readonly body: unknown;
}

export interface KvStore {
  /** The stored record; `null` when there is none, when it is no JSON of ours, and on every fault of KV. */
  read(key: string): Promise<StoredRecord | null>;
  /** Stores a record behind the answer, at most once per key in 15 minutes; a fault is logged and forgotten. */
  write(key: string, record: StoredRecord, waitUntil: WaitUntil): void;
}

/** Best-effort JSON records in KV; without a namespace it holds nothing. `now` is the clock in epoch milliseconds. */
export function createKvStore(kv: KVNamespace | null, now: () => number): KvStore {
  const writtenAt = new BoundedMap<number>(MAX_TRACKED_KEYS);

  return {
    async read(key) {
      if (kv === null) return null;
      try {
        const reading = kv.get(key, { type: 'text', cacheTtl: EDGE_TTL_SECONDS });
        const found = await within(READ_TIMEOUT_MS, reading);
        if (found === null) throw new Error('timed out');
        if (found.value === null) return null;
        const envelope = v.parse(envelopeSchema, JSON.parse(found.value));
        return { fetchedAtSeconds: envelope.fetched_at, body: envelope.body };
      } catch (cause) {
        logFault('kv_read', key, cause);
        return null;
      }
    },

    write(key, record, waitUntil) {
      const last = writtenAt.get(key);
      if (kv === null || (last !== undefined && now() - last < WRITE_INTERVAL_SECONDS * 1000)) return;
      writtenAt.set(key, now());
      const text = JSON.stringify({ fetched_at: record.fetchedAtSeconds, body: record.body });
      waitUntil(
        kv.put(key, text, { expirationTtl: KEEP_SECONDS }).catch((cause: unknown) => {
          logFault('kv_write', key, cause);
        }),
      );
    },
  };
}

function logFault(event: string, key: string, cause: unknown): void {
  const message = cause instanceof Error ? cause.message : String(cause);
  console.warn(JSON.stringify({ event, key: loggedKey(key), cause: message }));
}
