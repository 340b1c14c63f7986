/** A call that takes longer may be lost with its leader. The first follower to notice starts another. */
const FOLLOWER_WAIT_MS = 2500;

export type WaitUntil = (work: Promise<unknown>) => void;

/**
 * Runs at most one call per key at a time in this isolate; later callers share its outcome. The call is handed to the
 * leader's `waitUntil`: otherwise the runtime cancels it when the leader's client disconnects, and every follower hangs.
 * After 2.5 s, or the time given, a follower starts one new call, which all that still wait then share.
 */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Promise<T>>();
  readonly #followerWaitMs: number;

  constructor(followerWaitMs = FOLLOWER_WAIT_MS) {
    this.#followerWaitMs = followerWaitMs;
  }

  async run(key: string, waitUntil: WaitUntil, call: () => Promise<T>): Promise<T> {
    const running = this.#flights.get(key);
    if (running === undefined) return this.#lead(key, waitUntil, call);
    const outcome = await within(this.#followerWaitMs, running);
    if (outcome !== null) return outcome.value;
    const current = this.#flights.get(key);
    return current === undefined || current === running ? this.#lead(key, waitUntil, call) : current;
  }

  #lead(key: string, waitUntil: WaitUntil, call: () => Promise<T>): Promise<T> {
    const flight = call().finally(() => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    this.#flights.set(key, flight);
    waitUntil(flight.catch(() => undefined));
    return flight;
  }
}

/** All attempts of one load together. */
export const LOAD_DEADLINE_MS = 6000;

/** Runs work under a signal that aborts in time, or with its parent. The timer of `AbortSignal.timeout` would outlast the work. */
export async function withDeadline<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  parent?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    return await work(parent ? AbortSignal.any([controller.signal, parent]) : controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** A call of KV, files, a limiter or an object takes milliseconds; one that takes longer counts as failed. */
export const BINDING_DEADLINE_MS = 500;

/** The outcome of a promise. Rejects as the promise does, and if it has none in time. */
export async function inTime<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const outcome = await within(timeoutMs, work);
  if (outcome === null) throw new Error('timed out');
  return outcome.value;
}

/** The outcome of a promise, or `null` if it has none in time. Rejects as the promise does. */
export function within<T>(timeoutMs: number, work: Promise<T>): Promise<{ readonly value: T } | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, timeoutMs, null);
    work.finally(() => clearTimeout(timer)).then((value) => resolve({ value }), reject);
  });
}
