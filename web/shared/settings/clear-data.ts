/** Where the identity provider's code keeps the session. */
const SIGN_IN_PREFIX = 'firebase:';

/** The service worker's cache of listings (`web/service-worker`). */
const LISTINGS_CACHE = 'candor-data';

/**
 * Removes everything that these storage areas hold, for every user of this browser, except the sign-in. An area that
 * refuses access is left alone.
 */
export function clearStorage(openAreas: readonly (() => Storage)[]): void {
  for (const openArea of openAreas) {
    try {
      const area = openArea();
      for (const key of Object.keys(area)) if (!key.startsWith(SIGN_IN_PREFIX)) area.removeItem(key);
    } catch {
      // Private modes refuse.
    }
  }
}

/** Removes the listings that the service worker stored for offline use. */
export async function clearListingsCache(): Promise<void> {
  try {
    await caches.delete(LISTINGS_CACHE);
  } catch {
    // Without access nothing was stored either.
  }
}
