/** The service worker's cache of the listings that were looked at (`web/service-worker`). */
const DATA = 'candor-data';

/** Drops what is kept of the listings that were looked at. */
export async function forgetKeptData(): Promise<void> {
  try {
    await caches.delete(DATA);
  } catch {
    // Nothing can be kept there either.
  }
}
