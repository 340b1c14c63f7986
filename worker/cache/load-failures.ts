import { SECONDS_PER_DAY } from '#compute';
import type { Failure } from '../failure.ts';
import { LruMap, type EntryKind } from './stores.ts';

const USUAL_PAUSE = { firstSeconds: 30, longestSeconds: 180 };

/** For how long callers without an entry get the same error again, by reason; otherwise during the pause. */
const DENIED_SECONDS: Partial<Record<Failure['reason'], number>> = {
  unknown_symbol: SECONDS_PER_DAY,
  no_data: 10 * 60,
};

/** Whether loads of a key pause, and the error for callers without an entry: `null` if they may wait for a load. */
export interface Pause {
  readonly isPaused: boolean;
  readonly error: Failure | null;
}

/** The last failed load of each key, so that a failing source gets a pause. */
export class LoadFailures {
  readonly #now: () => number;
  readonly #pause: NonNullable<EntryKind<never>['failurePause']>;
  readonly #failures = new LruMap<{ error: Failure; atSeconds: number; pauseSeconds: number }>();

  constructor(now: () => number, pause: EntryKind<never>['failurePause'] = USUAL_PAUSE) {
    this.#now = now;
    this.#pause = pause;
  }

  note(key: string, error: Failure): void {
    const { firstSeconds, longestSeconds } = this.#pause;
    const doubledSeconds = 2 * (this.#failures.get(key)?.pauseSeconds ?? 0);
    const pauseSeconds =
      'retryAfterSeconds' in error
        ? Math.min(error.retryAfterSeconds, firstSeconds)
        : Math.max(Math.min(doubledSeconds, longestSeconds), firstSeconds);
    this.#failures.set(key, { error, atSeconds: this.#now() / 1000, pauseSeconds });
  }

  clear(key: string): void {
    this.#failures.delete(key);
  }

  reasonOf(key: string): Failure['reason'] | null {
    return this.#failures.get(key)?.error.reason ?? null;
  }

  pauseOf(key: string): Pause {
    const failure = this.#failures.get(key);
    if (failure === undefined) return { isPaused: false, error: null };
    const { error, atSeconds, pauseSeconds } = failure;
    const elapsedSeconds = this.#now() / 1000 - atSeconds;
    const isDenied = elapsedSeconds < (DENIED_SECONDS[error.reason] ?? pauseSeconds);
    return { isPaused: elapsedSeconds < pauseSeconds, error: isDenied ? error : null };
  }
}
