/** Throws `RangeError` unless the window length is a positive integer (a programmer error). */
export function assertPeriod(period: number): void {
  if (!Number.isInteger(period) || period < 1) {
    throw new RangeError(`period must be a positive integer, got ${period}`);
  }
}
