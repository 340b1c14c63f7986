// @vitest-environment node
import type { QuoteReady } from '#worker/contract';
import { describe, expect, test } from 'vitest';
import { formatFor } from '../../../web/shared/format/format.ts';
import {
  isMet,
  MAX_ALERTS,
  ruleText,
  withAlert,
  withoutAlert,
  withQuote,
} from '../../../web/shared/user-data/alerts.ts';
import { parseWatchlist, watchlistText, type AlertRule } from '../../../web/shared/user-data/watchlist.ts';
import { above, item, list, ready } from './quotes.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

describe('a rule', () => {
  test.each<[AlertRule, boolean | null]>([
    [above(100), true],
    [above(100.01), false],
    [{ on: 'price', direction: 'below', value: 100 }, true],
    [{ on: 'price', direction: 'below', value: 99.99 }, false],
    [{ on: 'day_change', direction: 'above', value: 1 }, true],
    [{ on: 'day_change', direction: 'below', value: 0.5 }, false],
  ])('%j at 100 and +1 %% is met: %s', (rule, expected) => {
    expect(isMet(rule, ready('A'))).toBe(expected);
  });

  test('about a value that the quote does not have is undecided', () => {
    const young = ready('A', { ai_signal: null, day_change_percent: null });
    expect(isMet({ on: 'signal' }, young)).toBeNull();
    expect(isMet({ on: 'day_change', direction: 'above', value: 0 }, young)).toBeNull();
  });

  test('reads as the end of a sentence, in the currency of its listing', () => {
    expect(ruleText(US, above(200), 'USD', null)).toBe('price is at or above $200.00');
    expect(ruleText(US, above(1.0823), 'USD', null)).toBe('price is at or above $1.0823');
    expect(ruleText(US, { on: 'day_change', direction: 'below', value: -3 }, 'USD', null)).toBe(
      'day change is at or below −3.00%',
    );
    expect(ruleText(US, { on: 'signal' }, '', null)).toBe('model signal changes');
  });
});

describe('alerts', () => {
  test('are added once per rule, eight at most', () => {
    let items = withAlert(withAlert(list('A'), 'A', above(1), null), 'A', above(1), null);
    expect(items[0]?.alerts).toHaveLength(1);
    for (let value = 2; value < 20; value++) items = withAlert(items, 'A', above(value), null);
    expect(items[0]?.alerts).toHaveLength(MAX_ALERTS);
    expect(withoutAlert(items, 'A', above(1))[0]?.alerts).toHaveLength(MAX_ALERTS - 1);
  });

  test('merged from several devices may be more than eight', () => {
    const alerts = Array.from({ length: 10 }, (_, index) => ({ rule: above(index + 1), isMet: false }));
    const items = [item('A', alerts)];
    expect(parseWatchlist(watchlistText(items))).toEqual(items);
  });

  test('fire when they begin to hold, not while they do, and again after they have ceased to', () => {
    let items = withAlert(list('A'), 'A', above(100), null);
    const at = (current_price: number) => {
      const [next, met] = withQuote(items, ready('A', { current_price }));
      items = next;
      return met.length;
    };
    expect([at(99), at(101), at(102), at(99), at(100)]).toEqual([0, 1, 0, 0, 1]);
  });

  test('are not changed by a stale price or by another listing', () => {
    const items = withAlert(list('A', 'B'), 'A', above(50), null);
    expect(withQuote(items, ready('A', { stale: true }))[1]).toEqual([]);
    expect(withQuote(items, ready('B'))[1]).toEqual([]);
    expect(withQuote(items, ready('A'))[1]).toMatchObject([{ rule: above(50) }]);
  });
});

/** Before a split of 10 to 1, after it, and when its ratio is corrected to 20 to 1. */
const scaled = (divisor: number, price: number) =>
  ready('NVDA', {
    current_price: price,
    year_closes: { dates: ['2025-01-02', '2026-01-02'], prices: [80 / divisor, 120 / divisor] },
  });

describe('a price alert from before a split', () => {
  const made = withAlert(
    withAlert(list('NVDA'), 'NVDA', above(140), scaled(1, 135)),
    'NVDA',
    { on: 'price', direction: 'below', value: 20 },
    scaled(1, 135),
  );
  /** The rules that fire, one quote after the other, in words. */
  const firedAt = (...quotes: readonly QuoteReady[]) => {
    let items = made;
    return quotes.map((quote) => {
      const [next, met] = withQuote(items, quote);
      items = next;
      return met.map(({ rule }) => ruleText(US, rule, 'USD', quote));
    });
  };

  test('does not fire for the split, and is not silenced by it', () => {
    expect(firedAt(scaled(1, 135), scaled(10, 13.5), scaled(10, 14), scaled(10, 1.9))).toEqual([
      [],
      [],
      ['price is at or above $14.00'],
      ['price is at or below $2.00'],
    ]);
  });

  test('follows a split that is corrected later, and one that is taken back', () => {
    expect(firedAt(scaled(10, 13.9), scaled(20, 7), scaled(1, 139), scaled(1, 140))).toEqual([
      [],
      ['price is at or above $7.00'],
      [],
      ['price is at or above $140.00'],
    ]);
  });

  test('is another one than an alert at its number from after the split, and the same as one at its price', () => {
    expect(withAlert(made, 'NVDA', above(14), scaled(10, 13.5))).toBe(made);
    const both = withAlert(made, 'NVDA', above(140), scaled(10, 13.5));
    const { alerts } = both[0]!;
    expect(alerts).toHaveLength(3);
    const without = withoutAlert(parseWatchlist(watchlistText(both)), 'NVDA', alerts[0]!.rule);
    expect(without[0]?.alerts).toEqual(alerts.slice(1));
  });

  test('keeps its number where nothing tells of a split: another market, or a history without its session', () => {
    const [rule] = made[0]!.alerts.map((alert) => alert.rule);
    const today = scaled(10, 13.5);
    for (const quote of [
      { ...today, source: 'sample' as const },
      { ...today, year_closes: { dates: [], prices: [] } },
      null,
    ])
      expect(ruleText(US, rule!, 'USD', quote)).toBe('price is at or above $140.00');
  });
});

test('a price that was typed before a quote came is one of the first quote that is not stale', () => {
  const typed = withAlert(list('NVDA'), 'NVDA', above(140), null);
  const [waiting] = withQuote(typed, { ...scaled(1, 135), stale: true });
  const [made] = withQuote(waiting, scaled(1, 135));
  expect(withQuote(made, scaled(10, 14))[1]).toHaveLength(1);
});
