/** The caches of `web/service-worker`, as far as the page has a hand in them. */
const PAGES = 'candor-pages';
const ASSETS = 'candor-assets';
const DATA = 'candor-data';

/**
 * Keeps this page and the files that it had loaded before its service worker came, so that one visit is enough to open the app
 * without a network. They come from the browser's own cache. Storage that refuses keeps nothing.
 */
export async function keepLoadedFiles(): Promise<void> {
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
  try {
    await (await caches.open(PAGES)).add(location.pathname);
    const cache = await caches.open(ASSETS);
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    await cache.addAll([...new Set(loaded.map(({ href }) => href))].filter((href) => !kept.has(href)));
  } catch {
    // The app works the same, online.
  }
}

/** Drops what is kept of the listings that were looked at. */
export async function forgetKeptData(): Promise<void> {
  try {
    await caches.delete(DATA);
  } catch {
    // Nothing can be kept there either.
  }
}
