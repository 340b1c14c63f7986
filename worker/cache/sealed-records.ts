import { BoundedMap } from '../bounded-map.ts';
import type { EncodedAnswer } from '../encoded-answers.ts';
import { isFresh } from './cached.ts';
import type { CacheOutcome, Cached } from './cached.ts';
import type { StoredValue } from './kv-store.ts';

/**
 * Sealed records as KV gave them, of keys that memory knows nothing else of. Their answers are handed out while they
 * hold; who needs the record itself takes it away and opens it. `now` is the clock in epoch milliseconds.
 */
export class SealedRecords {
  readonly #records: BoundedMap<StoredValue>;
  readonly #now: () => number;

  constructor(maxRecords: number, now: () => number) {
    this.#records = new BoundedMap(maxRecords);
    this.#now = now;
  }

  set(key: string, record: StoredValue): void {
    this.#records.set(key, record);
  }

  take(key: string): StoredValue | undefined {
    const record = this.#records.get(key);
    this.#records.delete(key);
    return record;
  }

  /** Whether a value has a printed answer of which every word holds now. */
  holds({ seal }: StoredValue): boolean {
    const nowSeconds = this.#now() / 1000;
    return seal !== null && isFresh(seal, nowSeconds) && nowSeconds < seal.trueUntilSeconds;
  }

  /** The printed answer of a record, while it holds. */
  printed(key: string, outcome: CacheOutcome): Cached<EncodedAnswer> | null {
    const record = this.#records.get(key);
    if (!record?.seal || !this.holds(record)) return null;
    return { ...record.seal, value: record.seal, stale: false, outcome, failure: null };
  }
}
