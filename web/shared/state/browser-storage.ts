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
