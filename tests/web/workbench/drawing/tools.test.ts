// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { measureText, type DrawingTextContext } from '#web/features/workbench/drawing/shapes.ts';
import { drawingsFile, drawingText } from '#web/features/workbench/drawing/tools.ts';
import { formatFor } from '#compute';
import { hasRoom, type Drawing } from '#web/shared/user/drawings.ts';

const DAY = 86_400;
const AUG_12 = Date.UTC(2026, 7, 12) / 1000;
const at = (days: number, price: number) => ({ time_seconds: AUG_12 + days * DAY, price });
const level = (id: string, price = 100): Drawing => ({ id, tool: 'level', points: [at(0, price)] });
const levels = (count: number) => Array.from({ length: count }, (_, i) => level(`${i}`));

test('a listing takes 100 drawings, all listings 2,000', () => {
  const lists = new Map([
    ['NVDA', levels(99)],
    ['AAPL', levels(100)],
  ]);
  expect(hasRoom(lists, 'NVDA')).toBe(true);
  expect(hasRoom(lists, 'AAPL')).toBe(false);
  const full = new Map(Array.from({ length: 20 }, (_, i) => [`T${i}`, levels(100)]));
  expect(hasRoom(full, 'NEW')).toBe(false);
  expect(hasRoom(new Map(full).set('T0', []), 'NEW')).toBe(true);
});

test('an export has one row for each drawing, from the earlier point to the later one', () => {
  const points = [at(6, 188.4), at(0.75, 201.1)];
  expect(
    drawingsFile(
      [{ id: 'a', tool: 'trend', points }, level('b'), { id: 'c', tool: 'ray', points }],
      'USD',
    ).rows(),
  ).toEqual([
    ['tool', 'from', 'from_price', 'to', 'to_price', 'text'],
    ['trend', '2026-08-12T18:00:00.000Z', 201.1, '2026-08-18', 188.4, null],
    ['level', '2026-08-12', 100, null, null, null],
    ['ray', '2026-08-18', 188.4, '2026-08-12T18:00:00.000Z', 201.1, null],
  ]);
});

const textContext: DrawingTextContext = {
  format: formatFor({ region: 'us', clock: 'exchange' }),
  quoted: 'USD',
  sessions: Float64Array.from([0, 1, 2, 5, 6], (day) => AUG_12 + day * DAY),
  latestSession: AUG_12 + 6 * DAY,
  timeZone: 'America/New_York',
};

const words = (drawing: Drawing) => drawingText(drawing, textContext);

test('a drawing is described from the earlier point to the later one', () => {
  const points = [at(6, 188.4), at(1, 201.1)];
  const [from, to] = ['Aug 13, 2026 at $201.10', 'Aug 18, 2026 at $188.40'];
  expect(words({ id: 'a', tool: 'rectangle', points, locked: true })).toBe(
    `Rectangle from ${from} to ${to}, locked`,
  );
  expect(words({ id: 'a', tool: 'ray', points })).toBe(`Ray from ${to} through ${from}`);
  expect(words({ id: 'a', tool: 'vertical', points: [at(6, 1)] })).toBe('Vertical line on Aug 18, 2026');
  expect(words({ id: 'a', tool: 'fibonacci', points })).toBe(
    `Fibonacci retracement from ${from} to ${to}: 23.6% at $191.40, 38.2% at $193.25, 50% at $194.75, ` +
      '61.8% at $196.25, 78.6% at $198.38',
  );
  expect(words({ id: 'a', tool: 'trend', points })).toBe(
    'Trend line from Aug 13, 2026 at $201.10 to Aug 18, 2026 at $188.40',
  );
  expect(words({ id: 'a', tool: 'measure', points })).toContain(': −$12.70 (−6.32%), 3 sessions');
  const minutes = [at(0.75, 100), at(0.8, 101)];
  expect(words({ id: 'a', tool: 'measure', points: minutes })).toBe(
    'Measure from Aug 12, 14:00 New York at $100.00 to Aug 12, 15:12 New York at $101.00: +$1.00 (+1.00%), 72 minutes',
  );
  expect(words(level('a', 188.4))).toBe('Price level at $188.40');
  expect(words(level('a', 1.0823))).toBe('Price level at $1.0823');
  const pair = { ...textContext, quoted: { ticker: 'EURUSD=X', currency: 'USD' } };
  expect(measureText([at(0, 1.08), at(1, 1.0823)], pair)).toContain('+$0.0023');
  expect(words({ id: 'a', tool: 'text', points: [at(0, 1)], text: 'Results' })).toBe(
    'Text “Results” on Aug 12, 2026 at $1.00',
  );
});

/** Length text between two times, given in days after the first session. */
const length = (from: number, to: number, timeZone = textContext.timeZone) =>
  measureText([at(from, 100), at(to, 100)], { ...textContext, timeZone }).replace(/^.*\), /, '');

describe('the length of a measured range', () => {
  const HOUR = 1 / 24;
  test('is in the listing’s sessions, by the exchange’s date', () => {
    expect(length(1, 5)).toBe('2 sessions');
    expect(length(15 * HOUR, 1 + 15 * HOUR)).toBe('1 session');
    expect(length(0, 15 * HOUR)).toBe('within one session');
  });

  test('is in days if the sessions are unknown', () => {
    expect(length(-30, 5)).toBe('35 days');
    expect(length(5, 36)).toBe('31 days');
  });

  test('is in minutes within a day at the exchange', () => {
    expect(length(15 * HOUR, 15 * HOUR + 38 / 1440)).toBe('38 minutes');
    // 18:00 and 20:30 of one day; then a day that starts before midnight in London.
    expect(length(22 * HOUR, 24.5 * HOUR)).toBe('150 minutes');
    expect(length(1 + 23 * HOUR, 2 + 5 * HOUR, 'Australia/Sydney')).toBe('360 minutes');
  });
});
