import { forecastAbsence } from '#compute';
import { expect, test } from 'vitest';

const NOW = Date.UTC(2026, 10, 17, 17) / 1000;
const DAY = 86_400;

test.each([
  ['trades and is old enough', 0, 60, false, null],
  ['has not traded for ten days', 10 * DAY, 60, false, null],
  ['has not traded for longer', 10 * DAY + 1, 1250, false, 'not_trading'],
  ['is too young', 0, 59, false, 'short_history'],
  ['is too young and no longer trades', 400 * DAY, 59, false, 'not_trading'],
  ['is a recording', 4000 * DAY, 60, true, null],
  ['is a short recording', 4000 * DAY, 59, true, 'short_history'],
] as const)('a listing that %s', (_, silentSeconds, finishedBars, isRecorded, absence) => {
  expect(forecastAbsence({ asOfSeconds: NOW - silentSeconds, finishedBars, isRecorded }, NOW)).toBe(absence);
});
