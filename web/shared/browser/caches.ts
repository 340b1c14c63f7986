/** The caches: builds of the app, and listings stored for offline use and for the next document. */

/** Before the build's id. */
export const BUILD_PREFIX = 'candor-build-';

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

/** Path under which copies of first screens are stored for the next document. */
export const FIRST_SCREEN_PATH = '/first-screen';
