/**
 * Opens the app without waiting for the network. A build is precached as a whole, so its pages always find the files they were
 * built with. The next build is downloaded beside it and replaces it on the next load. /prediction and /demo open with what the
 * page last showed for their listing. Market data comes from the network or, offline, from the last response.
 */
import { BUILD_PREFIX, LISTINGS_CACHE } from '../shared/browser/caches.ts';
import * as firstScreens from './first-screens.ts';
import { listenForPushes } from './notifications.ts';

const scope = globalThis as unknown as ServiceWorkerGlobalScope;

interface Build {
  readonly id: string;
  /** Paths of the HTML documents. /prediction and /demo are listed as their shells, `/shell/…`. */
  readonly documents: readonly string[];
  /** Paths of the scripts and style sheets. Each name contains a hash of the content. */
  readonly files: readonly string[];
  /** Format version of the first screen's data. */
  readonly version: number;
}

// The build replaces the string (`vite.precache.ts`).
const BUILD = JSON.parse('__BUILD__') as Build;
const documents = new Set(BUILD.documents);
const files = new Set(BUILD.files);

const PRECACHE = BUILD_PREFIX + BUILD.id;
/** Served offline for any document that is not stored. It has no content of its own. */
const APP_SHELL = '/settings';

/** 20 listings: prices, sentiment, news and the page's copy of the first screen. */
const MAX_DATA_ENTRIES = 80;

scope.addEventListener('install', (event) =>
  event.waitUntil(precacheBuild().then(() => scope.skipWaiting())),
);

scope.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([deleteOldCaches(), scope.clients.claim()])),
);

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(file(event, pathname));
  else if (/^\/api\/(stock|sentiment|news)\//.test(pathname))
    event.respondWith(data(event, `${pathname}?view=${searchParams.get('view') ?? ''}`));
  // Downloads from the API are navigations too, and must not pass through here.
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(page(request));
});

listenForPushes(scope);

/** Stores the whole build, or nothing if a part is missing or belongs to another build. */
async function precacheBuild(): Promise<void> {
  const cache = await caches.open(PRECACHE);
  try {
    await cache.addAll([
      ...BUILD.documents.map((path) => new Request(path, { cache: 'reload', priority: 'low' })),
      ...BUILD.files.map((path) => new Request(path, { priority: 'low' })),
    ]);
    const pages = await Promise.all(BUILD.documents.map((path) => cache.match(path)));
    const html = (await Promise.all(pages.map((document) => document?.text()))).join('');
    const foreign = html.match(/\/assets\/[\w.-]+/g)?.find((path) => !files.has(path));
    if (foreign !== undefined) throw new Error(`${foreign} belongs to another build`);
  } catch (cause) {
    await caches.delete(PRECACHE);
    throw cause;
  }
}

/** Keeps this build and the previous one, whose files open pages may still load. */
async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  const [, ...older] = names
    .filter((name) => name.startsWith(BUILD_PREFIX) && name !== PRECACHE)
    .toReversed();
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** This build's document with its original headers, because its policy names its own inline scripts. */
async function page(request: Request): Promise<Response> {
  const address = new URL(request.url);
  const shell = await precached(`/shell${address.pathname}`);
  if (shell) {
    const { html } = await firstScreens.firstScreenFor(address, BUILD.version);
    return firstScreens.documentWith(shell, html);
  }
  const whole = await precached(address.pathname);
  if (whole) return whole;
  try {
    return await fetch(request);
  } catch (cause) {
    const appShell = await precached(APP_SHELL);
    if (!appShell) throw cause;
    return appShell;
  }
}

async function precached(path: string): Promise<Response | null> {
  if (!documents.has(path)) return null;
  return (await caches.match(path, { cacheName: PRECACHE })) ?? null;
}

/** A stored file. One of this build that the browser has dropped is stored again. */
async function file(event: FetchEvent, pathname: string): Promise<Response> {
  const stored = await caches.match(pathname, { ignoreVary: true });
  if (stored) return stored;
  const response = await fetch(event.request);
  if (response.ok && files.has(pathname)) event.waitUntil(store(PRECACHE, pathname, response.clone()));
  return response;
}

/** Returns the network response and stores it afterwards. Offline, returns the last stored response, marked as a copy. */
async function data(event: FetchEvent, key: string): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (isStorable(response)) event.waitUntil(store(LISTINGS_CACHE, key, response.clone(), MAX_DATA_ENTRIES));
    return response;
  } catch (cause) {
    const last = await caches.match(key, { cacheName: LISTINGS_CACHE, ignoreVary: true });
    if (!last) throw cause;
    const headers = new Headers(last.headers);
    headers.set('X-Candor-Source', 'cache');
    return new Response(last.body, { status: last.status, headers });
  }
}

/** Skips empty prefetch responses and `no-store` ones, which must not replace a real response. */
function isStorable(response: Response): boolean {
  return response.status === 200 && !response.headers.get('Cache-Control')?.includes('no-store');
}

/** Adds a response as the newest entry of a cache and deletes the oldest beyond `maxEntries`. */
async function store(name: string, key: string, response: Response, maxEntries = Infinity): Promise<void> {
  try {
    const cache = await caches.open(name);
    await cache.put(key, response);
    const keys = await cache.keys();
    const excess = Math.max(keys.length - maxEntries, 0);
    await Promise.all(keys.slice(0, excess).map((old) => cache.delete(old)));
  } catch {
    // Storage is full or refused. The response itself has been delivered.
  }
}
