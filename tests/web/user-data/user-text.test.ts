import { afterEach, expect, test, vi } from 'vitest';
import { followTexts, readText, writeText } from '../../../web/shared/user-data/user-text.ts';

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
  expect(readText(KEY)).toBe('two');
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
