/** Every operation of the API, and the badge: its method, path and parameters. `scripts/openapi-document.ts` describes them. */
import { err, HORIZON_OPTIONS_DAYS, ok, TICKER_GRAMMAR } from '#compute';
import type { Context } from 'hono';
import * as v from 'valibot';
import { toTicker } from '../contract/fields.ts';
import type { Failure, Outcome } from '../failure.ts';
import type { AppEnv } from '../services.ts';

export interface Param {
  readonly schema: v.GenericSchema<string | undefined, unknown> | v.GenericSchema<string, unknown>;
  readonly error: Failure;
}

export interface Operation {
  /** GET, which includes HEAD, unless stated. */
  readonly method?: 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  /** In the order in which they are checked. */
  readonly params: Readonly<Record<string, Param>>;
  readonly isSignedIn?: true;
  /** For costly responses, because invented query parameters would bypass every cache in front. */
  readonly refusesUnknown?: true;
}

const MAX_TICKERS = 50;

const number = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern), v.transform(Number));

export const PARAMS = {
  ticker: {
    // Not trimmed: each space would make another URL, and another cache entry, for the same response.
    schema: v.pipe(v.string(), v.regex(new RegExp(`^${TICKER_GRAMMAR}$`)), toTicker),
    error: { reason: 'invalid_ticker' },
  },
  tickers: {
    schema: v.pipe(
      v.string(),
      v.regex(new RegExp(`^${TICKER_GRAMMAR}(?:,${TICKER_GRAMMAR}){0,${MAX_TICKERS - 1}}$`)),
      v.transform((list) => list.split(',')),
      v.array(v.pipe(v.string(), toTicker)),
      v.transform((list) => [...new Set(list)]),
    ),
    error: { reason: 'invalid_tickers' },
  },
  horizon: {
    schema: v.optional(
      v.pipe(v.picklist(['1', '7', '14', '30']), v.transform(Number), v.picklist(HORIZON_OPTIONS_DAYS)),
      '7',
    ),
    error: { reason: 'invalid_days', allowed: 'one of 1, 7, 14 or 30' },
  },
  newsDays: {
    schema: v.optional(number(/^(?:[1-9]|[12]\d|30)$/), '7'),
    error: { reason: 'invalid_days', allowed: 'a whole number from 1 to 30' },
  },
  view: { schema: v.optional(v.picklist(['columns', 'document'])), error: { reason: 'invalid_view' } },
  version: { schema: v.optional(number(/^[1-9]\d{0,3}$/)), error: { reason: 'invalid_version' } },
  range: { schema: v.optional(v.picklist(['1d', '5d']), '1d'), error: { reason: 'invalid_range' } },
  searchText: {
    schema: v.pipe(v.string(), v.regex(/^(?!\s*$)\P{Cc}{1,64}$/u), v.trim()),
    error: { reason: 'invalid_query' },
  },
  searchLimit: { schema: v.optional(number(/^(?:[1-9]|10)$/), '5'), error: { reason: 'invalid_limit' } },
  session: {
    schema: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/))),
    error: { reason: 'invalid_session' },
  },
  page: { schema: v.optional(number(/^[1-9]\d{0,5}$/), '1'), error: { reason: 'invalid_page' } },
  year: { schema: number(/^2\d{3}$/), error: { reason: 'invalid_year' } },
  events: { schema: v.optional(number(/^(?:0|[1-9]\d{0,8})$/)), error: { reason: 'outdated' } },
  since: { schema: v.optional(number(/^(?:0|[1-9]\d{0,14})$/), '0'), error: { reason: 'invalid_since' } },
} satisfies Record<string, Param>;

const { ticker, tickers, horizon, view, version, range, events, page, year } = PARAMS;

/** Where paths overlap, the more specific one comes first. */
export const OPERATIONS = {
  stock: { path: '/api/stock/:ticker', params: { ticker, days: horizon, view, v: version } },
  intraday: { path: '/api/intraday/:ticker', params: { ticker, range } },
  quotes: { path: '/api/quotes', params: { tickers } },
  sentiment: { path: '/api/sentiment/:ticker', params: { ticker } },
  dates: { path: '/api/dates', params: { tickers } },
  news: { path: '/api/news/:ticker', params: { ticker, days: PARAMS.newsDays } },
  search: { path: '/api/search', params: { q: PARAMS.searchText, limit: PARAMS.searchLimit } },
  health: { path: '/api/health', params: {} },
  ledger: { path: '/api/record', params: {} },
  ledgerProof: { path: '/api/record/verify', params: { page }, refusesUnknown: true },
  ledgerRows: { path: '/api/record.csv', params: { events }, refusesUnknown: true },
  ledgerEvents: { path: '/api/record/events.csv', params: { events }, refusesUnknown: true },
  ledgerFeed: { path: '/api/record.atom', params: {} },
  ledgerTimestamps: { path: '/api/record/timestamps', params: { year }, refusesUnknown: true },
  listingLedger: { path: '/api/record/:ticker', params: { ticker, session: PARAMS.session } },
  badge: { path: '/badge.svg', params: { days: horizon } },
  forecasts: { path: '/api/forecasts', params: { days: horizon } },
  accountItems: { path: '/api/me/items', params: { since: PARAMS.since }, isSignedIn: true },
  updateItems: { method: 'PUT', path: '/api/me/items', params: {}, isSignedIn: true },
  alertStatus: { path: '/api/me/alerts', params: {}, isSignedIn: true },
  exportAccount: { path: '/api/me/export', params: {}, isSignedIn: true },
  deleteAccount: { method: 'DELETE', path: '/api/me', params: {}, isSignedIn: true },
  adminStatus: { path: '/api/admin/status', params: {}, isSignedIn: true },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof OPERATIONS;

type Values<P extends Operation['params']> = { [Name in keyof P]: v.InferOutput<P[Name]['schema']> };

export type Handler<Name extends OperationName> = (
  c: Context<AppEnv>,
  values: Values<(typeof OPERATIONS)[Name]['params']>,
) => Response | Promise<Response>;

export type Handlers<Name extends OperationName = OperationName> = { readonly [N in Name]: Handler<N> };

/** A request's parameters, or the error of the first wrong one. A repeated one is wrong, since caches may not agree which counts. */
export function parseParams(
  { params, refusesUnknown }: Operation,
  c: Context<AppEnv>,
): Outcome<Readonly<Record<string, unknown>>> {
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
    const occurrences = segment === undefined ? (queries[name] ?? []) : [segment];
    const parsed = v.safeParse(param.schema, occurrences[0]);
    if (!parsed.success || occurrences.length > 1) return err(param.error);
    values[name] = parsed.output;
  }
  return ok(values);
}
