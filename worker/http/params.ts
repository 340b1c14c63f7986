/** Request parameters. One schema each, for validation and the OpenAPI document. */
import { err, HORIZON_OPTIONS_DAYS, ok, TICKER_GRAMMAR, type Result } from '#compute';
import type { Context } from 'hono';
import * as v from 'valibot';
import { toTicker } from '../contract/fields.ts';
import type { AppEnv } from '../services.ts';
import type { Failure } from '../failure.ts';
import { respondError } from './respond.ts';

/** All occurrences of a parameter; `undefined` if absent. */
export type Occurrences = readonly string[] | undefined;

export interface Param {
  readonly schema: v.GenericSchema<string | undefined, unknown> | v.GenericSchema<string, unknown>;
  readonly error: Failure;
  readonly description: string;
}

const MAX_TICKERS = 50;

/** Not trimmed: each space would make another URL, and another cache entry, for the same response. */
const ticker = {
  schema: v.pipe(v.string(), v.regex(new RegExp(`^${TICKER_GRAMMAR}$`)), toTicker),
  error: { reason: 'invalid_ticker' },
  description: 'Ticker, case-insensitive. Share classes may use a dot.',
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
  description: '1 to 50 tickers, separated by commas.',
} satisfies Param;

const number = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern), v.transform(Number));

const horizon = {
  schema: v.optional(
    v.pipe(v.picklist(['1', '7', '14', '30']), v.transform(Number), v.picklist(HORIZON_OPTIONS_DAYS)),
    '7',
  ),
  error: { reason: 'invalid_days', allowed: 'one of 1, 7, 14 or 30' },
  description: 'Forecast horizon in trading days.',
} satisfies Param;

const newsDays = {
  schema: v.optional(number(/^(?:[1-9]|[12]\d|30)$/), '7'),
  error: { reason: 'invalid_days', allowed: 'a whole number from 1 to 30' },
  description: 'How many days of news to return, counting back from now.',
} satisfies Param;

const view = {
  schema: v.optional(v.picklist(['columns', 'document'])),
  error: { reason: 'invalid_view' },
  description:
    'Omit for the analysis. `columns`: compact price history, for clients that run the analysis themselves. `document`: price and forecast as HTML, with the columns embedded.',
} satisfies Param;

const version = {
  schema: v.optional(number(/^[1-9]\d{0,3}$/)),
  error: { reason: 'invalid_version' },
  description: 'Version of the columns format. Only one is served at a time.',
} satisfies Param;

const range = {
  schema: v.optional(v.picklist(['1d', '5d']), '1d'),
  error: { reason: 'invalid_range' },
  description: '`1d`: one session in 1-minute bars. `5d`: five sessions in 5-minute bars.',
} satisfies Param;

const searchText = {
  schema: v.pipe(v.string(), v.regex(/^(?!\s*$)\P{Cc}{1,64}$/u), v.trim()),
  error: { reason: 'invalid_query' },
  description:
    'Part of a ticker or company name, an ISIN, or a ticker as another app spells it (`NASDAQ:MSFT`, `SAP GY`, `BRK/B`): 1 to 64 printable characters after trimming.',
} satisfies Param;

const searchLimit = {
  schema: v.optional(number(/^(?:[1-9]|10)$/), '5'),
  error: { reason: 'invalid_limit' },
  description: 'Maximum number of results.',
} satisfies Param;

const ledger = {
  schema: v.optional(v.literal('replay')),
  error: { reason: 'invalid_ledger' },
  description: 'Omit for this market’s ledger. `replay`: recorded prices replayed through the job.',
} satisfies Param;

const page = {
  schema: v.optional(number(/^[1-9]\d{0,5}$/), '1'),
  error: { reason: 'invalid_page' },
  description: 'Page number, from 1. The response states the number of pages.',
} satisfies Param;

const events = {
  schema: v.optional(number(/^(?:0|[1-9]\d{0,8})$/)),
  error: { reason: 'outdated' },
  description:
    'Number of the last event; returns the file as of that event. Refused unless the ledger ends there.',
} satisfies Param;

const since = {
  schema: v.optional(number(/^(?:0|[1-9]\d{0,14})$/), '0'),
  error: { reason: 'invalid_since' },
  description: 'Version the client already has; 0 returns everything.',
} satisfies Param;

/** Each route's parameters, in the order in which they are checked. */
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

/** Repeated parameters are refused, because readers of a URL may disagree on which occurrence counts. */
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
 * A handler that receives its route's parsed parameters, or responds with the error of the first wrong one. Routes with costly
 * responses set `refusesUnknown`, because invented query parameters would bypass every cache in front.
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
