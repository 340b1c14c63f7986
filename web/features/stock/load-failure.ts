import type { ApiFailure } from '../../shared/api/client.ts';
import type { ComputeFailure } from '../../shared/offthread/compute-client.ts';

/** Spec section 8: what the banner says when the server gives no sentence of its own. */
const FETCH_FAILED = 'Failed to fetch data';

/** The banner's text for a load that failed, in the listing's terms. */
export function loadFailureText(failure: ApiFailure | ComputeFailure, ticker: string): string {
  switch (failure.reason) {
    case 'refused':
      return failure.message ?? FETCH_FAILED;
    case 'short_history':
      return `${ticker} has ${failure.gotBars} days of prices. A forecast needs at least ${failure.needBars}.`;
    case 'invalid_price':
      return `The source states no usable price for ${ticker}.`;
    case 'unavailable':
      return 'The analysis could not be loaded. Reload the page.';
    case 'unreachable':
    case 'malformed':
    case 'malformed_columns':
    case 'aborted':
      return FETCH_FAILED;
  }
}
