import type { EncodedAnswer } from '../encoded-answers.ts';
import type { ServiceError } from '../errors.ts';

/** A clock ahead of ours by more than this makes a record's age unknown, which counts as stale. */
const MAX_CLOCK_SKEW_SECONDS = 60;

/** Where an answer came from. `stale`: a refresh was due and this is the last good copy. */
export type CacheOutcome = 'memory' | 'kv' | 'upstream' | 'stale';

/** A record and its age. */
export interface Cached<T> {
  readonly value: T;
  readonly fetchedAtSeconds: number;
  readonly freshUntilSeconds: number;
  /** True when a refresh is due and this is the last good copy. */
  readonly stale: boolean;
  readonly outcome: CacheOutcome;
  /** Why the last refresh failed, while that is why the copy is stale. */
  readonly failure: ServiceError['reason'] | null;
}

/** A copy, or the printed answer that stands for it: fresh, and every word of it true. */
export type Copy<T> = Cached<T> | Cached<EncodedAnswer>;

/** Whether a copy needs no refresh yet. */
export function isFresh(
  copy: Pick<Cached<unknown>, 'fetchedAtSeconds' | 'freshUntilSeconds'>,
  nowSeconds: number,
): boolean {
  return nowSeconds < copy.freshUntilSeconds && copy.fetchedAtSeconds <= nowSeconds + MAX_CLOCK_SKEW_SECONDS;
}
