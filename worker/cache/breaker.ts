/** Faults in a row that stop the calls to a provider (reliability pipeline, step 8). */
const FAULTS_TO_OPEN = 3;
/** How long the calls then stop before one probe. */
const OPEN_MS = 30_000;
/** A probe lasts one attempt of 2.5 s. One that never reports was lost with its request, and another may go. */
const PROBE_LOST_MS = 10_000;

export type BreakerState = 'closed' | 'open' | 'half-open';

/** Leave to make one call; handed back with its outcome. */
export interface Pass {
  readonly isProbe: boolean;
  readonly generation: number;
}

/** No leave. `limited`: the provider itself asked for the pause. */
export interface Refusal {
  readonly waitSeconds: number;
  readonly limited: boolean;
}

/**
 * A circuit breaker for one provider in one isolate (Nygard, Release It!, 2007). Three faults in a row or one limit open
 * it; when its time is over exactly one call probes, whose outcome closes it or opens it again. An outcome of a call from
 * before the last change counts for nothing, except a limit. `now` is the clock in epoch milliseconds.
 */
export class Breaker {
  readonly #now: () => number;
  #generation = 0;
  #faults = 0;
  #openUntilMs: number | null = null;
  #limited = false;
  #probeSinceMs: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Leave to call the provider, or how long there is none. */
  admit(): Pass | Refusal {
    if (this.#openUntilMs === null) return { isProbe: false, generation: this.#generation };
    const now = this.#now();
    if (now < this.#openUntilMs) return this.#refusal(this.#openUntilMs - now);
    const sinceProbeMs = this.#probeSinceMs === null ? Infinity : now - this.#probeSinceMs;
    if (sinceProbeMs < PROBE_LOST_MS) return this.#refusal(PROBE_LOST_MS - sinceProbeMs);
    this.#probeSinceMs = now;
    this.#generation += 1;
    return { isProbe: true, generation: this.#generation };
  }

  succeeded(pass: Pass): void {
    if (pass.generation !== this.#generation) return;
    this.#faults = 0;
    this.#openUntilMs = null;
    this.#probeSinceMs = null;
  }

  failed(pass: Pass): void {
    if (pass.generation !== this.#generation) return;
    this.#faults += 1;
    if (pass.isProbe || this.#faults >= FAULTS_TO_OPEN) this.#open(OPEN_MS, false);
  }

  /** The provider asks for a pause. Of several such answers the longest pause counts. */
  limited(seconds: number): void {
    this.#open(seconds * 1000, true);
  }

  /** The call says nothing about the provider, because its caller gave it up. */
  withdrawn(pass: Pass): void {
    if (pass.isProbe && pass.generation === this.#generation) this.#probeSinceMs = null;
  }

  state(): BreakerState {
    if (this.#openUntilMs === null) return 'closed';
    return this.#now() < this.#openUntilMs ? 'open' : 'half-open';
  }

  #open(forMs: number, limited: boolean): void {
    this.#openUntilMs = Math.max(this.#openUntilMs ?? 0, this.#now() + forMs);
    this.#limited = limited;
    this.#faults = 0;
    this.#probeSinceMs = null;
    this.#generation += 1;
  }

  #refusal(waitMs: number): Refusal {
    return { waitSeconds: Math.ceil(waitMs / 1000), limited: this.#limited };
  }
}
