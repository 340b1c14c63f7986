/** The caches of `web/service-worker`, as far as the page has a hand in them. */
const PAGES = 'candor-pages';
const ASSETS = 'candor-assets';

/**
 * Keeps this page, and the files that it has loaded and will load, so that one visit is enough to open the app without a
 * network: a page's first files come before its service worker does. Answers the function that ends it.
 */
export function keepLoadedFiles(): () => void {
  void keep(PAGES, [location.pathname]);
  const observer = new PerformanceObserver((list) => {
    const files = list
      .getEntries()
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'));
    void keep(ASSETS, [...new Set(files.map(({ href }) => href))]);
  });
  observer.observe({ type: 'resource', buffered: true });
  return () => observer.disconnect();
}

/** Adds what is not in the cache yet, and is not an error; files come from the browser's own. Nothing, where storage refuses. */
async function keep(name: string, addresses: readonly string[]): Promise<void> {
  try {
    const cache = await caches.open(name);
    await Promise.allSettled(addresses.map((address) => keepOne(cache, address)));
  } catch {
    // The app works the same, online.
  }
}

async function keepOne(cache: Cache, address: string): Promise<void> {
  if (await cache.match(address)) return;
  const response = await fetch(address);
  if (response.ok) await cache.put(address, response);
}
