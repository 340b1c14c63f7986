import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  groupsOf,
  MAX_WATCHED,
  parseGroup,
  parseWatchlist,
  WATCHLIST,
  watchlistText,
  withAdded,
  withGroup,
  withMoved,
  withRemoved,
  type WatchlistItem,
} from '../../../web/shared/user/watchlist.ts';
import { withoutAlert, withQuote } from '../../../web/shared/user/alerts.ts';
import { above, item, list, ready, tickersOf } from './quotes.ts';

describe('the list', () => {
  test('takes each listing once, at the end, up to fifty', () => {
    expect(tickersOf(withAdded(list('A', 'B'), list('B', 'C', 'C')))).toEqual(['A', 'B', 'C']);
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
    expect(withQuote([{ ...item('A'), name: 'A Inc.' }, item('B')], ready('C'))).toHaveLength(2);
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
          const moved = tickersOf(withMoved(list(...names), ticker, to));
          expect(moved.indexOf(ticker)).toBe(Math.min(Math.max(to, 0), names.length - 1));
          expect(moved.filter((name) => name !== ticker)).toEqual(names.filter((name) => name !== ticker));
        },
      ),
    );
  });
});

const ITEMS: readonly WatchlistItem[] = [
  {
    ticker: 'AAPL',
    name: 'Apple Inc.',
    alerts: [{ rule: { on: 'price', direction: 'above', value: 200 } }, { rule: { on: 'signal' } }],
  },
  { ticker: 'BRK.B', name: '', alerts: [] },
];

test('a list reads back as it was stored, in its order', () => {
  expect(parseWatchlist(watchlistText(ITEMS))).toEqual(ITEMS);
  const digits = list('9988', '700');
  expect(parseWatchlist(watchlistText(digits))).toEqual(digits);
});

test('an order puts what it does not name last', () => {
  const stars = ['A', 'B', 'C'].map((ticker) => [ticker, { name: '' }]);
  const order = [['watchlist', { tickers: ['C', 'X', 'A'] }]];
  expect(tickersOf(parseWatchlist(JSON.stringify({ star: stars, order })))).toEqual(['C', 'A', 'B']);
});

test('merged alerts go with their listing', () => {
  const alert = new Map([
    ['A signal', { ticker: 'A', rule: { on: 'signal' } as const }],
    ['B signal', { ticker: 'B', rule: { on: 'signal' } as const }],
  ]);
  const { alert: kept } = WATCHLIST.fit({ star: new Map([['B', { name: '' }]]), alert });
  expect([...kept.keys()]).toEqual(['B signal']);
});

describe('a stored list', () => {
  test.each(['', '{', 'null', '7', '"AAPL"', '[]', '{"star":7}', '{"star":{"0":"AAPL"}}', '{"star":[[]]}'])(
    'that is damaged (%s) reads as empty',
    (text) => expect(parseWatchlist(text)).toEqual([]),
  );

  test.each([{ on: 'price', direction: 'above', value: null }, { on: 'volume' }, null])(
    'loses an alert that is none (%j), not its listing',
    (rule) => {
      const stored = { star: [['AAPL', { name: '' }]], alert: [['AAPL x', { ticker: 'AAPL', rule }]] };
      expect(parseWatchlist(JSON.stringify(stored))).toEqual(list('AAPL'));
    },
  );

  test('never throws, and always gives a list that can be stored', () => {
    const entries = fc.array(fc.tuple(fc.string(), fc.jsonValue()));
    const fields = fc.record({ star: entries, order: entries, alert: entries, met: fc.jsonValue() });
    const stored = fields.map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), stored), (text) => {
        const items = parseWatchlist(text);
        expect(items.length).toBeLessThanOrEqual(50);
        expect(parseWatchlist(watchlistText(items))).toEqual(items);
      }),
    );
  });
});
