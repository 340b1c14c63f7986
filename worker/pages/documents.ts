/** The documents of /prediction and /demo: the app shell at once, then the first screen of the listing in the URL. */
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import type { WorkerBindings } from '../config.ts';
import type { Failure } from '../failure.ts';
import { shownListing, type ShownListing } from '../first-screen/first-screen.ts';
import { isOverQuota, readRefreshed, readSnapshot, refusedDocument } from '../http/guards.ts';
import { cacheStatus, errorBody, logUnexpected, respondError } from '../http/respond.ts';
import { inTime, within } from '../resilience/single-flight.ts';
import type { AppEnv, Services } from '../services.ts';
import { failedScreenHtml, firstScreenHtml } from './first-screen-html.ts';
import { canonicalUrl, isPreviewAgent, previewHead, withHead } from './link-preview.ts';

/**
 * If the first screen takes longer than this, the document ends without it, and the page calls the API. Link-preview agents wait
 * as long for a head that names the forecast.
 */
export const FIRST_SCREEN_DEADLINE_MS = 2000;

/** The platform's files answer within milliseconds; one that hangs must not hold the reader's browser. */
const FILE_DEADLINE_MS = 3000;

const PLACE = '<!--first-screen-->';

interface Shell {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** The file's headers, including the build's security policy. */
  readonly headers: Headers;
}

/** Headers that describe the file rather than the document made from it. */
const OF_THE_FILE = /^(?:age|cf-cache-status|content-encoding|content-length|date|etag|last-modified)$/i;

const encoder = new TextEncoder();

type ServicesOf = (env: WorkerBindings) => Services | null;

/** Whatever fails, at least the app shell is served; the page then calls the API and shows the error. */
export function documentsRoute(servicesOf: ServicesOf, deadlineMs: number) {
  const shells = new Map<string, Shell>();
  return new Hono<AppEnv>().on('ALL', ['/prediction', '/demo'], async (c) => {
    const refused = refusedDocument(c);
    if (refused !== null) return respondError(c, refused);
    const { ASSETS: assets } = c.env;
    if (assets === undefined) return respondError(c, { reason: 'not_found' });
    const address = new URL(c.req.url);
    const shell = await inTime(FILE_DEADLINE_MS, shellFor(shells, assets, address)).catch(() => null);
    if (shell === null) return inTime(FILE_DEADLINE_MS, assets.fetch(c.req.raw));
    const listing = shownListing(address);
    const headers = new Headers(shell.headers);
    if (listing) headers.set('Link', `<${canonicalUrl(address.origin, listing)}>; rel="canonical"`);
    if (c.req.method === 'HEAD') return new Response(null, { headers });
    const { readable, writable } = new IdentityTransformStream();
    const sent = send(c, shell, writable, () => within(deadlineMs, firstScreen(c, listing, servicesOf)));
    c.set('sent', sent);
    c.executionCtx.waitUntil(sent);
    return new Response(readable, { headers });
  });
}

/** The app shell for a path (`/demo`) from the build's files, each read once; `null` if the build has none. */
async function shellFor(
  shells: Map<string, Shell>,
  assets: Fetcher,
  { origin, pathname }: URL,
): Promise<Shell | null> {
  const known = shells.get(pathname);
  if (known !== undefined) return known;
  const file = await assets.fetch(new URL(`/shell${pathname}`, origin));
  if (!file.ok) return null;
  const [before = '', after = ''] = (await file.text()).split(PLACE);
  const headers = new Headers([...file.headers].filter(([name]) => !OF_THE_FILE.test(name)));
  // Documents contain prices, which move, written as the browser's language does. Cloudflare's cache would mix languages.
  headers.set('Cache-Control', 'no-cache');
  headers.set('Cloudflare-CDN-Cache-Control', 'no-store');
  headers.append('Vary', 'Accept-Language, User-Agent');
  const shell = { before: encoder.encode(before), after: encoder.encode(after), headers };
  shells.set(pathname, shell);
  return shell;
}

interface Screen {
  /** The HTML to insert; empty, with a fault for the metrics, if the page must ask the API. */
  readonly html: string;
  /** Replaces the shell's title and description; only for link-preview agents. */
  readonly head?: string | null;
}

/** Never rejects. `load` gives `null` if the screen is late. */
async function send(
  c: Context<AppEnv>,
  shell: Shell,
  writable: WritableStream<Uint8Array>,
  load: () => Promise<{ readonly value: Screen } | null>,
) {
  const writer = writable.getWriter();
  try {
    const isPreview = isPreviewAgent(c.req.raw);
    const early = isPreview ? await load() : null;
    await writer.write(withHead(shell.before, early?.value.head));
    const screen = isPreview ? early : await load();
    if (screen === null) c.set('fault', 'upstream_timeout');
    await writer.write(encoder.encode(screen?.value.html));
    await writer.write(shell.after);
    await writer.close();
  } catch {
    // The reader has left.
  }
}

async function firstScreen(
  c: Context<AppEnv>,
  listing: ShownListing | null,
  servicesOf: ServicesOf,
): Promise<Screen> {
  try {
    if (listing === null) return without(c, 'invalid_ticker');
    const services = servicesOf(c.env);
    if (services === null) return without(c, 'misconfigured');
    if (await isOverQuota(c)) return without(c, 'rate_limited');
    c.set('services', services);
    const isPreview = isPreviewAgent(c.req.raw);
    const read = await (isPreview ? readRefreshed : readSnapshot)(c, listing.ticker);
    if (!read.ok) return { html: failedScreenHtml(errorBody(c, read.error), listing) };
    c.set('cache', read.value);
    const nowMs = services.now();
    const { raw } = c.req;
    return {
      html: firstScreenHtml(read.value, listing, raw, nowMs, cacheStatus(read.value, nowMs / 1000)),
      head: isPreview ? previewHead(read.value, listing, raw, nowMs) : null,
    };
  } catch (cause) {
    logUnexpected(c, cause);
    return without(c, 'internal');
  }
}

function without(c: Context<AppEnv>, fault: Failure['reason']): Screen {
  c.set('fault', fault);
  return { html: '' };
}
