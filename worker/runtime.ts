/** Clock and randomness. Always an argument, so that tests choose them. */
export interface Runtime {
  /** The clock in epoch milliseconds. */
  readonly now: () => number;
  /** A number from 0 up to, not including, 1. */
  readonly random: () => number;
}

export const SYSTEM_RUNTIME: Runtime = { now: () => Date.now(), random: () => Math.random() };
