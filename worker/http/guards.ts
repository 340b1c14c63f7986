import type { Ticker } from '#compute';
import type { Context } from 'hono';
import { isBaseUrl, isLoopback, type Config } from '../config.ts';
import { BINDING_DEADLINE_MS, inTime, within } from '../resilience/single-flight.ts';
import type { AppEnv } from '../services.ts';
import { sha256Hex } from '../body.ts';
import type { Cached } from '../cache/stores.ts';
import type { Snapshot } from '../contract/snapshot-codec.ts';
import type { Failure, Outcome } from '../failure.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { respondEmpty } from './respond.ts';

/** Valid URLs are far shorter: 64 characters of search text take at most 768 when encoded. */
const MAX_URL_CHARACTERS = 16 * 1024;

const READING = 'GET, HEAD';

/** Where assistants post their messages. */
export const MCP_PATH = '/mcp';

/**
 * Why to refuse a request of an API client or assistant; `null` if it may pass. By Fetch Metadata (W3C), sites that are not
 * allowed may link to a response, but neither fetch nor embed it, except the badge as an image. Clients without it are let through.
 */
export function refusal(c: Context<AppEnv>, { ALLOWED_ORIGINS, MCP }: Config): Failure | null {
  const isMcp = c.req.path === MCP_PATH;
  if (isMcp && MCP === 'off') return { reason: 'not_found' };
  const [site, mode, destination] = ['Site', 'Mode', 'Dest'].map((name) => c.req.header(`Sec-Fetch-${name}`));
  const isLink = mode === 'navigate' && destination === 'document';
  const isBadge = mode === 'no-cors' && destination === 'image' && c.req.path === OPERATIONS.badge.path;
  const isCrossSite = site === 'cross-site' && !isLink && !isBadge;
  const isForeign = (isCrossSite || (isMcp && isFromOtherOrigin(c))) && !isAllowedOrigin(c, ALLOWED_ORIGINS);
  return refusedDocument(c) ?? (isForeign ? { reason: 'cross_site' } : null);
}

/** Whether a page of another origin sends the request, or one whose host name was made to mean this machine (DNS rebinding). */
function isFromOtherOrigin(c: Context<AppEnv>): boolean {
  const origin = c.req.header('Origin');
  return origin !== undefined && !(origin === new URL(c.req.url).origin && isBaseUrl(origin));
}

/** The same for a document, which other sites may request. */
export function refusedDocument(c: Context<AppEnv>): Failure | null {
  if (c.req.url.length > MAX_URL_CHARACTERS) return { reason: 'address_too_long' };
  const operations = Object.values<Operation>(OPERATIONS).filter(({ path }) => path === c.req.path);
  const ofOperations = operations.map(({ method }) => method ?? READING).join(', ');
  const allowed = ofOperations || (c.req.path === MCP_PATH ? 'POST' : READING);
  return allowed.split(', ').includes(c.req.method) ? null : { reason: 'method_not_allowed', allowed };
}

/** `false` without binding or key, on this machine, and if the check fails or is late: the limit only protects quotas. */
export async function isOverQuota(c: Context<AppEnv>, key: string | null = senderKey(c)): Promise<boolean> {
  return key !== null && !isFromThisMachine(c) && isOver(c, c.env.API_RATE_LIMITER, key);
}

/** For this long no listing without a copy is loaded for an address that requested too many unknown symbols. */
const UNKNOWN_PAUSE_MS = 60_000;

/** A listing's snapshot, within the sender's quota of unknown symbols. */
export async function readSnapshot(c: Context<AppEnv>, ticker: Ticker): Promise<Outcome<Cached<Snapshot>>> {
  const { marketData } = c.get('services');
  const read = await marketData.snapshot(ticker, c.get('waitUntil'), mayLoadNew(c));
  if (!read.ok && read.error.reason === 'unknown_symbol') countUnknown(c, 1);
  return read;
}

/** The wait for a refresh of a stale entry, in milliseconds; then the entry is shown. */
const REFRESH_WAIT_MS = 1500;

/** Gives a refresh of a stale entry time to finish, for readers that ask only once: assistants, and apps that preview a link. */
export async function readRefreshed(c: Context<AppEnv>, ticker: Ticker) {
  const { waitUntil } = c.var;
  const background: Promise<unknown>[] = [];
  c.set('waitUntil', (work) => {
    background.push(work);
    waitUntil(work);
  });
  const read = await readSnapshot(c, ticker);
  if (!read.ok || !read.value.stale) return read;
  await within(REFRESH_WAIT_MS, Promise.allSettled(background));
  return readSnapshot(c, ticker);
}

export function mayLoadNew(c: Context<AppEnv>): boolean {
  const { pausedAddresses, now } = c.get('services');
  const leftMs = (pausedAddresses.get(senderKey(c) ?? '') ?? 0) - now();
  return leftMs <= 0 || leftMs > UNKNOWN_PAUSE_MS;
}

/** Counts symbols that no source knows against the quota that each address has of them. Never rejects. */
export function countUnknown(c: Context<AppEnv>, symbols: number): void {
  const key = senderKey(c);
  if (key === null || symbols === 0 || isFromThisMachine(c)) return;
  const { pausedAddresses, now } = c.get('services');
  const count = async () => {
    for (let i = 0; i < symbols; i++) {
      if (await isOver(c, c.env.UNKNOWN_RATE_LIMITER, key))
        pausedAddresses.set(key, now() + UNKNOWN_PAUSE_MS);
    }
  };
  c.get('waitUntil')(count());
}

/** `wrangler dev` simulates the limiters, and everything comes from this machine. */
function isFromThisMachine(c: Context<AppEnv>): boolean {
  return c.env.ENVIRONMENT === 'local' && isLoopback(c.req.header('CF-Connecting-IP') ?? '');
}

async function isOver(c: Context<AppEnv>, limiter: RateLimit | undefined, key: string): Promise<boolean> {
  if (limiter === undefined) return false;
  try {
    return !(await inTime(BINDING_DEADLINE_MS, limiter.limit({ key }))).success;
  } catch (cause) {
    c.set('fault', 'rate_limit_failed');
    console.warn(JSON.stringify({ event: 'rate_limit_failed', cause: String(cause) }));
    return false;
  }
}

/** The rate-limit key: an IPv4 address, or an IPv6 /64, since one subscriber controls all its addresses. */
export function senderKey(c: Context<AppEnv>): string | null {
  const address = c.req.header('CF-Connecting-IP');
  if (address === undefined || !URL.canParse(`http://[${address}]`)) return address ?? null;
  // Canonical form: lower case, no leading zeros, the longest run of zeros as `::`, no dots.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [start = [], end = []] = canonical.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0');
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`;
}

/** Verifies who sends a request, and counts it against the user's own quota, which is additional to that of the IP address. */
export async function admitUser(c: Context<AppEnv>): Promise<Failure | null> {
  const { verifyUser } = c.get('services');
  const isToLoopback = isLoopback(new URL(c.req.url).hostname);
  const user = await verifyUser(c.req.header('Authorization'), isToLoopback, c.get('waitUntil'));
  if (!user.ok) return user.error;
  const key = `user:${await sha256Hex(user.value.sub)}`;
  if (await isOverQuota(c, key)) return { reason: 'rate_limited' };
  c.set('user', user.value);
  return null;
}

const EXPOSED_HEADERS = 'Date, ETag, Cache-Status, Retry-After, X-Request-Id';

function isAllowedOrigin(c: Context<AppEnv>, origins: readonly string[]): boolean {
  return origins.includes(c.req.header('Origin') ?? '');
}

/** The response to an allowed origin's preflight; `null` for any other request. */
export function preflightResponse(c: Context<AppEnv>, origins: readonly string[]): Response | null {
  const isPreflight =
    c.req.method === 'OPTIONS' && c.req.header('Access-Control-Request-Method') !== undefined;
  if (!isPreflight || !isAllowedOrigin(c, origins)) return null;
  const response = respondEmpty();
  const { headers } = response;
  headers.set('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, DELETE');
  headers.set(
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type, If-None-Match, Purpose, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
  );
  headers.set('Access-Control-Max-Age', '86400');
  allowReading(c, response, origins);
  return response;
}

/** Cloudflare's cache ignores `Vary: Origin`: one allowed origin is named in every response, with several none is cached there. */
export function allowReading(c: Context<AppEnv>, { headers }: Response, origins: readonly string[]): void {
  const [only, ...others] = origins;
  if (only === undefined) return;
  headers.append('Vary', 'Origin');
  if (others.length > 0) headers.set('Cloudflare-CDN-Cache-Control', 'no-store');
  if (others.length > 0 && !isAllowedOrigin(c, origins)) return;
  headers.set('Access-Control-Allow-Origin', others.length === 0 ? only : (c.req.header('Origin') ?? only));
  headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
}
