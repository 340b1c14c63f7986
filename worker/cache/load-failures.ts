import { SECONDS_PER_DAY } from '#compute';
import type { Failure } from '../failure.ts';
import { LruMap, type FailurePause } from './stores.ts';

const MAX_TRACKED_KEYS = 2000;

const USUAL_PAUSE: FailurePause = { firstSeconds: 30, longestSeconds: 180 };

/** How long a caller without an entry is told the same again, by reason. */
const DENIED_SECONDS: Partial<Record<Failure['reason'], number>> = {
  unknown_symbol: SECONDS_PER_DAY,
  no_data: 10 * 60,
};

/** Tracks failed loads of one kind of entry, by key, so that a failing source gets a pause. */
export class LoadFailures {
  readonly #failures = new LruMap<{ error: Failure; atSeconds: number; pauseSeconds: number }>(
    MAX_TRACKED_KEYS,
  );
  readonly #nowSeconds: () => number;
  readonly #pause: FailurePause;

  constructor(nowSeconds: () => number, pause: FailurePause = USUAL_PAUSE) {
    this.#nowSeconds = nowSeconds;
    this.#pause = pause;
  }

  note(key: string, error: Failure): void {
    const { firstSeconds, longestSeconds } = this.#pause;
    const doubledSeconds = 2 * (this.#failures.get(key)?.pauseSeconds ?? 0);
    const pauseSeconds =
      'retryAfterSeconds' in error
        ? Math.min(error.retryAfterSeconds, firstSeconds)
        : Math.max(Math.min(doubledSeconds, longestSeconds), firstSeconds);
    this.#failures.set(key, { error, atSeconds: this.#nowSeconds(), pauseSeconds });
  }

  clear(key: string): void {
    this.#failures.delete(key);
  }

  lastReason(key: string): Failure['reason'] | null {
    return this.#failures.get(key)?.error.reason ?? null;
  }

  /** Whether loads pause, and the error for callers without an entry: `null` if they may wait for a load. */
  pauseOf(key: string) {
    const failure = this.#failures.get(key);
    if (failure === undefined) return { isPaused: false, error: null };
    const { error, atSeconds, pauseSeconds } = failure;
    const elapsedSeconds = this.#nowSeconds() - atSeconds;
    const isDenied = elapsedSeconds < (DENIED_SECONDS[error.reason] ?? pauseSeconds);
    return { isPaused: elapsedSeconds < pauseSeconds, error: isDenied ? error : null };
  }
}
