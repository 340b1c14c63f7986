import { forecastAbsence, type ForecastError } from '#compute';
import { expect, test } from 'vitest';
import { comingFrom } from '../../support/coming-sessions.ts';

const NOW = Date.UTC(2026, 10, 17, 17) / 1000;
const DAY = 86_400;
const YOUNG: ForecastError = { reason: 'short_history', needBars: 60, gotBars: 59 };

test.each([
  ['trades and has a forecast', 0, null, false, null],
  ['has missed ten sessions within two weeks', 14 * DAY - 1, null, false, null],
  ['has missed them for longer', 15 * DAY, null, false, 'not_trading'],
  ['is too young', 0, YOUNG, false, 'short_history'],
  ['is too young and no longer trades', 400 * DAY, YOUNG, false, 'not_trading'],
  ['is a recording', 4000 * DAY, null, true, null],
  ['is a short recording', 4000 * DAY, YOUNG, true, 'short_history'],
] as const)('a listing that %s', (_, silentSeconds, error, isRecorded, reason) => {
  const asOfSeconds = NOW - silentSeconds;
  const traded = {
    listing: { timezone: 'UTC', calendar: 'weekday', instrument: 'equity' },
    sessions: comingFrom(Math.floor(asOfSeconds / DAY) * DAY, 'weekday', [570, 960]),
    asOfSeconds,
  } as const;
  expect(forecastAbsence({ ...traded, isRecorded }, error, NOW)?.reason ?? null).toBe(reason);
});
