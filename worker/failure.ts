/** Every expected failure of a request, independent of HTTP: `respond.ts` adds status and sentence. */
import type { Result } from '#compute';
import type { ErrorCode } from './contract/contract.ts';

type DetailedFailure =
  /** `refused`: the positions of the items at fault; without them the others can be sent. */
  | { readonly reason: 'over_limit' | 'invalid_item'; readonly refused: readonly number[] }
  /** `allowed` is the value of the `Allow` header. */
  | { readonly reason: 'method_not_allowed'; readonly allowed: string }
  /** `allowed` completes the sentence "Days must be …". */
  | { readonly reason: 'invalid_days'; readonly allowed: string }
  | { readonly reason: 'unknown_symbol' | 'no_data' | 'isin'; readonly ticker: string }
  /** `temporarily_unavailable`: after faults in a row nothing is requested until then. */
  | {
      readonly reason: 'upstream_rate_limited' | 'temporarily_unavailable' | 'call_budget_spent';
      readonly retryAfterSeconds: number;
    };

export type Failure = { readonly reason: Exclude<ErrorCode, DetailedFailure['reason']> } | DetailedFailure;

/** A value, or why there is none. */
export type Outcome<T> = Result<T, Failure>;
