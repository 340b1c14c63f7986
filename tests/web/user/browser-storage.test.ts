import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rereadTextsAtom, textAtom } from '#web/shared/user/browser-storage.ts';
import { createStore } from '#web/store.ts';

const KEY = 'candor:stats:ada';
const statsAtom = textAtom(() => KEY);

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

test('where reading `localStorage` throws nothing is stored, and what is written lasts as long as the page', () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const store = createStore();
  expect(store.get(statsAtom)).toBeNull();
  store.set(statsAtom, () => 'one');
  expect(store.get(statsAtom)).toBe('one');
});

test('a text is stored, and all its readers in this tab are notified', () => {
  const store = createStore();
  const onChange = vi.fn<() => void>();
  store.sub(statsAtom, onChange);
  store.set(statsAtom, () => 'one');
  expect([localStorage.getItem(KEY), store.get(statsAtom)]).toEqual(['one', 'one']);
  expect(onChange).toHaveBeenCalledOnce();
});

test('a change is made of what another tab has just stored', () => {
  const store = createStore();
  store.set(statsAtom, () => 'one');
  localStorage.setItem(KEY, 'two');
  store.set(statsAtom, (before) => `${before} three`);
  expect(localStorage.getItem(KEY)).toBe('two three');
});

test('what storage refuses lasts as long as the page, or until another tab writes', () => {
  const store = createStore();
  store.set(statsAtom, () => 'one');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  store.set(statsAtom, () => 'two');
  expect([store.get(statsAtom), localStorage.getItem(KEY)]).toEqual(['two', 'one']);
  store.set(rereadTextsAtom, 'theme');
  expect(store.get(statsAtom)).toBe('two');
  store.set(rereadTextsAtom, KEY);
  expect(store.get(statsAtom)).toBe('one');
});

test('storage that cannot be read has nothing', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(createStore().get(statsAtom)).toBeNull();
});
