import { formatLocalTime } from '../../shared/format/dates.ts';
import type { ListingData, StockLoad } from './state.ts';
import styles from './stock-page.module.css';
import { useNow } from '../../shared/ui/use-now.ts';
import { useOnline } from '../../shared/ui/use-online.ts';

/** A tab left overnight says yesterday's date. */
const CLOCK_MS = 60_000;

/** When the answer on screen left the server's hands: one kept by the service worker is older than its arrival. */
function shownSinceMs({ response, receivedAtMs }: ListingData): number {
  return response.stale ? Date.parse(response.fetched_at) : receivedAtMs;
}

function note(load: StockLoad, isOnline: boolean, nowMs: number): string | null {
  if (!isOnline) {
    return load.data === null
      ? 'Offline. The analysis loads when the connection is back.'
      : `Offline: data from ${formatLocalTime(shownSinceMs(load.data), nowMs)}. It refreshes when the connection is back.`;
  }
  if (load.data === null) return null;
  const { response, receivedAtMs } = load.data;
  if (load.status === 'failed' && load.isBackground) {
    return `Stale: data from ${formatLocalTime(receivedAtMs, nowMs)}, retrying in 30 s`;
  }
  if (!response.stale) return null;
  return `Stale: data from ${formatLocalTime(Date.parse(response.fetched_at), nowMs)}, the source does not answer`;
}

/**
 * A quiet strip while what is on screen is older than it should be. It sticks to the lower edge of the window, where it
 * comes and goes without moving anything.
 */
export function Freshness({ load }: { load: StockLoad }) {
  const text = note(load, useOnline(), useNow(CLOCK_MS));
  return <output className={styles.freshness}>{text !== null && <span>{text}</span>}</output>;
}
