/**
 * Request parameters, parsed into values or a `ServiceError`. Query parameters arrive as all their occurrences, because
 * a repeated one is an error: two readers of the same address must not disagree on which occurrence counts.
 */
import { DEFAULT_HORIZON_DAYS, err, ok, parseHorizon, parseTicker } from '#compute';
import type { HorizonDays, Result, Ticker } from '#compute';
import type { ServiceError } from './errors.ts';

/** Every occurrence of one query parameter; `undefined` when absent. */
export type Occurrences = readonly string[] | undefined;

/** Spec section 9: the news window. */
const DEFAULT_NEWS_DAYS = 7;
const MAX_NEWS_DAYS = 30;
/** Spec section 9: suggestions. */
const DEFAULT_SEARCH_LIMIT = 5;
const MAX_SEARCH_LIMIT = 10;
const MAX_QUERY_CHARACTERS = 64;

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Reads a decoded path segment as a ticker; trims and upper-cases it. */
export function tickerParam(segment: string): Result<Ticker, ServiceError> {
  const parsed = parseTicker(segment);
  return parsed.ok ? parsed : err({ reason: 'invalid_ticker' });
}

/** `days` of the stock route: absent = 7, otherwise exactly one of 1, 7, 14, 30. */
export function horizonParam(values: Occurrences): Result<HorizonDays, ServiceError> {
  if (values === undefined) return ok(DEFAULT_HORIZON_DAYS);
  const horizon = values.length === 1 ? parseHorizon(values[0] ?? '') : null;
  return horizon === null ? err({ reason: 'invalid_days', allowed: 'one of 1, 7, 14 or 30' }) : ok(horizon);
}

/** `days` of the news route: absent = 7, otherwise a whole number from 1 to 30. */
export function newsDaysParam(values: Occurrences): Result<number, ServiceError> {
  const days = wholeNumber(values, DEFAULT_NEWS_DAYS, MAX_NEWS_DAYS);
  return days === null ? err({ reason: 'invalid_days', allowed: 'a whole number from 1 to 30' }) : ok(days);
}

/** `limit` of the search route: absent = 5, otherwise a whole number from 1 to 10. */
export function limitParam(values: Occurrences): Result<number, ServiceError> {
  const limit = wholeNumber(values, DEFAULT_SEARCH_LIMIT, MAX_SEARCH_LIMIT);
  return limit === null ? err({ reason: 'invalid_limit' }) : ok(limit);
}

/** `q` of the search route: one occurrence of 1 to 64 characters after trimming, none of them a control character. */
export function queryParam(values: Occurrences): Result<string, ServiceError> {
  const text = values?.length === 1 ? (values[0] ?? '').trim() : '';
  const characters = Array.from(text).length;
  if (characters === 0 || characters > MAX_QUERY_CHARACTERS || CONTROL_CHARACTER.test(text)) {
    return err({ reason: 'invalid_query' });
  }
  return ok(text);
}

/** `view` of the stock route: absent = the analysis, `columns` = the history to be analysed by the client. */
export function viewParam(values: Occurrences): Result<'analysis' | 'columns', ServiceError> {
  if (values === undefined) return ok('analysis');
  return values.length === 1 && values[0] === 'columns' ? ok('columns') : err({ reason: 'invalid_view' });
}

function wholeNumber(values: Occurrences, fallback: number, max: number): number | null {
  if (values === undefined) return fallback;
  const text = values[0] ?? '';
  if (values.length !== 1 || !/^[1-9]\d?$/.test(text)) return null;
  const value = Number(text);
  return value <= max ? value : null;
}
