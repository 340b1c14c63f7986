import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { ApiError } from './contract.ts';
import { errorAnswer } from './errors.ts';
import type { ServiceError } from './errors.ts';

/** How long browsers and Cloudflare's cache may keep an answer. Every answer states it: silence would mean two hours. */
interface Freshness {
  readonly browser: string;
  readonly edge: string;
}

/** A number that moves with the market. */
const LIVE: Freshness = {
  browser: 'public, max-age=15',
  edge: 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
};
const STALE: Freshness = { browser: 'no-cache', edge: 'public, max-age=15' };
const SEARCH: Freshness = {
  browser: 'public, max-age=300',
  edge: 'public, max-age=3600, stale-if-error=604800',
};
const UNKNOWN_SYMBOL: Freshness = { browser: 'public, max-age=60', edge: 'public, max-age=600' };
const NEVER: Freshness = { browser: 'no-store', edge: 'no-store' };

/** Answers market data; a stale copy is asked for again soon. */
export function respondData(c: Context<AppEnv>, body: object, stale: boolean): Response {
  setFreshness(c, stale ? STALE : LIVE);
  return c.json(body, 200);
}

/** Answers search results. */
export function respondSearch(c: Context<AppEnv>, body: object): Response {
  setFreshness(c, SEARCH);
  return c.json(body, 200);
}

/** Answers what holds for this moment only. */
export function respondUncached(c: Context<AppEnv>, body: object): Response {
  setFreshness(c, NEVER);
  return c.json(body, 200);
}

/** Answers an expected failure. Only an unknown symbol may be kept by caches. */
export function respondError(c: Context<AppEnv>, error: ServiceError): Response {
  const { status, error: sentence, retryAfterSeconds } = errorAnswer(error);
  setFreshness(c, error.reason === 'unknown_symbol' ? UNKNOWN_SYMBOL : NEVER);
  if (retryAfterSeconds !== null) c.header('Retry-After', String(retryAfterSeconds));
  const body: ApiError = { error: sentence, code: error.reason, request_id: c.get('requestId') };
  return c.json(body, status);
}

function setFreshness(c: Context<AppEnv>, freshness: Freshness): void {
  c.header('Cache-Control', freshness.browser);
  c.header('Cloudflare-CDN-Cache-Control', freshness.edge);
}
