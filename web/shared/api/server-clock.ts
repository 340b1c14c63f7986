/** Epoch milliseconds, corrected by the server's clock if the browser's is wrong, since ages are computed from server times. */

/** Latency and rounding explain smaller differences, so the browser's clock counts as right below this. */
const TOLERANCE_MS = 60_000;

/** The latest server time minus `performance.now()`, which clock changes do not affect; -Infinity before the first. */
let offsetMs = -Infinity;

/** The time now: the browser's, or the server's if the two differ by a minute or more. */
export function nowMs(): number {
  const serverMs = offsetMs + performance.now();
  const ownMs = Date.now();
  const differsMs = Math.abs(serverMs - ownMs);
  return TOLERANCE_MS <= differsMs && differsMs < Infinity ? serverMs : ownMs;
}

/** Records the server's time, an ISO instant. Never goes back: an old response cannot make data look newer than it is. */
export function recordServerTime(instant: string): void {
  const newMs = Date.parse(instant) - performance.now();
  if (newMs > offsetMs) offsetMs = newMs;
}

/** Records the time of a response unless it came from a cache: the service worker marks its copies, the browser's own have a transfer size of 0. */
export function recordResponseTime(response: Response): void {
  if (response.headers.get('x-candor-source') === 'cache') return;
  const timing = performance.getEntriesByName?.(response.url, 'resource').at(-1);
  if ((timing as PerformanceResourceTiming | undefined)?.transferSize === 0) return;
  recordServerTime(response.headers.get('date') ?? '');
}
