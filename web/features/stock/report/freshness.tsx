import type { Format } from '../../../shared/format/format.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import type { ListingData } from '../listing-data.ts';
import styles from '../stock-page.module.css';
import { useNow, useOnline } from '../../../shared/ui/browser-state.ts';

/** A tab left overnight says yesterday's date. */
const CLOCK_MS = 60_000;

interface FreshnessProps {
  readonly data: ListingData | null;
  readonly isLoading: boolean;
  /** The last refresh, which nobody asked for, has failed. */
  readonly isRefreshFailing: boolean;
}

function note(format: Format, props: FreshnessProps, isOnline: boolean, nowMs: number): string | null {
  const { data, isLoading, isRefreshFailing } = props;
  if (data === null) {
    return isOnline ? null : 'Offline. The analysis loads when the connection is back.';
  }
  const { response, receivedAtMs, isCopy } = data;
  const fetchedAt = format.localTime(Date.parse(response.fetched_at), nowMs);
  if (isCopy && isLoading) return `Data from ${fetchedAt} while newer prices load`;
  if (isCopy || !isOnline) {
    return `Offline: data from ${fetchedAt}. It refreshes when the connection is back.`;
  }
  if (isRefreshFailing) return `Stale: data from ${format.localTime(receivedAtMs, nowMs)}, retrying in 30 s`;
  return response.stale ? `Stale: data from ${fetchedAt}, the source does not answer` : null;
}

/**
 * A quiet strip while what is on screen is older than it should be. It sticks to the lower edge of the window, where it
 * comes and goes without moving anything.
 */
export function Freshness(props: FreshnessProps) {
  const text = note(useFormat(), props, useOnline(), useNow(CLOCK_MS));
  return <output className={styles.freshness}>{text !== null && <span>{text}</span>}</output>;
}
