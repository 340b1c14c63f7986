import { commonZone, formatFor, triggeredDetail, triggeredText } from '#compute';
import { alertEventKey, alertKey, alertLevels, crossingsOf } from '#worker/contract';
import type { AlertEvent, AlertLevel, AlertRule } from '#worker/contract';
import { describe, expect, test } from 'vitest';

const look = (value: number, atSeconds = 100, session = '2026-11-20') => ({ value, session, atSeconds });

/** The directions of a rule's levels crossed between two values. */
function directions(rule: AlertRule, previous: ReturnType<typeof look> | null, now: ReturnType<typeof look>) {
  const levels = alertLevels(rule).map((level: AlertLevel) => {
    const start = { start: null, startSession: '2026-11-19', startAt: 0 };
    return { ...level, ...start, ticker: 'KO', isNew: false };
  });
  const changes = new Map(levels.map(({ metric }) => [`KO ${metric}`, { before: previous, now }]));
  return crossingsOf(levels, changes).map(({ level }) => level.direction);
}

const above: AlertRule = { on: 'price', direction: 'above', value: 100 };
const below: AlertRule = { on: 'price', direction: 'below', value: 100 };

describe('a price', () => {
  test.each([
    [99, 100, ['above'], []],
    [100, 101, [], []],
    [99, 101, ['above'], []],
    [101, 100, [], ['below']],
    [100, 99, [], []],
    [101, 99, [], ['below']],
    [100, 100, [], []],
  ])('from %d to %d crosses 100 once', (from, to, up, down) => {
    expect(directions(above, look(from), look(to, 200))).toEqual(up);
    expect(directions(below, look(from), look(to, 200))).toEqual(down);
  });

  test('does not cross anything if it is the first or not newer', () => {
    expect(directions(above, look(99, 200), look(101, 200))).toEqual([]);
    expect(directions(above, look(99, 200), look(101, 100))).toEqual([]);
    expect(directions(above, null, look(101))).toEqual([]);
  });
});

test('a day change starts from 0 in each session', () => {
  const rule: AlertRule = { on: 'day_change', direction: 'above', value: 3 };
  expect(directions(rule, look(4), look(5, 200))).toEqual([]);
  expect(directions(rule, look(4), look(5, 200, '2026-11-23'))).toEqual(['above']);
  expect(
    directions({ ...rule, direction: 'below', value: -3 }, look(-4), look(-3, 200, '2026-11-23')),
  ).toEqual(['below']);
});

test('a range is left only in its own session, and each session starts inside it', () => {
  const rule: AlertRule = {
    on: 'range',
    session: '2026-11-23',
    base_date: '2026-11-20',
    horizon_days: 1,
    low: 90,
    high: 110,
  };
  expect(directions(rule, look(100), look(120, 200))).toEqual([]);
  expect(directions(rule, look(120), look(121, 200, '2026-11-23'))).toEqual(['above']);
  expect(directions(rule, look(120, 100, '2026-11-23'), look(80, 200, '2026-11-23'))).toEqual(['below']);
  expect(directions(rule, look(100), look(80, 200, '2026-11-24'))).toEqual([]);
});

test('a signal triggers when it changes, odds when they cross their level', () => {
  expect(directions({ on: 'signal' }, look(2), look(3, 200))).toEqual(['above']);
  expect(directions({ on: 'signal' }, look(2), look(0, 200))).toEqual(['below']);
  expect(directions({ on: 'signal' }, look(2), look(2, 200))).toEqual([]);
  const odds: AlertRule = { on: 'odds', of: 'sell', horizon_days: 7, direction: 'above', value: 0.3 };
  expect(alertLevels(odds)[0]?.metric).toBe('odds_sell_7');
  expect(directions(odds, look(0.29), look(0.3, 200))).toEqual(['above']);
});

test('keys distinguish rules, even across a split, and fit into an item', () => {
  const anchor = { source: 'yahoo', date: '2026-01-02', close: 1234.567890123 };
  const old = alertKey('BRK-B', { ...above, value: 1234.567890123, anchor });
  expect(old).not.toBe(alertKey('BRK-B', { ...above, value: 1234.567890123 }));
  expect(alertKey('A', { on: 'signal' })).toBe('A signal');
  expect(alertEventKey(old, '2026-11-20', 'above').length).toBeLessThanOrEqual(128);
});

const event: AlertEvent = {
  alert: 'A',
  ticker: 'A',
  rule: above,
  session: '2026-11-20',
  direction: 'above',
  level: 0,
  previous: 0,
  value: 0,
  price: null,
  currency: 'USD',
  exchange_timezone: 'America/New_York',
  at: '2026-11-20T01:30:00Z',
  source: 'yahoo',
  is_read: false,
};

test.each<[Partial<AlertEvent>, string]>([
  [{ rule: below, direction: 'below', level: 140, value: 139.5 }, 'fell to or below $140.00'],
  [{ rule: above, direction: 'above', level: 1.0823, value: 1.1 }, 'rose to or above $1.0823'],
  [
    { rule: { on: 'day_change', direction: 'below', value: -3 }, direction: 'below', level: -3, value: -3.4 },
    'day change reached −3.00% or below',
  ],
  [
    {
      rule: { on: 'range', session: '2026-11-23', base_date: '2026-11-20', horizon_days: 1, low: 1, high: 9 },
      direction: 'above',
      level: 9,
      value: 10,
    },
    'moved above its 80% range for Nov 23 ($9.00)',
  ],
  [{ rule: { on: 'signal' }, level: null, previous: 2, value: 3 }, 'model signal changed from HOLD to BUY'],
  [
    {
      rule: { on: 'odds', of: 'sell', horizon_days: 1, direction: 'above', value: 0.3 },
      level: 0.3,
      value: 0.34,
    },
    'has a 34% chance of a 2% fall in 1 day (your level: 30% or above)',
  ],
])('%j reads well after a ticker', (trigger, text) => {
  const format = formatFor({ region: 'us', clock: 'exchange' });
  expect(triggeredText(format, { ...event, ...trigger })).toBe(text);
});

test('a list of events has one clock: the exchange’s, or none of several exchanges’', () => {
  const at = (exchange_timezone: string) => ({ exchange_timezone });
  expect(commonZone([at('Asia/Tokyo'), at('Asia/Tokyo')])).toBe('Asia/Tokyo');
  expect(commonZone([at('Asia/Tokyo'), at('Europe/London')])).toBeNull();
  expect(commonZone([])).toBeNull();
  const format = formatFor({ region: 'us', clock: 'utc' });
  const yen = { ...event, ...at('Asia/Tokyo'), ticker: 'USDJPY=X', currency: 'JPY', price: 156.789 };
  const detail = triggeredDetail(format, yen, 0, null);
  expect(detail).toBe('¥156.79 · Nov 20, 2026, 01:30 UTC.');
});
