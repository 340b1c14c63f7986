/** Listings stored for offline use and for the next document. */

export const LISTINGS_CACHE = 'candor-data';

/** Rejects if the browser allows no cache. */
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

/** Of the stored copies of first screens, for the next document. */
export const FIRST_SCREEN_PATH = '/first-screen';

/** Removes the copies: their figures have the previous formats. */
export async function dropFirstScreens(): Promise<void> {
  try {
    const cache = await openListingsCache();
    const copies = (await cache.keys()).filter(({ url }) => new URL(url).pathname === FIRST_SCREEN_PATH);
    await Promise.all(copies.map((copy) => cache.delete(copy)));
  } catch {
    // Without access nothing was stored either.
  }
}
