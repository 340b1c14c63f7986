/** Epoch milliseconds, corrected by the server's clock if the browser's is wrong, since ages are computed from server times. */

/** Latency and rounding explain smaller differences, so the browser's clock counts as right below this. */
const TOLERANCE_MS = 60_000;

let latest: { readonly serverMs: number; readonly atMs: number } | null = null;

/** The latest server time, advanced by `performance.now()`, which clock changes do not affect. */
function serverNowMs(): number | null {
  return latest === null ? null : latest.serverMs + performance.now() - latest.atMs;
}

/** The time now: the browser's, or the server's if the two differ by a minute or more. */
export function nowMs(): number {
  const serverMs = serverNowMs();
  const ownMs = Date.now();
  return serverMs === null || Math.abs(serverMs - ownMs) < TOLERANCE_MS ? ownMs : serverMs;
}

/** Records the server's time, an ISO instant. Never goes back: an old response cannot make data look newer than it is. */
export function recordServerTime(instant: string): void {
  const serverMs = Date.parse(instant);
  if (serverMs > (serverNowMs() ?? Number.NEGATIVE_INFINITY)) latest = { serverMs, atMs: performance.now() };
}

/** Records the time of a response unless it came from a cache: the service worker marks its copies, the browser's own have a transfer size of 0. */
export function recordResponseTime(response: Response): void {
  if (response.headers.get('x-candor-source') === 'cache') return;
  const timing = performance.getEntriesByName?.(response.url, 'resource').at(-1);
  if ((timing as PerformanceResourceTiming | undefined)?.transferSize === 0) return;
  recordServerTime(response.headers.get('date') ?? '');
}
