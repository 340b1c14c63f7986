/** DESIGN section 10. */
const REFRESH_EVERY_MS = 60_000;

export interface AutoRefreshDeps {
  /** Runs a refresh. */
  readonly refresh: () => void;
  /** False where the reader wants no traffic that nobody asked for. */
  readonly isWanted: () => boolean;
  /** True while the market trades; a closed market has nothing new. */
  readonly isMarketOpen: () => boolean;
  /** Epoch milliseconds of the data on screen; `null` without data. */
  readonly receivedAtMs: () => number | null;
  readonly nowMs: () => number;
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/**
 * Refreshes, where that is wanted, once a minute while the tab is visible and the market open, and at once when a tab comes back with data older
 * than that. Answers the function that ends it.
 */
export function startAutoRefresh(deps: AutoRefreshDeps): () => void {
  function refreshIfDue() {
    const receivedAtMs = deps.receivedAtMs();
    if (deps.document.visibilityState !== 'visible' || !deps.isWanted()) return;
    if (!deps.isMarketOpen() || receivedAtMs === null) return;
    if (deps.nowMs() - receivedAtMs >= REFRESH_EVERY_MS) deps.refresh();
  }
  // Two looks a minute: loads end at any moment, and a refresh that failed is tried again after half a minute.
  const timer = setInterval(refreshIfDue, REFRESH_EVERY_MS / 2);
  deps.document.addEventListener('visibilitychange', refreshIfDue);
  return () => {
    clearInterval(timer);
    deps.document.removeEventListener('visibilitychange', refreshIfDue);
  };
}
