import type { SearchResult } from '#worker/contract';
import { RequestError, type ApiFailure } from './client.ts';
import { nowMs } from './server-clock.ts';
import type { ComputeFailure } from '../offthread/compute-client.ts';

/** What the banner says when the server gives no sentence of its own. */
const FETCH_FAILED = 'Failed to fetch data';

/** What the user can do about a load that failed. */
export type Remedy =
  /** Ask again, from `notBeforeMs` on where the server named a time (epoch milliseconds). */
  | { readonly kind: 'retry'; readonly notBeforeMs: number | null }
  /** Take a listing that is spelt like the one that does not exist; `null` while they are looked up. */
  | { readonly kind: 'similar'; readonly items: readonly SearchResult[] | null }
  /** Nothing would change by asking again. */
  | { readonly kind: 'none' };

export interface LoadFailure {
  readonly message: string;
  readonly remedy: Remedy;
}

const RETRY: Remedy = { kind: 'retry', notBeforeMs: null };
const NONE: Remedy = { kind: 'none' };

/** What is said and offered for a failure of `atMs`, in the listing's terms. */
export function loadFailure(failure: ApiFailure | ComputeFailure, ticker: string, atMs: number): LoadFailure {
  switch (failure.reason) {
    case 'refused': {
      const message = failure.message ?? FETCH_FAILED;
      const { code, status, retryAfterSeconds } = failure;
      if (code === 'unknown_symbol') return { message, remedy: { kind: 'similar', items: null } };
      if (retryAfterSeconds !== null) {
        return { message, remedy: { kind: 'retry', notBeforeMs: atMs + retryAfterSeconds * 1000 } };
      }
      return { message, remedy: status >= 500 || status === 429 ? RETRY : NONE };
    }
    case 'short_history':
      return { message: `There are no prices for ${ticker} yet.`, remedy: NONE };
    case 'invalid_price':
      return { message: `The source states no usable price for ${ticker}.`, remedy: RETRY };
    case 'unavailable':
      return { message: 'The analysis could not be loaded. Reload the page.', remedy: NONE };
    case 'outdated':
      return { message: 'A newer version of Candor was published. Reload the page.', remedy: NONE };
    case 'unreachable':
    case 'malformed':
    case 'malformed_columns':
    case 'aborted':
      return { message: FETCH_FAILED, remedy: RETRY };
  }
}

/** The same for what a query threw; `null` where it threw nothing. */
export function queryFailure(error: Error | null, ticker: string): LoadFailure | null {
  if (error === null) return null;
  return error instanceof RequestError
    ? loadFailure(error.failure, ticker, error.atMs)
    : loadFailure({ reason: 'unavailable' }, ticker, nowMs());
}

/** Whether asking again may help, and the server allows it by now. */
export function mayRetry(failure: LoadFailure | null): boolean {
  return failure?.remedy.kind === 'retry' && (failure.remedy.notBeforeMs ?? 0) <= nowMs();
}
