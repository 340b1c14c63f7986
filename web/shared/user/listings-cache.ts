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
