/**
 * The browser's local storage. Where site data is blocked, and reading the name `localStorage` already throws, one that holds
 * nothing and refuses every change, as a full one does.
 */
export function browserStorage(): Storage {
  try {
    return localStorage;
  } catch {
    return REFUSED;
  }
}

const REFUSED: Storage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => {
    throw new DOMException('Site data is blocked.', 'SecurityError');
  },
  removeItem: () => undefined,
  clear: () => undefined,
};

/** The key of what this browser stores for a user. Emails are compared in lower case, as the identity provider does. */
export function userKey(name: string, emailOrUid: string): string {
  return `candor:${name}:${emailOrUid.trim().toLowerCase()}`;
}

/** Fires on `window` after a change of what a user keeps in this browser. The account's sync listens to it. */
export const CHANGED = 'candor:changed';

/** Stores what a user keeps, and tells of it. Throws where storage is full or refuses. */
export function store(storage: Storage, key: string, text: string): void {
  storage.setItem(key, text);
  dispatchEvent(new Event(CHANGED));
}

/** The service worker's cache of listings (`web/service-worker`). */
const LISTINGS_CACHE = 'candor-data';

/** Removes the listings that the service worker stored for offline use. */
export async function clearListingsCache(): Promise<void> {
  try {
    await caches.delete(LISTINGS_CACHE);
  } catch {
    // Without access nothing was stored either.
  }
}
