/** Retries stay under a tenth of the calls that succeed (SRE Book, "Handling Overload": a client's retry budget). */
const TOKENS_PER_SUCCESS = 0.1;
/** Enough for the faults of a quiet isolate, too few to load a provider that is down. */
const MAX_TOKENS = 10;

/** A token bucket that pays for retries out of successes. */
export class RetryBudget {
  #tokens = MAX_TOKENS;

  earn(): void {
    this.#tokens = Math.min(this.#tokens + TOKENS_PER_SUCCESS, MAX_TOKENS);
  }

  /** Takes one retry's worth; `false` when there is none left. */
  spend(): boolean {
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
