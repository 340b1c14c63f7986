/** So many different requests that fail in a row open the breaker. */
const FAULTS_TO_OPEN = 3;
/** How long it stays open before one probe. */
const OPEN_MS = 30_000;
/** A probe takes one attempt of 2.5 s. One that has not reported by then was lost with its request. */
const PROBE_LOST_MS = 10_000;

export interface Pass {
  readonly isProbe: boolean;
  readonly generation: number;
}

/**
 * Opened by three different requests that fail in a row or by one limit (Nygard, Release It!, 2007). Then exactly one call probes.
 * The outcome of a call from before the last change is ignored, except a limit.
 */
export class Breaker {
  readonly #now: () => number;
  #generation = 0;
  /** What failed since the last success. */
  readonly #failing = new Set<string>();
  #openUntilMs: number | null = null;
  #limited = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Permission, or how long to wait for it. `limited`: the provider itself asked for the pause. */
  admit(): Pass | { readonly waitSeconds: number; readonly limited: boolean } {
    if (this.#openUntilMs === null) return { isProbe: false, generation: this.#generation };
    const leftMs = this.#openUntilMs - this.#now();
    if (leftMs > 0) return { waitSeconds: Math.ceil(leftMs / 1000), limited: this.#limited };
    this.#openUntilMs = this.#now() + PROBE_LOST_MS;
    this.#generation += 1;
    return { isProbe: true, generation: this.#generation };
  }

  succeeded(pass: Pass): void {
    if (pass.generation !== this.#generation) return;
    this.#failing.clear();
    this.#openUntilMs = null;
  }

  /** `key` tells requests apart: what fails again counts once. */
  failed(pass: Pass, key: string): void {
    if (pass.generation !== this.#generation) return;
    this.#failing.add(key);
    if (pass.isProbe || this.#failing.size >= FAULTS_TO_OPEN) this.#open(OPEN_MS, false);
  }

  /** The provider asks for a pause; the longest one counts. */
  limited(seconds: number): void {
    this.#open(seconds * 1000, true);
  }

  /** The call says nothing about the provider, because its caller gave it up. */
  withdrawn(pass: Pass): void {
    if (pass.isProbe && pass.generation === this.#generation) this.#openUntilMs = this.#now();
  }

  state() {
    if (this.#openUntilMs === null) return 'closed';
    return this.#openUntilMs > this.#now() ? 'open' : 'half-open';
  }

  #open(forMs: number, limited: boolean): void {
    this.#openUntilMs = Math.max(this.#openUntilMs ?? 0, this.#now() + forMs);
    this.#limited = limited;
    this.#failing.clear();
    this.#generation += 1;
  }
}
