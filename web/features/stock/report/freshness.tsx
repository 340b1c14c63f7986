import type { Format } from '../../../shared/format/format.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import type { ListingData } from '../listing-data.ts';
import styles from '../stock-page.module.css';
import { useNow, useOnline } from '../../../shared/ui/browser-state.ts';

/** A tab left overnight says yesterday's date. */
const CLOCK_MS = 60_000;

interface FreshnessProps {
  readonly data: ListingData | null;
  /** The last refresh, which nobody asked for, has failed. */
  readonly isRefreshFailing: boolean;
}

function note(
  format: Format,
  { data, isRefreshFailing }: FreshnessProps,
  isOnline: boolean,
  nowMs: number,
): string | null {
  if (!isOnline) {
    return data === null
      ? 'Offline. The analysis loads when the connection is back.'
      : `Offline: data from ${format.localTime(Date.parse(data.response.fetched_at), nowMs)}. It refreshes when the connection is back.`;
  }
  if (data === null) return null;
  const { response, receivedAtMs } = data;
  if (isRefreshFailing) return `Stale: data from ${format.localTime(receivedAtMs, nowMs)}, retrying in 30 s`;
  if (!response.stale) return null;
  return `Stale: data from ${format.localTime(Date.parse(response.fetched_at), nowMs)}, the source does not answer`;
}

/**
 * A quiet strip while what is on screen is older than it should be. It sticks to the lower edge of the window, where it
 * comes and goes without moving anything.
 */
export function Freshness(props: FreshnessProps) {
  const text = note(useFormat(), props, useOnline(), useNow(CLOCK_MS));
  return <output className={styles.freshness}>{text !== null && <span>{text}</span>}</output>;
}
