/** What a request must pass before a route sees it, the cheap checks first: none of them uses KV or a source. */
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import { isAllowedOrigin } from './cors.ts';
import type { ServiceError } from './errors.ts';

/** Valid addresses are far shorter: a search text of 64 characters is at most 768 when encoded. */
const MAX_ADDRESS_CHARACTERS = 16 * 1024;
const MAX_QUERY_CHARACTERS = 4 * 1024;

/** Methods of the paths that are not only read. */
const METHODS: Readonly<Record<string, string>> = {
  '/api/csp-report': 'POST',
  '/api/me': 'DELETE',
  '/api/me/items': 'GET, HEAD, PUT',
};

/** Why a request is refused; `null` when a route may see it. `allowedOrigins` may send cross-site requests. */
export function refusal(c: Context<AppEnv>, allowedOrigins: readonly string[]): ServiceError | null {
  return wrongMethod(c) ?? (isAllowedOrigin(c, allowedOrigins) ? null : crossSite(c)) ?? tooLong(c);
}

/** Whether an IP address or a user has used up a quota; `false` without the platform's binding or without a key. */
export async function isOverQuota(
  c: Context<AppEnv>,
  key: string | undefined = c.req.header('CF-Connecting-IP'),
): Promise<boolean> {
  const limiter = c.env.API_RATE_LIMITER;
  if (limiter === undefined || key === undefined) return false;
  return !(await limiter.limit({ key })).success;
}

function wrongMethod(c: Context<AppEnv>): ServiceError | null {
  const allowed = METHODS[c.req.path] ?? 'GET, HEAD';
  return allowed.split(', ').includes(c.req.method) ? null : { reason: 'method_not_allowed', allowed };
}

/**
 * Fetch Metadata (W3C): other sites may link to a response, but neither fetch nor embed it. Clients that send no such
 * headers are let through: there is nothing to protect but our quota.
 */
function crossSite(c: Context<AppEnv>): ServiceError | null {
  if (c.req.header('Sec-Fetch-Site') !== 'cross-site') return null;
  const isLink =
    c.req.header('Sec-Fetch-Mode') === 'navigate' && c.req.header('Sec-Fetch-Dest') === 'document';
  return isLink ? null : { reason: 'cross_site' };
}

function tooLong(c: Context<AppEnv>): ServiceError | null {
  const { url } = c.req;
  const query = url.indexOf('?');
  const isTooLong =
    url.length > MAX_ADDRESS_CHARACTERS || (query !== -1 && url.length - query > MAX_QUERY_CHARACTERS);
  return isTooLong ? { reason: 'address_too_long' } : null;
}
