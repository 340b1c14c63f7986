import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeQuote } from '#web/shared/user/alerts.ts';
import type { Change } from '#web/shared/user/user-items.ts';
import {
  addListings,
  MAX_WATCHED,
  removeListings,
  watchlistAtom,
  watchlistOf,
} from '#web/shared/user/watchlist.ts';
import { parseGroup } from '#web/shared/user/group-name.ts';
import { groupsOf, moveListing, setGroup, trimAlerts } from '#web/shared/user/watchlist-edits.ts';
import { edit, replaceKind, replaceWatchlist, tickers, userStore } from '#support/web/user-store.ts';
import { above, item, list, ready, tickersOf } from './quotes.ts';

/** A store with a list of these tickers, after changes. */
function storeAfter(names: readonly string[], ...changes: readonly Change[]) {
  const store = userStore();
  edit(store, replaceWatchlist(list(...names)));
  for (const change of changes) edit(store, change);
  return store;
}

test('a list takes each listing once, at the end, up to fifty', () => {
  expect(tickers(storeAfter(['A', 'B'], addListings(list('B', 'C', 'C'))))).toEqual(['A', 'B', 'C']);
  const many = Array.from({ length: 60 }, (_, i) => item(`T${i}`));
  expect(tickers(storeAfter([], addListings(many)))).toHaveLength(MAX_WATCHED);
});

test('what changes nothing keeps the list', () => {
  const store = storeAfter(['A', 'B']);
  const before = store.get(watchlistAtom);
  for (const change of [
    addListings(list('A')),
    removeListings(new Set(['X'])),
    moveListing('A', 0),
    moveListing('A', -3),
    moveListing('X', 1),
    setGroup(new Set(['A']), null),
    takeQuote(ready('C')),
  ])
    edit(store, change);
  expect(store.get(watchlistAtom)).toBe(before);
});

test('a removed listing takes its alerts along', () => {
  const store = storeAfter([]);
  edit(store, replaceWatchlist([item('A', [{ rule: above(1) }]), item('B', [{ rule: above(2) }])]));
  edit(store, removeListings(new Set(['A'])));
  edit(store, addListings(list('A')));
  expect(store.get(watchlistAtom)).toMatchObject([item('B', [{ rule: above(2) }]), item('A')]);
});

test('a listing is in one group or none, and a group lasts as long as it has a listing', () => {
  const store = storeAfter(
    ['A', 'B', 'C'],
    setGroup(new Set(['C']), 'Tech'),
    setGroup(new Set(['A']), 'Banks'),
  );
  expect(groupsOf(store.get(watchlistAtom))).toEqual(['Banks', 'Tech']);
  edit(store, setGroup(new Set(['C']), 'Banks'));
  expect(groupsOf(store.get(watchlistAtom))).toEqual(['Banks']);
  edit(store, setGroup(new Set(['A', 'C']), null));
  expect(store.get(watchlistAtom)).toEqual(list('A', 'B', 'C'));
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
        const moved = tickers(storeAfter(names, moveListing(ticker, to)));
        expect(moved.indexOf(ticker)).toBe(Math.min(Math.max(to, 0), names.length - 1));
        expect(moved.filter((name) => name !== ticker)).toEqual(names.filter((name) => name !== ticker));
      },
    ),
  );
});

test('an order puts what it does not name last', () => {
  const store = storeAfter(['A', 'B', 'C']);
  edit(store, replaceKind('order', new Map([['watchlist', { tickers: ['C', 'X', 'A'] }]])));
  expect(tickers(store)).toEqual(['C', 'A', 'B']);
});

test('merged alerts go with their listing', () => {
  const signal = { rule: { on: 'signal' } } as const;
  const store = storeAfter([]);
  edit(store, replaceKind('star', new Map([['B', { name: '' }]])));
  const alerts = ['A', 'B'].map((ticker) => [`${ticker} signal`, { ticker, ...signal }] as const);
  edit(store, replaceKind('alert', new Map(alerts)));
  expect(edit(store, trimAlerts)).toEqual([{ kind: 'alert', key: 'A signal', value: null }]);
  expect(tickersOf(watchlistOf(() => new Map()))).toEqual([]);
});
