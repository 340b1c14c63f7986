import { expect, test } from 'vitest';
import { formatFor } from '#compute';

const US = formatFor({ region: 'us', clock: 'exchange' });

const NOW_MS = Date.UTC(2026, 10, 21);
const SESSION = Date.UTC(2026, 10, 20) / 1000;

test.each([
  ['short', 'Nov 20'],
  ['weekday', 'Fri, Nov 20'],
  ['day', 'Nov 20, 2026'],
  ['full', 'Friday, November 20, 2026'],
  ['month', 'Nov'],
  ['year', '2026'],
] as const)('a session in style %s is %s in every time zone', (style, text) => {
  expect(US.sessionDate(SESSION, style)).toBe(text);
});

test('a session without a date is N/A', () => {
  expect(US.sessionDate(Number.NaN, 'short')).toBe('N/A');
});

test('an instant is shown on the clock of the exchange, with its city', () => {
  expect(US.time('2026-11-20T20:59:00Z', 'America/New_York', NOW_MS)).toBe('Nov 20, 15:59 New York');
  expect(US.time('2026-11-20T16:30:00Z', 'Europe/London', NOW_MS)).toBe('Nov 20, 16:30 London');
});

test('an instant in another year shows the year', () => {
  expect(US.time('2018-05-11T20:00:00Z', 'America/New_York', NOW_MS)).toBe('May 11, 2018, 16:00 New York');
});

test('an unknown zone falls back to UTC and says so', () => {
  expect(US.time('2026-11-20T16:30:00Z', 'Mars/Olympus', NOW_MS)).toBe('Nov 20, 16:30 UTC');
});

test('an unreadable instant is "time unknown"', () => {
  expect(US.time('', 'America/New_York', NOW_MS)).toBe('time unknown');
});

const NOON_S = Date.UTC(2026, 10, 20, 12) / 1000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [0, 'Just now'],
  [59, 'Just now'],
  [60, '1m ago'],
  [59 * MINUTE + 59, '59m ago'],
  [60 * MINUTE, '1h ago'],
  [23 * HOUR + 59 * MINUTE, '23h ago'],
  [24 * HOUR, '1d ago'],
  [7 * DAY - 1, '6d ago'],
])('%d seconds ago is %s', (ageSeconds, text) => {
  expect(US.relativeTime(NOON_S - ageSeconds, 'UTC', NOON_S * 1000)).toBe(text);
});

test('seven days ago is a date', () => {
  expect(US.relativeTime(NOON_S - 7 * DAY, 'UTC', NOON_S * 1000)).toBe('Nov 13, 2026');
});

test('an instant ahead of the clock is Just now', () => {
  expect(US.relativeTime(NOON_S + 300, 'UTC', NOON_S * 1000)).toBe('Just now');
});

test.each([Number.NaN, 0, -1, Number.POSITIVE_INFINITY, 1e15])(
  '%d, which is not a date, is Recently',
  (epochSeconds) => {
    expect(US.relativeTime(epochSeconds, 'UTC', NOON_S * 1000)).toBe('Recently');
  },
);
