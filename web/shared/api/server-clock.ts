/** Epoch milliseconds by the server's clock, where the browser's own is wrong: ages are compared with times that servers wrote. */

/** Network time, whole seconds and rounding explain less than this; the browser's clock is then right. */
const TOLERANCE_MS = 60_000;

let latest: { readonly serverMs: number; readonly atMs: number } | null = null;

/** The latest server time, advanced by `performance.now()`, which clock changes do not affect. */
function serverNowMs(): number | null {
  return latest === null ? null : latest.serverMs + performance.now() - latest.atMs;
}

/** The time now: the browser's, or the server's where the two differ by a minute or more. */
export function nowMs(): number {
  const serverMs = serverNowMs();
  const ownMs = Date.now();
  return serverMs === null || Math.abs(serverMs - ownMs) < TOLERANCE_MS ? ownMs : serverMs;
}

/** Takes when the network sent something. Never turned back: an old response cannot make data look newer than it is. */
export function recordServerTime(instant: string): void {
  const serverMs = Date.parse(instant);
  if (serverMs > (serverNowMs() ?? Number.NEGATIVE_INFINITY)) latest = { serverMs, atMs: performance.now() };
}

/** Learns the time from a response, unless it is from a cache: the service worker says so, the browser's own by a transfer of 0 bytes. */
export function recordResponseTime(response: Response): void {
  if (response.headers.get('x-candor-source') === 'cache') return;
  const timing = performance.getEntriesByName?.(response.url, 'resource').at(-1);
  if ((timing as PerformanceResourceTiming | undefined)?.transferSize === 0) return;
  recordServerTime(response.headers.get('date') ?? '');
}
