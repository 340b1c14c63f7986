/** Decides when prices on screen count as stale and why, by the same rule on every page. */

/** Refresh state of the prices on screen. `renewing`: newer prices are loading or about to be requested. */
export type Refresh = 'idle' | 'renewing' | 'failed';

interface PriceQuery {
  readonly status: 'error' | 'pending' | 'success';
  readonly data: { readonly isRevalidating: boolean } | undefined;
}

export const REVALIDATED_AFTER_MS = 2000;

export function isRevalidationDue({ status, data }: PriceQuery): boolean {
  return status === 'success' && data?.isRevalidating === true;
}

export function refreshOf(query: PriceQuery & { readonly isFetching: boolean }): Refresh {
  if (query.status === 'error') return 'failed';
  return query.isFetching || isRevalidationDue(query) ? 'renewing' : 'idle';
}

interface Shown {
  readonly isCopy: boolean;
  readonly hasSourceFailed: boolean;
  /** By `isStale` of `#compute`, at the reader's time. */
  readonly isStale: boolean;
  readonly refresh: Refresh;
}

/** Why prices are older than they should be; `missed`: no refresh for too long, for whatever reason. */
export type StaleReason = 'offline' | 'unreachable' | 'source_failed' | 'missed';

/** Why prices on screen are stale; `null` if they are not, or while they are being revalidated. */
export function staleReason(
  { isCopy, hasSourceFailed, isStale, refresh }: Shown,
  isOnline: boolean,
): StaleReason | null {
  if (isCopy || !isOnline) return 'offline';
  if (refresh === 'failed') return 'unreachable';
  if (hasSourceFailed) return 'source_failed';
  return isStale && refresh !== 'renewing' ? 'missed' : null;
}
