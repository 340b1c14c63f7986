import { ledgerVerdict, trackRecordVerdict, verdictOn } from '#compute';
import type { TrackRecord } from '#compute';
import { describe, expect, test } from 'vitest';
import { scores } from '../horizon-scores.ts';

test.each([
  [0.81, 0.9, 'above'],
  [0.7, 0.79, 'below'],
  [0.7, 0.9, 'undecided'],
  // An interval that ends at the value still contains it.
  [0.8, 0.9, 'undecided'],
  [0.7, 0.8, 'undecided'],
  [null, null, 'undecided'],
] as const)('%s to %s is %s of 0.8', (low, high, verdict) => {
  expect(verdictOn({ low, high }, 0.8)).toBe(verdict);
});

describe('the verdict on the public ledger', () => {
  test('treats an interval that contains the reference as undecided, not as agreement', () => {
    expect(ledgerVerdict(scores)).toBe(
      'Over 12,480 settled 7-day forecasts from 2025-01-02 to 2026-11-18, the 80% range held neither clearly more nor clearly less often than stated, and the median did neither clearly better nor clearly worse than “no change”.',
    );
  });

  test('states what the intervals decide', () => {
    const coverage80 = { value: 0.85, low: 0.81, high: 0.88 };
    const skill = { value: -0.03, low: -0.05, high: -0.01 };
    expect(ledgerVerdict({ ...scores, coverage80, skill })).toMatch(
      /, the 80% range held more often than stated, and the median did worse than “no change”\.$/,
    );
  });

  test('states no verdict from too few blocks', () => {
    const coverage80 = { value: 1, low: null, high: null };
    expect(ledgerVerdict({ ...scores, n: 4, coverage80 })).toBe(
      '4 settled 7-day forecasts from 2025-01-02 to 2026-11-18 are too few to judge. That takes 4 separate periods of 59 days.',
    );
  });
});

test.each([
  [{ value: 0.02, low: 0.01, high: 0.03 }, 'did better than'],
  [{ value: -0.02, low: -0.03, high: -0.01 }, 'did worse than'],
  [{ value: 0.02, low: -0.01, high: 0.05 }, 'did neither clearly better nor clearly worse than'],
])('the verdict on a track record: skill %o %s “no change”', (skill, words) => {
  const record = { horizonDays: 7, n: 50, from: '2025-01-02', to: '2026-01-02', skill } as TrackRecord;
  expect(trackRecordVerdict(record)).toBe(
    `Over 50 back-tested 7-day forecasts from 2025-01-02 to 2026-01-02, the median ${words} “no change”.`,
  );
});
