import type { ErrorCode } from '../contract/contract.ts';

/** Reasons that carry no data of their own; each is also its wire code. */
type PlainReason = Exclude<
  ErrorCode,
  | 'invalid_days'
  | 'unknown_symbol'
  | 'no_data'
  | 'upstream_rate_limited'
  | 'temporarily_unavailable'
  | 'method_not_allowed'
>;

/** Every expected way in which a request can fail, tagged by its wire code. */
export type ServiceError =
  | { readonly reason: PlainReason }
  /** `allowed` is the value of the `Allow` header. */
  | { readonly reason: 'method_not_allowed'; readonly allowed: string }
  /** `allowed` completes the sentence "Days must be …". */
  | { readonly reason: 'invalid_days'; readonly allowed: string }
  | { readonly reason: 'unknown_symbol' | 'no_data'; readonly ticker: string }
  /** `temporarily_unavailable`: faults in a row, so nothing is asked until then. */
  | {
      readonly reason: 'upstream_rate_limited' | 'temporarily_unavailable';
      readonly retryAfterSeconds: number;
    };

type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 414 | 422 | 429 | 500 | 502 | 503 | 504;

/** An error on the wire. `error` is one plain sentence that never quotes raw input or a source's text. */
interface ErrorAnswer {
  readonly status: ErrorStatus;
  readonly error: string;
  readonly retryAfterSeconds: number | null;
}

/** Seconds after which a client may usefully try again. */
const RETRY_UNAVAILABLE_SECONDS = 30;
const RETRY_RATE_LIMITED_SECONDS = 60;

/** The one map from a reason to its status and sentence; a new reason does not compile until it stands here. */
export function errorAnswer(error: ServiceError): ErrorAnswer {
  switch (error.reason) {
    case 'invalid_ticker':
      return answer(400, 'That is not a valid ticker symbol.');
    case 'invalid_tickers':
      return answer(400, 'Tickers must be 1 to 50 valid symbols separated by commas.');
    case 'invalid_days':
      return answer(400, `Days must be ${error.allowed}.`);
    case 'invalid_view':
      return answer(400, 'View must be "columns" or absent.');
    case 'invalid_version':
      return answer(400, 'The version of the view must be a whole number from 1.');
    case 'page_outdated':
      return answer(409, 'This page is of another version than the server. Please reload it.');
    case 'invalid_range':
      return answer(400, 'Range must be "1d" or "5d".');
    case 'invalid_ledger':
      return answer(400, 'Ledger must be "replay" or absent.');
    case 'invalid_page':
      return answer(400, 'The page must be a whole number from 1.');
    case 'outdated':
      return answer(400, 'The ledger no longer ends at that event.');
    case 'unknown_parameter':
      return answer(400, 'This address has a parameter that it does not know.');
    case 'invalid_query':
      return answer(400, 'The search text must have 1 to 64 printable characters.');
    case 'invalid_limit':
      return answer(400, 'Limit must be a whole number from 1 to 10.');
    case 'unknown_symbol':
      return answer(404, `No listing was found for ${error.ticker}.`);
    case 'no_data':
      return answer(404, `There is no data for ${error.ticker} at the moment.`);
    case 'not_found':
      return answer(404, 'There is nothing at this address.');
    case 'method_not_allowed':
      return answer(405, 'This method is not allowed here.');
    case 'cross_site':
      return answer(403, 'This address cannot be called from another site.');
    case 'address_too_long':
      return answer(414, 'The address is too long.');
    case 'body_too_large':
      return answer(413, 'The request is too large.');
    case 'rate_limited':
      return answer(
        429,
        'Too many requests. Please wait a moment and try again.',
        RETRY_RATE_LIMITED_SECONDS,
      );
    case 'upstream_timeout':
      return answer(504, 'The market data service did not answer in time. Please try again.');
    case 'upstream_unreachable':
      return answer(502, 'The market data service could not be reached. Please try again.');
    case 'upstream_rate_limited':
      return answer(
        503,
        'The market data service is limiting requests. Please try again later.',
        error.retryAfterSeconds,
      );
    case 'temporarily_unavailable':
      return answer(
        503,
        'The market data service is unavailable at the moment. Please try again shortly.',
        error.retryAfterSeconds,
      );
    case 'upstream_bad_payload':
      return answer(502, 'The market data service sent data that could not be read.');
    case 'upstream_unavailable':
      return answer(503, 'The market data service is unavailable at the moment.', RETRY_UNAVAILABLE_SECONDS);
    case 'upstream_refused':
      return answer(503, 'The market data service refused the request.');
    case 'upstream_redirected':
      return answer(502, 'The market data service answered from an unexpected address.');
    case 'upstream_too_large':
      return answer(502, 'The market data service sent more data than expected.');
    case 'symbol_mismatch':
      return answer(502, 'The market data service answered for a different symbol.');
    case 'unauthenticated':
      return answer(401, 'Please sign in again.');
    case 'recent_login_required':
      return answer(401, 'This needs a sign-in from the last five minutes. Please confirm who you are.');
    case 'account_deleted':
      return answer(410, 'This account has been deleted.');
    case 'not_admin':
      return answer(403, 'This page is for the operators of this installation.');
    case 'invalid_since':
      return answer(400, 'Since must be a whole number from 0.');
    case 'invalid_item':
      return answer(422, 'One of the items cannot be stored as it is. Nothing was changed.');
    case 'over_limit':
      return answer(413, 'The account has no room for that many items. Nothing was changed.');
    case 'account_unavailable':
      return answer(
        503,
        'Accounts are not available on this server at the moment.',
        RETRY_UNAVAILABLE_SECONDS,
      );
    case 'ledger_unavailable':
      return answer(
        503,
        'The public ledger is not available on this server at the moment.',
        RETRY_UNAVAILABLE_SECONDS,
      );
    case 'misconfigured':
      return answer(500, 'The server is not configured correctly.');
    case 'internal':
      return answer(500, 'Something went wrong on the server.');
  }
}

function answer(status: ErrorStatus, error: string, retryAfterSeconds: number | null = null): ErrorAnswer {
  return { status, error, retryAfterSeconds };
}
