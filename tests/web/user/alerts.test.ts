// @vitest-environment node
import type { AlertRule, QuoteReady } from '#worker/contract';
import { describe, expect, test } from 'vitest';
import { formatFor } from '#compute';
import { addAlert, crossings, MAX_ALERTS, ruleText, takeQuote } from '#web/shared/user/alerts.ts';
import { watchlistAtom, type Alert } from '#web/shared/user/watchlist.ts';
import type { Change } from '#web/shared/user/user-items.ts';
import { alertEdit } from '#web/shared/user/watchlist-edits.ts';
import { edit, replaceWatchlist, userStore } from '#support/web/user-store.ts';
import { above, list, ready } from './quotes.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });
const QUOTED = { ticker: 'A', currency: 'USD' };
const below = (value: number): AlertRule => ({ on: 'price', direction: 'below', value });

test.each<[AlertRule, string]>([
  [above(200), 'A rises to $200.00 or above'],
  [below(1.0823), 'A falls to $1.0823 or below'],
  [{ on: 'day_change', direction: 'below', value: -3 }, 'A is down 3.00% or more on the day'],
  [{ on: 'day_change', direction: 'above', value: 3 }, 'A is up 3.00% or more on the day'],
  [{ on: 'day_change', direction: 'above', value: -1 }, 'A’s day change rises to −1.00% or above'],
  [{ on: 'signal' }, 'A’s model signal changes'],
  [
    { on: 'odds', of: 'sell', horizon_days: 14, direction: 'above', value: 0.4 },
    'A’s chance of a 2% fall in 14 days rises to 40% or above',
  ],
  [
    { on: 'range', session: '2026-12-01', base_date: '2026-11-20', horizon_days: 7, low: 90, high: 110 },
    'A moves outside $90.00 to $110.00 on Dec 1, the 80% range in the 7-day forecast from Nov 20',
  ],
])('%j reads as the end of a sentence', (rule, words) => {
  expect(ruleText(US, 'A', { rule }, QUOTED, null)).toBe(words);
});

/** The alerts of A after changes of a list with A alone. */
function alertsAfter(...changes: readonly Change[]): readonly Alert[] {
  const store = userStore();
  edit(store, replaceWatchlist(list('A')));
  for (const change of changes) edit(store, change);
  return store.get(watchlistAtom)[0]?.alerts ?? [];
}

test('alerts are added once per rule, eight at most', () => {
  const add = (value: number) => addAlert('A', { rule: above(value) }, null);
  expect(alertsAfter(add(1), add(1))).toHaveLength(1);
  const many = Array.from({ length: 20 }, (_, index) => add(index + 1));
  expect(alertsAfter(...many)).toHaveLength(MAX_ALERTS);
  expect(alertsAfter(...many, () => [alertEdit('A', above(1), null)])).toHaveLength(MAX_ALERTS - 1);
});

/** A quote of a minute of the session. */
const at = (minute: number, current_price: number, change: Partial<QuoteReady> = {}) =>
  ready('A', { current_price, as_of: `2026-11-20T20:${String(minute).padStart(2, '0')}:00Z`, ...change });

/** The rules that a second quote crosses since a first one. */
const crossed = (alerts: readonly Alert[], before: QuoteReady, now: QuoteReady) =>
  [...crossings(alerts, before, now).values()].map(({ rule }) => rule);

describe('a quote', () => {
  test('crosses a level from one side, and exactly on it counts once', () => {
    const alerts = [{ rule: above(100) }, { rule: below(100) }];
    expect(crossed(alerts, at(0, 99), at(1, 100))).toEqual([above(100)]);
    expect(crossed(alerts, at(1, 100), at(2, 101))).toEqual([]);
    expect(crossed(alerts, at(2, 101), at(3, 100))).toEqual([below(100)]);
  });

  test('gives an event the key that the server gives it, and says what happened', () => {
    const events = crossings([{ rule: above(100) }], at(0, 99), at(1, 101));
    expect([...events]).toMatchObject([
      [
        'A price above 100 2026-11-20 above',
        { alert: 'A price above 100', previous: 99, value: 101, level: 100, price: 101, is_read: false },
      ],
    ]);
  });

  test('crosses nothing when it is stale or not newer, nor by a jump that may be a split', () => {
    const alerts = [{ rule: above(100) }];
    expect(crossed(alerts, at(0, 99), at(1, 101, { stale: true }))).toEqual([]);
    expect(crossed(alerts, at(1, 99), at(1, 101))).toEqual([]);
    expect(crossed([{ rule: below(50) }], at(0, 99), at(1, 49))).toEqual([]);
  });

  test('crosses a rule that was made since the last one only from where that began', () => {
    const start = { value: 101, session: '2026-11-20', at: '2026-11-20T20:00:30Z' };
    expect(crossed([{ rule: above(100), start }], at(0, 99), at(1, 102))).toEqual([]);
    expect(crossed([{ rule: above(102), start }], at(0, 99), at(1, 102))).toEqual([above(102)]);
  });

  test('leaves signal and odds to the server, which looks after the close', () => {
    const signal = { rule: { on: 'signal' } as const };
    expect(crossed([signal], at(0, 99), at(1, 99, { ai_signal: 'SELL' }))).toEqual([]);
  });
});

/** Before a split of 10 to 1, after it, and when its ratio is corrected to 20 to 1. */
const scaled = (divisor: number, price: number, minute = 0) =>
  at(minute, price, {
    year_closes: { dates: ['2025-01-02', '2026-01-02'], prices: [80 / divisor, 120 / divisor] },
  });

describe('a price alert from before a split', () => {
  const adds = [above(140), below(20)].map((rule) => addAlert('A', { rule }, scaled(1, 135)));
  const made = alertsAfter(...adds);
  /** The rules that fire, one quote after the other, in words. */
  const firedAt = (...quotes: readonly QuoteReady[]) =>
    quotes
      .slice(1)
      .map((now, before) =>
        crossed(made, quotes[before]!, now).map((rule) => ruleText(US, 'A', { rule }, QUOTED, now)),
      );

  test('does not fire for the split, and is not silenced by it', () => {
    expect(
      firedAt(scaled(1, 135), scaled(10, 13.5, 1), scaled(10, 14, 2), scaled(10, 2.2, 3), scaled(10, 1.9, 4)),
    ).toEqual([[], ['A rises to $14.00 or above'], [], ['A falls to $2.00 or below']]);
  });

  test('follows a split that is corrected later, and one that is taken back', () => {
    const quotes = [
      scaled(10, 13.9),
      scaled(20, 6.95, 1),
      scaled(20, 7, 2),
      scaled(1, 139, 3),
      scaled(1, 140, 4),
    ];
    expect(firedAt(...quotes)).toEqual([
      [],
      ['A rises to $7.00 or above'],
      [],
      ['A rises to $140.00 or above'],
    ]);
  });

  test('is another one than an alert at its number from after the split, and the same as one at its price', () => {
    const again = addAlert('A', { rule: above(14) }, scaled(10, 13.5));
    expect(alertsAfter(...adds, again)).toEqual(made);
    const other = addAlert('A', { rule: above(140) }, scaled(10, 13.5));
    const alerts = alertsAfter(...adds, other);
    expect(alerts).toHaveLength(3);
    const first = () => [alertEdit('A', alerts[0]!.rule, null)];
    expect(alertsAfter(...adds, other, first)).toEqual(alerts.slice(1));
  });

  test('keeps its number where nothing tells of a split: another market, or a history without its session', () => {
    const rule = made.find((alert) => alert.rule.on === 'price' && alert.rule.direction === 'above')?.rule;
    const today = scaled(10, 13.5);
    for (const quote of [
      { ...today, source: 'sample' as const },
      { ...today, year_closes: { dates: [], prices: [] } },
      null,
    ])
      expect(ruleText(US, 'A', { rule: rule! }, QUOTED, quote)).toBe('A rises to $140.00 or above');
  });
});

test.each([
  ['', 'Meta Platforms, Inc.', 'Meta Platforms, Inc.'],
  ['The Coca-Cola Company', 'Coca-Cola Co', 'Coca-Cola Co'],
  ['Nestlé', 'Nestlé S.A.', 'Nestlé S.A.'],
  ['Facebook, Inc.', 'ProShares S&P 500 Dynamic Buffer ETF', 'Facebook, Inc.'],
])('a star named %j takes a quote’s name %j unless it may be another company’s', (name, quoted, shown) => {
  const store = userStore();
  edit(store, replaceWatchlist([{ ticker: 'A', name, alerts: [] }]));
  edit(store, takeQuote(ready('A', { company_name: quoted })));
  expect(store.get(watchlistAtom)[0]?.name).toBe(shown);
});
