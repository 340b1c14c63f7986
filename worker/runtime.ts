/** What the Worker takes from the machine. An argument everywhere, so that a test states it and reruns agree. */
export interface Runtime {
  /** The clock in epoch milliseconds. */
  readonly now: () => number;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
}

export const SYSTEM_RUNTIME: Runtime = { now: () => Date.now(), random: () => Math.random() };
