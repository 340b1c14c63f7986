import type { Result } from '#compute';
import type { Context } from 'hono';
import { encodeText, type Entry, type Served } from '../cache/stores.ts';
import type { ApiError } from '../contract/contract.ts';
import errors from '../contract/errors.json' with { type: 'json' };
import type { Failure } from '../failure.ts';
import type { AppEnv } from '../services.ts';
import { apiHeaders, type Header } from './security-headers.ts';

/** The headers shared by all responses of a cache policy, built once. Cloudflare's cache assumes two hours unless told. */
function headersOf(browser: string, edge: string): Headers {
  return new Headers([
    ...apiHeaders(),
    ['Cache-Control', browser],
    ['Cloudflare-CDN-Cache-Control', edge],
    ['Content-Type', 'application/json; charset=utf-8'],
  ]);
}

/** Maximum seconds that an upstream cache may keep market data. */
const LIVE_EDGE_SECONDS = 60;

/** For a fresh entry; the edge's time is shortened to the entry's remaining freshness. */
const LIVE = headersOf('public, max-age=15', liveEdge(LIVE_EDGE_SECONDS));
/** While a refresh runs: a client that requests again after two seconds gets the result. */
const RENEWING = headersOf('no-cache', 'public, max-age=1');
/** While the source fails, and for results from the bundled list. */
const STALE = headersOf('no-cache', 'public, max-age=15');
const SEARCH = headersOf('public, max-age=300', 'public, max-age=3600, stale-if-error=604800');
/** For the ledger, which changes with each run of its job: only for a minute, so that related responses agree. */
const LEDGER = headersOf(
  'public, max-age=300',
  'public, max-age=60, stale-while-revalidate=600, stale-if-error=604800',
);
const UNKNOWN_SYMBOL = headersOf('public, max-age=60', 'public, max-age=600');
const NO_STORE = headersOf('no-store', 'no-store');

type Body = Pick<Entry<unknown>, 'bytes' | 'etag'>;

function liveEdge(seconds: number): string {
  return `public, max-age=${seconds}, stale-while-revalidate=600, stale-if-error=86400`;
}

/** Responds with a cache entry's bytes, or with a body made from it. Stale responses expire soon. */
export function respondCached(c: Context<AppEnv>, cached: Served<unknown>, body: Body): Response {
  const stale = cached.failure === null ? RENEWING : STALE;
  const response = withCacheStatus(c, entity(c, cached.stale ? stale : LIVE, body), cached);
  if (cached.stale) return response;
  const leftSeconds = Math.floor(cached.entry.freshUntilSeconds - c.get('services').now() / 1000);
  if (leftSeconds < LIVE_EDGE_SECONDS && !c.get('hasUnknownParameters')) {
    response.headers.set('Cloudflare-CDN-Cache-Control', liveEdge(Math.max(leftSeconds, 1)));
  }
  return response;
}

export async function respondData(c: Context<AppEnv>, body: object, cached: Served<unknown>) {
  return respondCached(c, cached, await encodeText(JSON.stringify(body)));
}

/** Responds with HTML in the conventions of the browser's language, which Cloudflare's cache would mix. */
export async function respondHtml(c: Context<AppEnv>, html: string, cached: Served<unknown>) {
  const response = respondCached(c, cached, await encodeText(html));
  response.headers.set('Content-Type', 'text/html; charset=utf-8');
  response.headers.set('Cloudflare-CDN-Cache-Control', 'no-store');
  response.headers.append('Vary', 'Accept-Language');
  return response;
}

/** Responds with a batch. It is cacheable only if every row is fresh; otherwise the next request will get more. */
export async function respondBatch(
  c: Context<AppEnv>,
  body: object,
  rows: readonly (Result<Served<unknown>, unknown> | null)[],
): Promise<Response> {
  const fresh = rows.flatMap((row) => (row?.ok && !row.value.stale ? [row.value] : []));
  const [oldest] = fresh.toSorted((a, b) => a.entry.fetchedAtSeconds - b.entry.fetchedAtSeconds);
  if (oldest === undefined || fresh.length < rows.length) return respondUncached(JSON.stringify(body));
  return respondData(c, body, oldest);
}

/** Responds with search results; `cached` is `null` for the bundled list's, which are cached briefly. */
export async function respondSearch(c: Context<AppEnv>, body: object, cached: Served<unknown> | null) {
  const policy = cached === null || cached.stale ? STALE : SEARCH;
  const response = entity(c, policy, await encodeText(JSON.stringify(body)));
  return cached === null ? response : withCacheStatus(c, response, cached);
}

/** Responds with JSON that holds only at this moment or only for this reader. */
export function respondUncached(json: string, status = 200): Response {
  return new Response(json, { status, headers: NO_STORE });
}

/** Responds from the ledger, with JSON unless `more` names another content type. */
export async function respondLedger(c: Context<AppEnv>, text: string, more: readonly Header[] = []) {
  const response = entity(c, LEDGER, await encodeText(text));
  for (const header of more) response.headers.set(...header);
  return response;
}

/** Responds with a file of the ledger, which is cached as long as searches if it never changes. */
export function respondCsv(c: Context<AppEnv>, body: ReadableStream, isFinal: boolean): Response {
  const response = new Response(body, { headers: policyOf(c, isFinal ? SEARCH : LEDGER) });
  response.headers.set('Content-Type', 'text/csv; charset=utf-8');
  return response;
}

export function respondEmpty(status = 204): Response {
  const response = new Response(null, { status, headers: NO_STORE });
  response.headers.delete('Content-Type');
  return response;
}

/** What is sent of a failure. The sentence never quotes raw input or a source's text. */
export function errorResponse(failure: Failure) {
  const known: { readonly status: number; readonly error: string; readonly retryAfterSeconds?: number } =
    errors[failure.reason];
  const values: typeof known & Readonly<Record<string, unknown>> = { ...known, ...failure };
  return { ...values, error: known.error.replace(/\{(\w+)\}/, (_, name: string) => String(values[name])) };
}

export type ErrorBody = ReturnType<typeof errorBody>;

/** The body of an expected failure; also counts it in the metrics. */
export function errorBody(c: Context<AppEnv>, failure: Failure) {
  const { status, error, retryAfterSeconds } = errorResponse(failure);
  c.set('fault', failure.reason);
  const refused = 'refused' in failure ? { refused: failure.refused } : {};
  const body: ApiError = { error, code: failure.reason, request_id: c.get('requestId'), ...refused };
  return { status, retryAfterSeconds, body };
}

/** Responds with an expected failure. Only unknown symbols are cacheable. */
export function respondError(c: Context<AppEnv>, failure: Failure): Response {
  const { status, retryAfterSeconds, body } = errorBody(c, failure);
  const headers = failure.reason === 'unknown_symbol' ? policyOf(c, UNKNOWN_SYMBOL) : NO_STORE;
  const response = new Response(JSON.stringify(body), { status, headers });
  if (retryAfterSeconds !== undefined) response.headers.set('Retry-After', String(retryAfterSeconds));
  if (status === 401) response.headers.set('WWW-Authenticate', 'Bearer');
  if (failure.reason === 'method_not_allowed') response.headers.set('Allow', failure.allowed);
  return response;
}

export function logUnexpected(c: Context<AppEnv>, cause: unknown): void {
  const detail = {
    event: 'unexpected',
    request_id: c.get('requestId'),
    cause: String(cause),
    stack: cause instanceof Error ? cause.stack : undefined,
  };
  console.error(JSON.stringify(detail));
}

function entity(c: Context<AppEnv>, policy: Headers, { bytes, etag }: Body): Response {
  const headers = policyOf(c, policy);
  const isKnown = matches(c.req.header('If-None-Match'), etag);
  const response = isKnown ? new Response(null, { status: 304, headers }) : new Response(bytes, { headers });
  response.headers.set('ETag', etag);
  return response;
}

/** Never caches requests with unknown parameters, which would fill caches with copies of one response. */
function policyOf(c: Context<AppEnv>, policy: Headers): Headers {
  return c.get('hasUnknownParameters') ? NO_STORE : policy;
}

/** RFC 9110 section 13.1.2: a list of validators, compared weakly, because a compressing cache weakens them. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((part) => {
    const validator = part.trim().replace(/^W\//, '');
    return validator === etag || validator === '*';
  });
}

/** `Cache-Status` (RFC 9211) and `Server-Timing`. No `Age`: HTTP caches would take the data's age for their own. */
function withCacheStatus(c: Context<AppEnv>, response: Response, cached: Served<unknown>): Response {
  const { now } = c.get('services');
  c.set('cache', cached);
  const nowMs = now();
  const { headers } = response;
  headers.set('Cache-Status', cacheStatus(cached, nowMs / 1000));
  // A Worker's clock advances only at I/O, so this measures the wait for KV and sources, not computation.
  headers.set('Server-Timing', `data;dur=${nowMs - c.get('startedAtMs')};desc="${cached.outcome}"`);
  return response;
}

export function cacheStatus({ entry, outcome, failure }: Served<unknown>, nowSeconds: number): string {
  const ttlSeconds = Math.floor(entry.freshUntilSeconds - nowSeconds);
  if (outcome === 'upstream') return 'candor; fwd=miss; stored';
  if (outcome !== 'stale') return `candor; hit; ttl=${ttlSeconds}; detail=${outcome}`;
  // An entry dated in the future is stale although its time has not run out.
  return `candor; hit; ttl=${Math.min(ttlSeconds, 0)}; detail=${failure ?? 'revalidating'}`;
}
