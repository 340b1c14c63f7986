/** What the service worker and the page store of listings, for use without a network and for the next document. */

/** As in `web/service-worker`. */
const LISTINGS_CACHE = 'candor-data';

/** The address of a copy, with ticker and days as its query. */
export const FIRST_SCREEN_PATH = '/first-screen';

/** The cache itself. Rejects where the browser allows none. */
export function openListingsCache(): Promise<Cache> {
  return caches.open(LISTINGS_CACHE);
}

/** The copies of first screens in a cache, oldest first. */
export async function firstScreens(cache: Cache): Promise<readonly Request[]> {
  return (await cache.keys()).filter(({ url }) => new URL(url).pathname === FIRST_SCREEN_PATH);
}

/** Removes the first screens, whose figures are written as the reader had them until now. The listings stay. */
export async function dropFirstScreens(): Promise<void> {
  try {
    const cache = await openListingsCache();
    await Promise.all((await firstScreens(cache)).map((copy) => cache.delete(copy)));
  } catch {
    // Without access nothing was stored either.
  }
}

export async function clearListingsCache(): Promise<void> {
  try {
    await caches.delete(LISTINGS_CACHE);
  } catch {
    // As above.
  }
}
