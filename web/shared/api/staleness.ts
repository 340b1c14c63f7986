/** Decides when prices on screen count as stale and why, by the same rule on every page. */

/** Refresh state of the prices on screen. `revalidating`: newer prices are loading or about to be requested. */
export type Refresh = 'idle' | 'revalidating' | 'failed';

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
  return query.isFetching || isRevalidationDue(query) ? 'revalidating' : 'idle';
}

interface Shown {
  readonly isCopy: boolean;
  readonly hasSourceFailed: boolean;
  /** From `isStale` of `#compute`, at the user's time. */
  readonly isStale: boolean;
  readonly refresh: Refresh;
}

/** Why prices are stale. `unreachable`: the server does not respond; `missed`: no refresh for too long, for another reason. */
export type StaleReason = 'offline' | 'unreachable' | 'source_failed' | 'missed';

/** Why prices on screen are stale; `null` if they are not, or while they are being revalidated. A copy comes without the network. */
export function staleReason(
  { isCopy, hasSourceFailed, isStale, refresh }: Shown,
  isOnline: boolean,
): StaleReason | null {
  if (!isOnline) return 'offline';
  if (isCopy || refresh === 'failed') return 'unreachable';
  if (hasSourceFailed) return 'source_failed';
  return isStale && refresh !== 'revalidating' ? 'missed' : null;
}
