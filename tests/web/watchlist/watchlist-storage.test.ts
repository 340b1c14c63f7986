import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WatchlistItem } from '../../../web/shared/watchlist/watchlist-items.ts';
import {
  parseWatchlist,
  readWatchlist,
  watchlistKey,
  writeWatchlist,
} from '../../../web/shared/watchlist/watchlist-storage.ts';

const ADA = 'Ada@Example.com ';
const ITEMS: readonly WatchlistItem[] = [
  {
    ticker: 'AAPL',
    name: 'Apple Inc.',
    alerts: [
      { rule: { on: 'price', direction: 'above', value: 200 }, isMet: true },
      { rule: { on: 'signal', signal: 'BUY' }, isMet: false },
    ],
  },
  { ticker: 'BRK.B', name: '', alerts: [] },
];

beforeEach(() => localStorage.clear());

test('a list comes back as it was kept, for its user only', () => {
  expect(writeWatchlist(localStorage, ADA, ITEMS)).toBe(true);
  expect(readWatchlist(localStorage, 'ada@example.com')).toEqual(ITEMS);
  expect(readWatchlist(localStorage, 'bob@example.com')).toEqual([]);
  expect(localStorage.getItem(watchlistKey(ADA))).toContain('"version":1');
});

describe('a stored list', () => {
  test.each(['', '{', 'null', '7', '"AAPL"', '{"version":1}', '{"items":{"0":"AAPL"}}', '[[]]'])(
    'that is damaged (%s) reads as empty',
    (text) => expect(parseWatchlist(text)).toEqual([]),
  );

  test('of the time before versions is taken over', () => {
    expect(parseWatchlist('["aapl","MSFT"]').map(({ ticker }) => ticker)).toEqual(['AAPL', 'MSFT']);
  });

  test('of a newer version is read as far as it is understood', () => {
    const text = JSON.stringify({
      version: 9,
      folders: [],
      items: [
        {
          ticker: 'AAPL',
          name: 'Apple',
          colour: 'red',
          alerts: [{ rule: { on: 'volume' } }, { rule: { on: 'signal', signal: 'BUY' } }],
        },
      ],
    });
    expect(parseWatchlist(text)).toEqual([
      { ticker: 'AAPL', name: 'Apple', alerts: [{ rule: { on: 'signal', signal: 'BUY' }, isMet: false }] },
    ]);
  });

  test.each([
    { on: 'price', direction: 'above', value: 0 },
    { on: 'price', direction: 'above', value: null },
    { on: 'price', direction: 'up', value: 5 },
    { on: 'signal', signal: 'MAYBE' },
    null,
  ])('loses an alert that is none (%j), not its listing', (rule) => {
    const text = JSON.stringify({ items: [{ ticker: 'AAPL', alerts: [{ rule }] }] });
    expect(parseWatchlist(text)).toEqual([{ ticker: 'AAPL', name: '', alerts: [] }]);
  });

  test('never throws and never yields a list that could not be kept, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const items = parseWatchlist(text);
        expect(items.length).toBeLessThanOrEqual(50);
        expect(parseWatchlist(JSON.stringify({ version: 1, items }))).toEqual(items);
      }),
    );
  });
});

test('a storage that is full or forbidden is said, not thrown', () => {
  const refusing = {
    getItem: () => {
      throw new DOMException('no', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  } as unknown as Storage;
  expect(writeWatchlist(refusing, ADA, ITEMS)).toBe(false);
  expect(readWatchlist(refusing, ADA)).toEqual([]);
});
