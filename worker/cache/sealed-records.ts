import { BoundedMap } from '../bounded-map.ts';
import type { EncodedAnswer } from '../encoded-answers.ts';
import { isFresh } from './cached.ts';
import type { CacheOutcome, Cached } from './cached.ts';
import type { SealedRecord } from './kv-store.ts';
import type { Seal } from './stored-value.ts';

/**
 * Sealed records as KV gave them, of keys that memory knows nothing else of. Their answers are handed out while they
 * hold; who needs the record itself takes it away and opens it. `now` is the clock in epoch milliseconds.
 */
export class SealedRecords {
  readonly #records: BoundedMap<SealedRecord>;
  readonly #now: () => number;

  constructor(maxRecords: number, now: () => number) {
    this.#records = new BoundedMap(maxRecords);
    this.#now = now;
  }

  set(key: string, record: SealedRecord): void {
    this.#records.set(key, record);
  }

  take(key: string): SealedRecord | null {
    const record = this.#records.get(key) ?? null;
    this.#records.delete(key);
    return record;
  }

  /** Whether every word of an answer holds now. */
  holds(seal: Seal): boolean {
    const nowSeconds = this.#now() / 1000;
    return isFresh(seal, nowSeconds) && nowSeconds < seal.trueUntilSeconds;
  }

  /** The printed answer of a record, while it holds. */
  printed(key: string, outcome: CacheOutcome): Cached<EncodedAnswer> | null {
    const seal = this.#records.get(key)?.seal;
    if (seal === undefined || !this.holds(seal)) return null;
    return { ...seal, value: seal, stale: false, outcome, failure: null };
  }
}
