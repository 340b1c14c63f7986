import { afterEach, describe, expect, it, test, vi } from 'vitest';
import {
  browserStorage,
  followTexts,
  isStored,
  readText,
  userKey,
  writeText,
} from '../../../web/shared/user/browser-storage.ts';

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

describe('what a user keeps', () => {
  const KEY = 'candor:drawings:ada@example.com';
  const onChange = vi.fn<() => void>();
  let stop = followTexts(onChange);

  afterEach(() => {
    stop();
    vi.restoreAllMocks();
    localStorage.clear();
    stop = followTexts(onChange);
    dispatchEvent(new StorageEvent('storage', { key: null }));
    onChange.mockClear();
  });

  test('a text is stored, and all readers in this tab are notified', () => {
    writeText(KEY, 'one');
    expect([localStorage.getItem(KEY), readText(KEY)]).toEqual(['one', 'one']);
    expect(onChange).toHaveBeenCalledOnce();
  });

  test('what storage refuses lasts as long as the page, or until another tab writes', () => {
    writeText(KEY, 'one');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    writeText(KEY, 'two');
    expect([readText(KEY), isStored(KEY)]).toEqual(['two', false]);
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(readText(KEY)).toBe('two');
    dispatchEvent(new StorageEvent('storage', { key: KEY }));
    expect(readText(KEY)).toBe('one');
  });

  test('storage that cannot be read has nothing', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(readText(KEY)).toBeNull();
  });
});
