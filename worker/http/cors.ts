/** CORS for pages that are served from another origin than the API, by the list in `ALLOWED_ORIGINS`. */
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';
import { apiHeaders } from './security-headers.ts';

const METHODS = 'GET, HEAD, PUT, DELETE';
const REQUEST_HEADERS = 'Authorization, Content-Type, If-None-Match, Purpose';
const EXPOSED_HEADERS = 'Date, ETag, Cache-Status, Retry-After, X-Request-Id';
const PREFLIGHT_SECONDS = 86_400;

/** Whether the request comes from a page of an allowed origin. */
export function isAllowedOrigin(c: Context<AppEnv>, origins: readonly string[]): boolean {
  const origin = c.req.header('Origin');
  return origin !== undefined && origins.includes(origin);
}

/** The response to a preflight of an allowed origin; `null` for any other request. */
export function preflightResponse(c: Context<AppEnv>, origins: readonly string[]): Response | null {
  const isPreflight =
    c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method') !== undefined;
  if (!isPreflight || !isAllowedOrigin(c, origins)) return null;
  const response = new Response(null, {
    status: 204,
    headers: [
      ...apiHeaders().map(([name, value]): [string, string] => [name, value]),
      ['Cache-Control', 'no-store'],
      ['Access-Control-Allow-Methods', METHODS],
      ['Access-Control-Allow-Headers', REQUEST_HEADERS],
      ['Access-Control-Max-Age', String(PREFLIGHT_SECONDS)],
    ],
  });
  allowReading(c, response, origins);
  return response;
}

/**
 * Lets pages of allowed origins read a response. Cloudflare's cache ignores `Vary: Origin`: with one allowed origin every
 * response names it, whoever asks; with several nothing is cached there.
 */
export function allowReading(c: Context<AppEnv>, { headers }: Response, origins: readonly string[]): void {
  const [only, ...others] = origins;
  if (only === undefined) return;
  headers.append('Vary', 'Origin');
  if (others.length > 0) headers.set('Cloudflare-CDN-Cache-Control', 'no-store');
  if (others.length > 0 && !isAllowedOrigin(c, origins)) return;
  headers.set('Access-Control-Allow-Origin', others.length === 0 ? only : (c.req.header('Origin') ?? only));
  headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
}
