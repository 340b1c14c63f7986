import { afterEach, expect, it, vi } from 'vitest';
import { browserStorage, userKey } from '../../../web/shared/user-data/browser-storage.ts';

afterEach(() => vi.restoreAllMocks());

it('is the local storage of the browser', () => {
  expect(browserStorage()).toBe(localStorage);
});

it('is empty and refuses changes where reading `localStorage` throws', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const storage = browserStorage();
  expect(() => storage.setItem('a', '1')).toThrow('Site data is blocked.');
  storage.removeItem('a');
  storage.clear();
  expect([storage.length, storage.key(0), storage.getItem('a')]).toEqual([0, null, null]);
});

it('a user has the same keys whatever the case of their email, and another user has others', () => {
  expect(userKey('stats', ' Ada@Example.com')).toBe(userKey('stats', 'ada@example.com'));
  expect(userKey('stats', 'bob@example.com')).not.toBe(userKey('stats', 'ada@example.com'));
  expect(userKey('forecasts', 'ada@example.com')).not.toBe(userKey('stats', 'ada@example.com'));
});
