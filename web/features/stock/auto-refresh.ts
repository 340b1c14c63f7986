/** DESIGN section 10. */
const REFRESH_EVERY_MS = 60_000;

/** A closed market has nothing new but its opening, which the answer on screen cannot know. */
const CLOSED_REFRESH_MS = 10 * 60_000;

export interface AutoRefreshDeps {
  /** Runs a refresh. */
  readonly refresh: () => void;
  /** False where the reader wants no traffic that nobody asked for. */
  readonly isWanted: () => boolean;
  /** True while the market trades, by the data on screen. */
  readonly isMarketOpen: () => boolean;
  /** Epoch milliseconds of the data on screen; `null` without data. */
  readonly receivedAtMs: () => number | null;
  readonly nowMs: () => number;
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/**
 * Refreshes, where that is wanted, while the tab is visible: once a minute with the market open, every ten minutes without,
 * and at once when a tab comes back with data older than that. Answers the function that ends it.
 */
export function startAutoRefresh(deps: AutoRefreshDeps): () => void {
  function refreshIfDue() {
    const receivedAtMs = deps.receivedAtMs();
    if (deps.document.visibilityState !== 'visible' || !deps.isWanted() || receivedAtMs === null) return;
    const everyMs = deps.isMarketOpen() ? REFRESH_EVERY_MS : CLOSED_REFRESH_MS;
    if (deps.nowMs() - receivedAtMs >= everyMs) deps.refresh();
  }
  // Two looks a minute: loads end at any moment, and a refresh that failed is tried again after half a minute.
  const timer = setInterval(refreshIfDue, REFRESH_EVERY_MS / 2);
  deps.document.addEventListener('visibilitychange', refreshIfDue);
  return () => {
    clearInterval(timer);
    deps.document.removeEventListener('visibilitychange', refreshIfDue);
  };
}
