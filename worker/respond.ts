import type { Result } from '#compute';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { Cached } from './cache/cached.ts';
import type { ApiError } from './contract.ts';
import { encodeAnswer } from './encoded-answers.ts';
import type { EncodedAnswer } from './encoded-answers.ts';
import { errorAnswer } from './errors.ts';
import type { ServiceError } from './errors.ts';
import { apiHeaders } from './security-headers.ts';

/** How long browsers and Cloudflare's cache may keep an answer. Every answer states it: silence would mean two hours. */
interface Freshness {
  readonly browser: string;
  readonly edge: string;
}

/**
 * Every header that an answer of a freshness has whatever it says. A response made with them copies them once, which
 * costs a fraction of setting each; what differs is set on the response, because a copy in between is a copy more.
 */
function fixedHeaders({ browser, edge }: Freshness): Headers {
  return new Headers([
    ...apiHeaders().map(([name, value]): [string, string] => [name, value]),
    ['Cache-Control', browser],
    ['Cloudflare-CDN-Cache-Control', edge],
    ['Content-Type', 'application/json; charset=utf-8'],
  ]);
}

/** A number that moves with the market. */
const LIVE = fixedHeaders({
  browser: 'public, max-age=15',
  edge: 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
});
const STALE = fixedHeaders({ browser: 'no-cache', edge: 'public, max-age=15' });
const SEARCH = fixedHeaders({
  browser: 'public, max-age=300',
  edge: 'public, max-age=3600, stale-if-error=604800',
});
const UNKNOWN_SYMBOL = fixedHeaders({ browser: 'public, max-age=60', edge: 'public, max-age=600' });
const NEVER = fixedHeaders({ browser: 'no-store', edge: 'no-store' });

/** The facts of a cached record that its answer's headers tell. */
export type CacheFacts = Pick<
  Cached<unknown>,
  'fetchedAtSeconds' | 'freshUntilSeconds' | 'stale' | 'outcome' | 'failure'
>;

/** Answers market data already printed, or 304 to a client that has it. A stale copy is asked for again soon. */
export function respondEncoded(c: Context<AppEnv>, answer: EncodedAnswer, facts: CacheFacts): Response {
  return withCacheFacts(c, entity(c, facts.stale ? STALE : LIVE, answer), facts);
}

/** Answers market data. */
export async function respondData(c: Context<AppEnv>, body: object, facts: CacheFacts): Promise<Response> {
  return respondEncoded(c, await encodeAnswer(body), facts);
}

/** Answers a batch of records. Caches may keep it when nothing in it is due, stale or missing: the next call will know more. */
export async function respondBatch(
  c: Context<AppEnv>,
  body: object,
  records: readonly (Result<CacheFacts, unknown> | null)[],
): Promise<Response> {
  const fresh = records.flatMap((record) => (record?.ok && !record.value.stale ? [record.value] : []));
  const [oldest] = fresh.toSorted((a, b) => a.fetchedAtSeconds - b.fetchedAtSeconds);
  if (oldest === undefined || fresh.length < records.length) return respondUncached(c, body);
  return respondData(c, body, oldest);
}

/** Answers search results; `facts` is `null` for results that no provider supplied, which nobody keeps. */
export async function respondSearch(
  c: Context<AppEnv>,
  body: object,
  facts: CacheFacts | null,
): Promise<Response> {
  const response = entity(c, facts === null || facts.stale ? STALE : SEARCH, await encodeAnswer(body));
  return facts === null ? response : withCacheFacts(c, response, facts);
}

/** Answers what holds for this moment only. */
export function respondUncached(c: Context<AppEnv>, body: object): Response {
  return named(c, new Response(JSON.stringify(body), { headers: NEVER }));
}

/** Answers a printed document that changes with a release or once a day (the description of the API, the record): kept as a search is. */
export async function respondDocument(c: Context<AppEnv>, answer: EncodedAnswer): Promise<Response> {
  return entity(c, SEARCH, answer);
}

/** Answers a table as it is read, too large to be printed first. */
export function respondCsv(c: Context<AppEnv>, body: ReadableStream): Response {
  const response = named(c, new Response(body, { headers: SEARCH }));
  response.headers.set('Content-Type', 'text/csv; charset=utf-8');
  return response;
}

/** Answers that there is nothing to say. */
export function respondEmpty(c: Context<AppEnv>): Response {
  const response = named(c, new Response(null, { status: 204, headers: NEVER }));
  response.headers.delete('Content-Type');
  return response;
}

/** Answers an expected failure. Only an unknown symbol may be kept by caches. */
export function respondError(c: Context<AppEnv>, error: ServiceError): Response {
  const { status, error: sentence, retryAfterSeconds } = errorAnswer(error);
  c.set('fault', error.reason);
  const body: ApiError = { error: sentence, code: error.reason, request_id: c.get('requestId') };
  const headers = error.reason === 'unknown_symbol' ? UNKNOWN_SYMBOL : NEVER;
  const response = named(c, new Response(JSON.stringify(body), { status, headers }));
  if (retryAfterSeconds !== null) response.headers.set('Retry-After', String(retryAfterSeconds));
  if (error.reason === 'method_not_allowed') response.headers.set('Allow', error.allowed);
  return response;
}

function entity(c: Context<AppEnv>, headers: Headers, { bytes, etag }: EncodedAnswer): Response {
  const isKnown = matches(c.req.header('If-None-Match'), etag);
  const response = isKnown ? new Response(null, { status: 304, headers }) : new Response(bytes, { headers });
  response.headers.set('ETag', etag);
  return named(c, response);
}

/** RFC 9110 section 13.1.2: a list of validators, compared weakly, because a cache that compresses weakens ours. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((part) => {
    const validator = part.trim().replace(/^W\//, '');
    return validator === etag || validator === '*';
  });
}

function named(c: Context<AppEnv>, response: Response): Response {
  response.headers.set('X-Request-Id', c.get('requestId'));
  return response;
}

/** `Age` (RFC 9111), `Cache-Status` (RFC 9211) and `Server-Timing` of a record read through our cache. */
function withCacheFacts(c: Context<AppEnv>, response: Response, facts: CacheFacts): Response {
  const { now } = c.get('services');
  c.set('cache', facts);
  const nowMs = now();
  const ageSeconds = Math.max(Math.floor(nowMs / 1000 - facts.fetchedAtSeconds), 0);
  const { headers } = response;
  headers.set('Age', String(ageSeconds));
  headers.set('Cache-Status', cacheStatus(facts, nowMs / 1000));
  // The clock moves at I/O only, so this is the time waited for KV and upstreams, not the computing.
  headers.set('Server-Timing', `data;dur=${nowMs - c.get('startedAtMs')};desc="${facts.outcome}"`);
  return response;
}

function cacheStatus({ outcome, failure, freshUntilSeconds }: CacheFacts, nowSeconds: number): string {
  switch (outcome) {
    case 'memory':
    case 'kv':
      return `edge; hit; ttl=${Math.floor(freshUntilSeconds - nowSeconds)}; detail=${outcome}`;
    case 'upstream':
      return 'edge; fwd=miss; stored';
    case 'stale':
      return `edge; fwd=stale; detail=${failure ?? 'refreshing'}`;
  }
}
