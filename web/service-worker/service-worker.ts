/**
 * Makes the app open without a network, and never keeps an old build: pages come from the network whenever there is one,
 * only files whose name holds their hash come from the cache first. Data on the way is kept for the day without a network
 * and is then marked stale, so that the page says how old it is.
 */
const scope = globalThis as unknown as ServiceWorkerGlobalScope;

/** Replaced by the build, so that every deployment is another worker and an open page learns of it. */
Object.assign(scope, { build: '__BUILD__' });

const PAGES = 'candor-pages';
/** The page adds what it had loaded before this worker came (`web/app/kept-files.ts`). */
const ASSETS = 'candor-assets';
/** The page empties it when a user leaves or clears their data (`web/shared/settings/kept-data.ts`). */
const DATA = 'candor-data';

/** The frame that the app fills: stands in for a page that was never visited. */
const FRAME = '/prediction';

/** Twenty listings with their sentiment and news, as many as the page itself remembers. */
const MAX_DATA = 60;
/** Three builds' worth. */
const MAX_ASSETS = 400;
const MAX_PAGES = 30;

scope.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([keepFrame(), scope.skipWaiting()])),
);

scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== scope.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request, url));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (/^\/api\/(stock|sentiment|news)\//.test(url.pathname)) event.respondWith(data(request, url));
});

/** A frame that is there already fits the files that are kept with it, and stays until its page is visited again. */
async function keepFrame(): Promise<void> {
  const cache = await caches.open(PAGES);
  if (!(await cache.match(FRAME))) await cache.add(FRAME);
}

/** The page of today; without a network the one last seen at this address, or the frame. */
async function page(request: Request, { pathname }: URL): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) await keep(PAGES, pathname, response.clone(), MAX_PAGES);
    return response;
  } catch (cause) {
    const cache = await caches.open(PAGES);
    const kept = (await cache.match(pathname)) ?? (await cache.match(FRAME));
    if (!kept) throw cause;
    return kept;
  }
}

/** A file whose name changes with its content: what is kept is right. */
async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await keep(ASSETS, request.url, response.clone(), MAX_ASSETS);
  return response;
}

/** The answer of now; without a network the last one for this listing, whatever its horizon, marked stale. */
async function data(request: Request, { pathname }: URL): Promise<Response> {
  try {
    const response = await fetch(request);
    // A prefetch that found nothing is answered with 204, which must not take a real answer's place.
    if (response.status === 200) await keep(DATA, pathname, response.clone(), MAX_DATA);
    return response;
  } catch (cause) {
    const kept = await (await caches.open(DATA)).match(pathname);
    if (!kept) throw cause;
    return Response.json({ ...((await kept.json()) as object), stale: true });
  }
}

/** Puts a response at the end of a cache and drops the oldest beyond `limit`. A full disk keeps nothing. */
async function keep(name: string, key: string, response: Response, limit: number): Promise<void> {
  try {
    const cache = await caches.open(name);
    await cache.delete(key);
    await cache.put(key, response);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(keys.length - limit, 0)).map((old) => cache.delete(old)));
  } catch {
    // The answer itself is not affected.
  }
}
