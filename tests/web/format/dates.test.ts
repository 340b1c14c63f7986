import { expect, test } from 'vitest';
import { formatExchangeTime, formatLocalTime, formatSessionDate } from '../../../web/shared/format/dates.ts';

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
  expect(formatSessionDate(SESSION, style)).toBe(text);
});

test('a session without a date is N/A', () => {
  expect(formatSessionDate(Number.NaN, 'short')).toBe('N/A');
});

test('an instant of another day than today has its date', () => {
  const noon = new Date(2026, 10, 20, 14, 2).getTime();
  expect(formatLocalTime(noon, new Date(2026, 10, 20, 23, 59).getTime())).toBe('14:02');
  expect(formatLocalTime(noon, new Date(2026, 10, 21, 0, 0).getTime())).toBe('Nov 20, 2026, 14:02');
});

test('an instant is shown on the clock of the exchange, with its city', () => {
  expect(formatExchangeTime('2026-11-20T20:59:00Z', 'America/New_York', NOW_MS)).toBe(
    'Nov 20, 15:59 New York',
  );
  expect(formatExchangeTime('2026-11-20T16:30:00Z', 'Europe/London', NOW_MS)).toBe('Nov 20, 16:30 London');
});

test('an instant of another year says which', () => {
  expect(formatExchangeTime('2018-05-11T20:00:00Z', 'America/New_York', NOW_MS)).toBe(
    'May 11, 2018, 16:00 New York',
  );
});

test('an unknown zone is shown in UTC and says so', () => {
  expect(formatExchangeTime('2026-11-20T16:30:00Z', 'Mars/Olympus', NOW_MS)).toBe('Nov 20, 16:30 UTC');
});

test('an unreadable instant is not invented', () => {
  expect(formatExchangeTime('', 'America/New_York', NOW_MS)).toBe('time unknown');
});
