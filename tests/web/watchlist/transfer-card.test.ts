import * as fc from 'fast-check';
import { parseTicker } from '#compute';
import { expect, test } from 'vitest';
import { watchlistFromText, watchlistToText } from '../../../web/features/watchlist/transfer-card.tsx';
import { isSameRule } from '../../../web/shared/user-data/alerts.ts';
import type { AlertRule } from '../../../web/shared/user-data/watchlist.ts';

test('reads tickers separated by anything, each once', () => {
  expect(watchlistFromText(' aapl,MSFT;nvda\n\tBRK.B  aapl ')).toEqual({
    items: ['AAPL', 'MSFT', 'NVDA', 'BRK.B'].map((ticker) => ({ ticker, name: '', alerts: [] })),
    unreadable: [],
  });
});

test('reads alerts behind their ticker, in either spelling', () => {
  const { items, unreadable } = watchlistFromText('AAPL price>=200 DAY<-3% signal=Changes MSFT price<50.5');
  expect(unreadable).toEqual([]);
  expect(items.map(({ alerts }) => alerts.map(({ rule }) => rule))).toEqual([
    [
      { on: 'price', direction: 'above', value: 200 },
      { on: 'day_change', direction: 'below', value: -3 },
      { on: 'signal' },
    ],
    [{ on: 'price', direction: 'below', value: 50.5 }],
  ]);
});

test('reads a group behind its ticker, with underscores for blanks', () => {
  const { items, unreadable } = watchlistFromText('AAPL group=Big_tech price>=200 MSFT group=<x> group=');
  expect(items.map(({ group }) => group)).toEqual(['Big tech', undefined]);
  expect(unreadable).toEqual(['group=<x>', 'group=']);
});

test('names what it does not understand, and takes the rest', () => {
  const { items, unreadable } = watchlistFromText('price>=1 AAPL price>=0 signal=MAYBE <x> ÄPFEL MSFT');
  expect(items.map(({ ticker }) => ticker)).toEqual(['AAPL', 'MSFT']);
  expect(unreadable).toEqual(['price>=1', 'price>=0', 'signal=MAYBE', '<x>', 'ÄPFEL']);
});

test('every list comes back from its own text', () => {
  const ticker = fc.stringMatching(/^[A-Z][A-Z0-9.-]{0,6}$/).filter((text) => parseTicker(text).ok);
  const number = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => cents / 100);
  const rule: fc.Arbitrary<AlertRule> = fc.oneof(
    fc.record({
      on: fc.constant('price' as const),
      direction: fc.constantFrom('above' as const, 'below' as const),
      value: number,
    }),
    fc.record({
      on: fc.constant('day_change' as const),
      direction: fc.constantFrom('above' as const, 'below' as const),
      value: number.map((value) => -value),
    }),
    fc.constant({ on: 'signal' as const }),
  );
  const items = fc.uniqueArray(
    fc.record(
      {
        ticker,
        name: fc.constant(''),
        group: fc.stringMatching(/^[A-Za-zÀ-Ö0-9&.+-]{1,12}( [A-Za-z0-9]{1,12}){0,2}$/),
        alerts: fc
          .uniqueArray(rule, { maxLength: 12, comparator: (a, b) => isSameRule(a, b, null) })
          .map((rules) => rules.map((one) => ({ rule: one }))),
      },
      { requiredKeys: ['ticker', 'name', 'alerts'] },
    ),
    { selector: (item) => item.ticker, maxLength: 50 },
  );
  fc.assert(
    fc.property(items, (list) => {
      expect(watchlistFromText(watchlistToText(list, new Map()))).toEqual({ items: list, unreadable: [] });
    }),
  );
});
