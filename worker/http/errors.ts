import type { Failure, PlainReason } from '../failure.ts';

type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 414 | 422 | 429 | 500 | 502 | 503 | 504;

/**
 * How a failure leaves the Worker. The sentence is plain and never quotes raw input or a source's text; the seconds say when
 * a client may usefully try again.
 */
type ErrorResponse = readonly [status: ErrorStatus, sentence: string, retryAfterSeconds?: number];

const RETRY_UNAVAILABLE_SECONDS = 30;
const RETRY_RATE_LIMITED_SECONDS = 60;

/** The response to each reason; a new one does not compile until it is here. */
const RESPONSES: Readonly<Record<PlainReason, ErrorResponse>> = {
  invalid_ticker: [400, 'That is not a valid ticker symbol.'],
  invalid_tickers: [400, 'Tickers must be 1 to 50 valid symbols separated by commas.'],
  invalid_view: [400, 'View must be "columns", "document" or absent.'],
  invalid_version: [400, 'The version of the view must be a whole number from 1.'],
  page_outdated: [409, 'This page is of another version than the server. Please reload it.'],
  invalid_range: [400, 'Range must be "1d" or "5d".'],
  invalid_ledger: [400, 'Ledger must be "replay" or absent.'],
  invalid_page: [400, 'The page must be a whole number from 1.'],
  outdated: [400, 'The ledger no longer ends at that event.'],
  unknown_parameter: [400, 'This address has a parameter that it does not know.'],
  invalid_query: [400, 'The search text must have 1 to 64 printable characters.'],
  invalid_limit: [400, 'Limit must be a whole number from 1 to 10.'],
  not_found: [404, 'There is nothing at this address.'],
  cross_site: [403, 'This address cannot be called from another site.'],
  address_too_long: [414, 'The address is too long.'],
  body_too_large: [413, 'The request is too large.'],
  rate_limited: [429, 'Too many requests. Please wait a moment and try again.', RETRY_RATE_LIMITED_SECONDS],
  upstream_timeout: [504, 'The market data service did not answer in time. Please try again.'],
  upstream_unreachable: [502, 'The market data service could not be reached. Please try again.'],
  upstream_bad_payload: [502, 'The market data service sent data that could not be read.'],
  upstream_unavailable: [
    503,
    'The market data service is unavailable at the moment.',
    RETRY_UNAVAILABLE_SECONDS,
  ],
  upstream_refused: [503, 'The market data service refused the request.'],
  upstream_redirected: [502, 'The market data service answered from an unexpected address.'],
  upstream_too_large: [502, 'The market data service sent more data than expected.'],
  symbol_mismatch: [502, 'The market data service answered for a different symbol.'],
  unauthenticated: [401, 'Please sign in again.'],
  recent_login_required: [
    401,
    'This needs a sign-in from the last five minutes. Please confirm who you are.',
  ],
  account_deleted: [410, 'This account has been deleted.'],
  not_admin: [403, 'This page is for the operators of this installation.'],
  invalid_since: [400, 'Since must be a whole number from 0.'],
  invalid_item: [422, 'One of the items cannot be stored as it is. Nothing was changed.'],
  over_limit: [413, 'The account has no room for that many items. Nothing was changed.'],
  account_unavailable: [
    503,
    'Accounts are not available on this server at the moment.',
    RETRY_UNAVAILABLE_SECONDS,
  ],
  ledger_unavailable: [
    503,
    'The public ledger is not available on this server at the moment.',
    RETRY_UNAVAILABLE_SECONDS,
  ],
  misconfigured: [500, 'The server is not configured correctly.'],
  internal: [500, 'Something went wrong on the server.'],
};

const BUSY_SENTENCES = {
  upstream_rate_limited: 'The market data service is limiting requests. Please try again later.',
  temporarily_unavailable: 'The market data service is unavailable at the moment. Please try again shortly.',
  call_budget_spent: 'Too many listings are being loaded at the moment. Please try again shortly.',
} as const;

export function errorResponse(failure: Failure): ErrorResponse {
  switch (failure.reason) {
    case 'invalid_days':
      return [400, `Days must be ${failure.allowed}.`];
    case 'unknown_symbol':
      return [404, `No listing was found for ${failure.ticker}.`];
    case 'no_data':
      return [404, `There is no data for ${failure.ticker} at the moment.`];
    case 'method_not_allowed':
      return [405, 'This method is not allowed here.'];
    case 'upstream_rate_limited':
    case 'temporarily_unavailable':
    case 'call_budget_spent':
      return [503, BUSY_SENTENCES[failure.reason], failure.retryAfterSeconds];
    default:
      return RESPONSES[failure.reason];
  }
}
