/** Request parameters: one schema each, which validates it and describes it in the OpenAPI document. */
import { err, HORIZON_OPTIONS_DAYS, ok, TICKER_GRAMMAR, type Result } from '#compute';
import type { Context } from 'hono';
import * as v from 'valibot';
import { toTicker } from '../contract/fields.ts';
import type { AppEnv } from '../services.ts';
import type { Failure } from '../failure.ts';
import { respondError } from './respond.ts';

/** Every occurrence of one parameter; `undefined` when absent. */
export type Occurrences = readonly string[] | undefined;

export interface Param {
  readonly schema: v.GenericSchema<string | undefined, unknown> | v.GenericSchema<string, unknown>;
  readonly error: Failure;
  readonly description: string;
}

const MAX_TICKERS = 50;

/** Nothing is trimmed: every blank would make one more address of a response that caches keep. */
const ticker = {
  schema: v.pipe(v.string(), v.regex(new RegExp(`^${TICKER_GRAMMAR}$`)), toTicker),
  error: { reason: 'invalid_ticker' },
  description: 'A symbol; upper-cased. Class shares may be written with a dot.',
} satisfies Param;

const tickers = {
  schema: v.pipe(
    v.string(),
    v.regex(new RegExp(`^${TICKER_GRAMMAR}(?:,${TICKER_GRAMMAR}){0,${MAX_TICKERS - 1}}$`)),
    v.transform((list) => list.split(',')),
    v.array(v.pipe(v.string(), toTicker)),
    v.transform((list) => [...new Set(list)]),
  ),
  error: { reason: 'invalid_tickers' },
  description: 'One to fifty symbols, separated by commas.',
} satisfies Param;

const number = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern), v.transform(Number));

const horizon = {
  schema: v.optional(
    v.pipe(v.picklist(['1', '7', '14', '30']), v.transform(Number), v.picklist(HORIZON_OPTIONS_DAYS)),
    '7',
  ),
  error: { reason: 'invalid_days', allowed: 'one of 1, 7, 14 or 30' },
  description: 'Trading days of the forecast.',
} satisfies Param;

const newsDays = {
  schema: v.optional(number(/^(?:[1-9]|[12]\d|30)$/), '7'),
  error: { reason: 'invalid_days', allowed: 'a whole number from 1 to 30' },
  description: 'Days of news, counted back from now.',
} satisfies Param;

const view = {
  schema: v.optional(v.picklist(['columns', 'document'])),
  error: { reason: 'invalid_view' },
  description:
    'Absent: the analysis. "columns": one compact history, for a client that analyses it itself. "document": HTML of price and forecast, with the columns in it.',
} satisfies Param;

const version = {
  schema: v.optional(number(/^[1-9]\d{0,3}$/)),
  error: { reason: 'invalid_version' },
  description: 'The version of the columns that the client reads; there is one at a time.',
} satisfies Param;

const range = {
  schema: v.optional(v.picklist(['1d', '5d']), '1d'),
  error: { reason: 'invalid_range' },
  description: 'One session in minutes, or five in steps of five minutes.',
} satisfies Param;

const searchText = {
  schema: v.pipe(v.string(), v.regex(/^(?!\s*$)\P{Cc}{1,64}$/u), v.trim()),
  error: { reason: 'invalid_query' },
  description: 'A part of a symbol or a name; 1 to 64 printable characters after trimming.',
} satisfies Param;

const searchLimit = {
  schema: v.optional(number(/^(?:[1-9]|10)$/), '5'),
  error: { reason: 'invalid_limit' },
  description: 'The largest number of listings.',
} satisfies Param;

const ledger = {
  schema: v.optional(v.literal('replay')),
  error: { reason: 'invalid_ledger' },
  description: 'Absent: the ledger of this market. "replay": recordings played through the job.',
} satisfies Param;

const page = {
  schema: v.optional(number(/^[1-9]\d{0,5}$/), '1'),
  error: { reason: 'invalid_page' },
  description: 'Number of the page, from 1; the response says how many there are.',
} satisfies Param;

const events = {
  schema: v.optional(number(/^(?:0|[1-9]\d{0,8})$/)),
  error: { reason: 'outdated' },
  description:
    'Number of the last event, for the file as of that event; refused when the ledger no longer ends there.',
} satisfies Param;

const since = {
  schema: v.optional(number(/^(?:0|[1-9]\d{0,14})$/), '0'),
  error: { reason: 'invalid_since' },
  description: 'The version that the client has; 0 has everything.',
} satisfies Param;

/** The parameters of each route, in the order in which they are checked. */
export const stockParams = { ticker, days: horizon, view, v: version };
export const tickersParams = { tickers };
export const intradayParams = { ticker, range };
export const newsParams = { ticker, days: newsDays };
export const tickerParams = { ticker };
export const searchParams = { q: searchText, limit: searchLimit };
export const ledgerParams = { ledger };
export const forecastsParams = { days: horizon };
export const verifyParams = { ledger, page };
export const itemsParams = { since };
export const ledgerFileParams = { ledger, events };
export const listingLedgerParams = { ticker, ledger };

export type Params = Readonly<Record<string, Param>>;

type Values<P extends Params> = { [Name in keyof P]: v.InferOutput<P[Name]['schema']> };

/** A repeated parameter is wrong, so that no two readers of an address disagree on which occurrence counts. */
export function parseParam<P extends Param>(
  { schema, error }: P,
  values: Occurrences,
): Result<v.InferOutput<P['schema']>, Failure> {
  if (values !== undefined && values.length !== 1) return err(error);
  const parsed = v.safeParse(schema, values?.[0]);
  return parsed.success ? ok(parsed.output as v.InferOutput<P['schema']>) : err(error);
}

function readParams<P extends Params>(
  params: P,
  c: Context<AppEnv>,
  refusesUnknown: boolean,
): Result<Values<P>, Failure> {
  const queries = c.req.queries();
  const segments = c.req.param();
  const isKnown = (name: string) => Object.hasOwn(params, name) && !Object.hasOwn(segments, name);
  if (!Object.keys(queries).every(isKnown)) {
    if (refusesUnknown) return err({ reason: 'unknown_parameter' });
    c.set('hasUnknownParameters', true);
  }
  const values: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(params)) {
    const segment = segments[name];
    const parsed = parseParam(param, segment === undefined ? queries[name] : [segment]);
    if (!parsed.ok) return parsed;
    values[name] = parsed.value;
  }
  return ok(values as Values<P>);
}

/**
 * A handler that responds by the parameters of its route, or with the error of the first wrong one. Where a response is costly
 * to make it `refusesUnknown` query parameters, because a made-up one would bypass every cache in front.
 */
export function withParams<P extends Params>(
  params: P,
  respond: (c: Context<AppEnv>, values: Values<P>) => Response | Promise<Response>,
  refusesUnknown = false,
) {
  return (c: Context<AppEnv>): Response | Promise<Response> => {
    const values = readParams(params, c, refusesUnknown);
    return values.ok ? respond(c, values.value) : respondError(c, values.error);
  };
}
