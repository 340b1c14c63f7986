import { expect, test } from 'vitest';
import { formatRelativeTime } from '../../../web/shared/format/relative-time.ts';

const NOW_S = Date.UTC(2026, 10, 20, 12) / 1000;
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
  expect(formatRelativeTime(NOW_S - ageSeconds, NOW_S * 1000)).toBe(text);
});

test('seven days ago is a date', () => {
  expect(formatRelativeTime(NOW_S - 7 * DAY, NOW_S * 1000)).toBe('Nov 13, 2026');
});

test('a clock that runs ahead is Just now', () => {
  expect(formatRelativeTime(NOW_S + 300, NOW_S * 1000)).toBe('Just now');
});

test.each([Number.NaN, 0, -1, Number.POSITIVE_INFINITY, 1e15])('%d is no date: Recently', (epochSeconds) => {
  expect(formatRelativeTime(epochSeconds, NOW_S * 1000)).toBe('Recently');
});
