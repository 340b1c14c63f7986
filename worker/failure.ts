/** Every expected way in which a request can fail. It knows no HTTP: the edge chooses status and sentence. */
import type { ErrorCode } from './contract/contract.ts';

type DetailedFailure =
  /** `allowed` is the value of the `Allow` header. */
  | { readonly reason: 'method_not_allowed'; readonly allowed: string }
  /** `allowed` completes the sentence "Days must be …". */
  | { readonly reason: 'invalid_days'; readonly allowed: string }
  | { readonly reason: 'unknown_symbol' | 'no_data'; readonly ticker: string }
  /**
   * `temporarily_unavailable`: faults in a row, so nothing is asked until then. `call_budget_spent`: this server has called the
   * source as often as it may.
   */
  | {
      readonly reason: 'upstream_rate_limited' | 'temporarily_unavailable' | 'call_budget_spent';
      readonly retryAfterSeconds: number;
    };

/** An expected failure, tagged by its wire code. */
export type Failure = { readonly reason: Exclude<ErrorCode, DetailedFailure['reason']> } | DetailedFailure;
