/** Epoch milliseconds by the server's clock, where the browser's own is wrong: ages are compared with times that servers wrote. */

/** Network time, whole seconds and rounding explain less than this; the browser's clock is then right. */
const TOLERANCE_MS = 60_000;

/**
 * Keeps the latest server time and advances it by `elapsedMs`, which no change of the browser's clock moves. Never turned back:
 * an old response from a cache cannot make data look newer than it is.
 */
export function createServerClock(browserMs: () => number, elapsedMs: () => number) {
  let latest: { readonly serverMs: number; readonly atMs: number } | null = null;
  const serverNowMs = () => (latest === null ? null : latest.serverMs + elapsedMs() - latest.atMs);
  return {
    /** Takes the time at which a response from the network was sent. */
    note(serverMs: number) {
      const known = serverNowMs();
      if (Number.isFinite(serverMs) && (known === null || serverMs > known)) {
        latest = { serverMs, atMs: elapsedMs() };
      }
    },
    /** The time now: the browser's, or the server's where the two differ by a minute or more. */
    nowMs() {
      const serverMs = serverNowMs();
      const ownMs = browserMs();
      return serverMs === null || Math.abs(serverMs - ownMs) < TOLERANCE_MS ? ownMs : serverMs;
    },
  };
}

const clock = createServerClock(
  () => Date.now(),
  () => performance.now(),
);

export const nowMs = clock.nowMs;

export function noteServerTime(instant: string): void {
  clock.note(Date.parse(instant));
}

/** Learns the time from a response, unless a cache answered: the service worker says so, the browser's own by a transfer of 0 bytes. */
export function noteResponseTime(response: Response): void {
  if (response.headers.get('x-candor-source') === 'cache') return;
  const timing = performance.getEntriesByName?.(response.url, 'resource').at(-1);
  if ((timing as PerformanceResourceTiming | undefined)?.transferSize === 0) return;
  clock.note(Date.parse(response.headers.get('date') ?? ''));
}
