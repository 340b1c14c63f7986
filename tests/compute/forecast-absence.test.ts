import { forecastAbsence } from '#compute';
import { expect, test } from 'vitest';
import { comingFrom } from '../support/coming-sessions.ts';

const NOW = Date.UTC(2026, 10, 17, 17) / 1000;
const DAY = 86_400;

test.each([
  ['trades and is old enough', 0, 60, false, null],
  ['has missed ten sessions within two weeks', 14 * DAY - 1, 60, false, null],
  ['has missed them for longer', 15 * DAY, 1250, false, 'not_trading'],
  ['is too young', 0, 59, false, 'short_history'],
  ['is too young and no longer trades', 400 * DAY, 59, false, 'not_trading'],
  ['is a recording', 4000 * DAY, 60, true, null],
  ['is a short recording', 4000 * DAY, 59, true, 'short_history'],
] as const)('a listing that %s', (_, silentSeconds, finishedBars, isRecorded, absence) => {
  const asOfSeconds = NOW - silentSeconds;
  const traded = {
    listing: { timezone: 'UTC', calendar: 'weekday', instrument: 'equity' },
    sessions: comingFrom(Math.floor(asOfSeconds / DAY) * DAY, 'weekday', [570, 960]),
    asOfSeconds,
  } as const;
  expect(forecastAbsence({ ...traded, finishedBars, isRecorded }, NOW)).toBe(absence);
});
