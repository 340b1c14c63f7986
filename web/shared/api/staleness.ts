/** What is said of prices on screen that are older than they should be: the same on every page. */

/** How the refresh of what is on screen stands; `renewing`: newer prices are on the way or asked for in a moment. */
export type Refresh = 'idle' | 'renewing' | 'failed';

interface PriceQuery {
  readonly status: 'error' | 'pending' | 'success';
  readonly data: { readonly isBeingRenewed: boolean } | undefined;
}

export const RENEWED_AFTER_MS = 2000;

export function isRenewalDue({ status, data }: PriceQuery): boolean {
  return status === 'success' && data?.isBeingRenewed === true;
}

export function refreshOf(query: PriceQuery & { readonly isFetching: boolean }): Refresh {
  if (query.status === 'error') return 'failed';
  return query.isFetching || isRenewalDue(query) ? 'renewing' : 'idle';
}

interface Shown {
  readonly isCopy: boolean;
  readonly hasSourceFailed: boolean;
  /** By `isStale` of `#compute`, at the reader's time. */
  readonly isStale: boolean;
  readonly refresh: Refresh;
}

/** Why prices are older than they should be; `missed`: too long without a refresh, whyever. */
export type StaleReason = 'offline' | 'unreachable' | 'source_failed' | 'missed';

/** Why prices on screen have to be called old; `null` where they have not, as while they are being renewed. */
export function staleReason(
  { isCopy, hasSourceFailed, isStale, refresh }: Shown,
  isOnline: boolean,
): StaleReason | null {
  if (isCopy || !isOnline) return 'offline';
  if (refresh === 'failed') return 'unreachable';
  if (hasSourceFailed) return 'source_failed';
  return isStale && refresh !== 'renewing' ? 'missed' : null;
}
