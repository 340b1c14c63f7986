import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  groupsOf,
  MAX_WATCHED,
  parseGroup,
  parseWatchlist,
  readWatchlist,
  watchlistKey,
  withAdded,
  withGroup,
  withMoved,
  withRemoved,
  writeWatchlist,
  type WatchlistItem,
  type AlertRule,
} from '../../../web/shared/user-data/watchlist-items.ts';
import { withoutAlert, withQuote } from '../../../web/shared/user-data/alerts.ts';
import { ready } from './quotes.ts';

const item = (ticker: string, alerts: WatchlistItem['alerts'] = []): WatchlistItem => ({
  ticker,
  name: '',
  alerts,
});
const list = (...tickers: string[]) => tickers.map((ticker) => item(ticker));
const tickers = (items: readonly WatchlistItem[]) => items.map(({ ticker }) => ticker);
const above = (value: number): AlertRule => ({ on: 'price', direction: 'above', value });

describe('the list', () => {
  test('takes each listing once, at the end, up to fifty', () => {
    expect(tickers(withAdded(list('A', 'B'), list('B', 'C', 'C')))).toEqual(['A', 'B', 'C']);
    const full = withAdded(
      [],
      Array.from({ length: 60 }, (_, i) => item(`T${i}`)),
    );
    expect(full).toHaveLength(MAX_WATCHED);
  });

  test('is the same list when nothing changes', () => {
    const items = list('A', 'B');
    expect(withAdded(items, list('A'))).toBe(items);
    expect(withRemoved(items, 'X')).toBe(items);
    expect(withMoved(items, 'A', 0)).toBe(items);
    expect(withMoved(items, 'A', -3)).toBe(items);
    expect(withMoved(items, 'X', 1)).toBe(items);
    expect(withoutAlert(items, 'X', above(1))).toBe(items);
    expect(withGroup(items, 'A', null)).toBe(items);
    expect(withQuote([{ ...item('A'), name: 'A Inc.' }, item('B')], ready('C'))[0]).toHaveLength(2);
  });

  test('a listing is in one group or none, and a group lasts as long as somebody is in it', () => {
    const grouped = withGroup(withGroup(list('A', 'B', 'C'), 'C', 'Tech'), 'A', 'Banks');
    expect(groupsOf(grouped)).toEqual(['Banks', 'Tech']);
    const moved = withGroup(grouped, 'C', 'Banks');
    expect(groupsOf(moved)).toEqual(['Banks']);
    expect(withGroup(moved, 'C', 'Banks')).toBe(moved);
    expect(withGroup(withGroup(moved, 'A', null), 'C', null)).toEqual(list('A', 'B', 'C'));
  });

  test('a group’s name is words of letters and digits, up to 40 characters', () => {
    expect(parseGroup('  Big   tech & Co. ')).toBe('Big tech & Co.');
    expect(parseGroup('Übersee')).toBe('Übersee');
    expect(parseGroup('U\u0308bersee')).toBe('\u00dcbersee');
    expect(parseGroup('हिन्दी')).toBe('हिन्दी');
    expect(parseGroup('x'.repeat(40))).toHaveLength(40);
    for (const text of ['', '   ', 'x'.repeat(41), 'a_b', 'a,b', '<x>', 'a\u0000'])
      expect(parseGroup(text)).toBeNull();
  });

  test('a move puts a listing at its new place and keeps the order of all others', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 12 }),
        fc.nat(),
        fc.integer({ min: -3, max: 15 }),
        (names, pick, to) => {
          const ticker = names[pick % names.length]!;
          const moved = tickers(withMoved(list(...names), ticker, to));
          expect(moved.indexOf(ticker)).toBe(Math.min(Math.max(to, 0), names.length - 1));
          expect(moved.filter((name) => name !== ticker)).toEqual(names.filter((name) => name !== ticker));
        },
      ),
    );
  });
});

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

test('a list reads back as it was stored, for its user only', () => {
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

  test('from before versions is migrated', () => {
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

  test('never throws, and always gives a valid list, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const items = parseWatchlist(text);
        expect(items.length).toBeLessThanOrEqual(50);
        expect(parseWatchlist(JSON.stringify({ version: 1, items }))).toEqual(items);
      }),
    );
  });
});

test('full or blocked storage is reported, not thrown', () => {
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
