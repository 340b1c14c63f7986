/**
 * Request parameters: one schema each, which validates it and describes it in the OpenAPI document. A repeated query
 * parameter is an error, so that no two readers of an address disagree on which occurrence counts.
 */
import { DEFAULT_HORIZON_DAYS, err, ok, parseHorizon, TICKER_GRAMMAR } from '#compute';
import type { HorizonDays, Result, Ticker } from '#compute';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { IntradayRange } from '../contract/contract.ts';
import { toTicker } from '../contract/fields.ts';
import type { AppEnv } from '../services.ts';
import type { Failure } from '../failure.ts';
import { respondError } from './respond.ts';

/** Every occurrence of one parameter; `undefined` when absent. */
export type Occurrences = readonly string[] | undefined;

export interface Param<T> {
  readonly in: 'path' | 'query';
  readonly schema: v.GenericSchema<string | undefined, T> | v.GenericSchema<string, T>;
  readonly error: Failure;
}

/** Tickers in one request. */
const MAX_TICKERS = 50;

/** Nothing is trimmed: every blank would make one more address of a response that caches keep. */
const ticker: Param<Ticker> = {
  in: 'path',
  schema: v.pipe(v.string(), v.regex(new RegExp(`^${TICKER_GRAMMAR}$`)), toTicker),
  error: { reason: 'invalid_ticker' },
};

const tickers: Param<readonly Ticker[]> = {
  in: 'query',
  schema: v.pipe(
    v.string(),
    v.regex(new RegExp(`^${TICKER_GRAMMAR}(?:,${TICKER_GRAMMAR}){0,${MAX_TICKERS - 1}}$`)),
    v.transform((list) => list.split(',')),
    v.array(v.pipe(v.string(), toTicker)),
    v.transform((list) => [...new Set(list)]),
  ),
  error: { reason: 'invalid_tickers' },
};

const horizon: Param<HorizonDays> = {
  in: 'query',
  schema: v.pipe(
    v.optional(v.picklist(['1', '7', '14', '30']), `${DEFAULT_HORIZON_DAYS}`),
    v.transform((text) => parseHorizon(text) ?? DEFAULT_HORIZON_DAYS),
  ),
  error: { reason: 'invalid_days', allowed: 'one of 1, 7, 14 or 30' },
};

const view: Param<'analysis' | 'columns' | 'document'> = {
  in: 'query',
  schema: v.pipe(
    v.optional(v.picklist(['columns', 'document'])),
    v.transform((text) => text ?? 'analysis'),
  ),
  error: { reason: 'invalid_view' },
};

/** A number whose text matches a pattern; `fallback` where it is absent. */
const numberParam = (pattern: RegExp, fallback: string, error: Failure): Param<number> => ({
  in: 'query',
  schema: v.pipe(v.optional(v.pipe(v.string(), v.regex(pattern)), fallback), v.transform(Number)),
  error,
});

/** The same, `null` where it is absent. */
const optionalNumberParam = (pattern: RegExp, error: Failure): Param<number | null> => ({
  in: 'query',
  schema: v.pipe(
    v.optional(v.pipe(v.string(), v.regex(pattern))),
    v.transform((text) => (text === undefined ? null : Number(text))),
  ),
  error,
});

const version = optionalNumberParam(/^[1-9]\d{0,3}$/, { reason: 'invalid_version' });
const events = optionalNumberParam(/^(?:0|[1-9]\d{0,8})$/, { reason: 'outdated' });
const page = numberParam(/^[1-9]\d{0,5}$/, '1', { reason: 'invalid_page' });
const since = numberParam(/^(?:0|[1-9]\d{0,14})$/, '0', { reason: 'invalid_since' });
const searchLimit = numberParam(/^(?:[1-9]|10)$/, '5', { reason: 'invalid_limit' });
const newsDays = numberParam(/^(?:[1-9]|[12]\d|30)$/, '7', {
  reason: 'invalid_days',
  allowed: 'a whole number from 1 to 30',
});

const range: Param<IntradayRange> = {
  in: 'query',
  schema: v.optional(v.picklist(['1d', '5d']), '1d'),
  error: { reason: 'invalid_range' },
};

const searchText: Param<string> = {
  in: 'query',
  schema: v.pipe(v.string(), v.regex(/^(?!\s*$)\P{Cc}{1,64}$/u), v.trim()),
  error: { reason: 'invalid_query' },
};

const ledger: Param<'replay' | null> = {
  in: 'query',
  schema: v.pipe(
    v.optional(v.literal('replay')),
    v.transform((text) => text ?? null),
  ),
  error: { reason: 'invalid_ledger' },
};

/** The parameters of each route, in the order in which they are checked. */
export const stockParams = { ticker, days: horizon, view, v: version };
export const quotesParams = { tickers };
export const datesParams = { tickers };
export const intradayParams = { ticker, range };
export const newsParams = { ticker, days: newsDays };
export const sentimentParams = { ticker };
export const searchParams = { q: searchText, limit: searchLimit };
export const ledgerParams = { ledger };
export const forecastsParams = { days: horizon };
export const verifyParams = { ledger, page };
export const itemsParams = { since };
export const ledgerFileParams = { ledger, events };
export const listingLedgerParams = { ticker, ledger };

export type Params = Readonly<Record<string, Param<unknown>>>;

export type Values<P extends Params> = { [Name in keyof P]: P[Name] extends Param<infer T> ? T : never };

/** Reads one parameter; a repeated one is wrong even when its occurrences agree. */
export function parseParam<T>(param: Param<T>, values: Occurrences): Result<T, Failure> {
  if (values !== undefined && values.length !== 1) return err(param.error);
  const parsed = v.safeParse(param.schema, values?.[0]);
  return parsed.success ? ok(parsed.output) : err(param.error);
}

/** Reads all parameters of a route; the error is that of the first wrong one. */
export function readParams<P extends Params>(params: P, c: Context<AppEnv>): Result<Values<P>, Failure> {
  const queries = c.req.queries();
  if (hasUnknown(params, queries)) c.set('hasUnknownParameters', true);
  const values: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(params)) {
    const parsed = parseParam(param, param.in === 'query' ? queries[name] : pathSegment(c, name));
    if (!parsed.ok) return parsed;
    values[name] = parsed.value;
  }
  return ok(values as Values<P>);
}

/**
 * {@link readParams} for responses that are costly to make: an unknown query parameter is an error too, because a made-up
 * one would bypass every cache in front.
 */
export function readExactParams<P extends Params>(params: P, c: Context<AppEnv>): Result<Values<P>, Failure> {
  return hasUnknown(params, c.req.queries()) ? err({ reason: 'unknown_parameter' }) : readParams(params, c);
}

/** A handler that responds by the parameters of its route, or with the error of the first wrong one. */
export function withParams<P extends Params>(
  params: P,
  respond: (c: Context<AppEnv>, values: Values<P>) => Response | Promise<Response>,
) {
  return (c: Context<AppEnv>): Response | Promise<Response> => {
    const values = readParams(params, c);
    return values.ok ? respond(c, values.value) : respondError(c, values.error);
  };
}

/** Whether the address has a query parameter that the route does not know. */
function hasUnknown(params: Params, queries: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(queries).some((name) => params[name]?.in !== 'query');
}

function pathSegment(c: Context<AppEnv>, name: string): Occurrences {
  const segment = c.req.param(name);
  return segment === undefined ? undefined : [segment];
}
