/** What the service worker and the page store of listings, for use without a network and for the next document. */

/** As in `web/service-worker`. */
const LISTINGS_CACHE = 'candor-data';

/** The cache itself. Rejects where the browser allows none. */
export function openListingsCache(): Promise<Cache> {
  return caches.open(LISTINGS_CACHE);
}

export async function clearListingsCache(): Promise<void> {
  try {
    await caches.delete(LISTINGS_CACHE);
  } catch {
    // Without access nothing was stored either.
  }
}
