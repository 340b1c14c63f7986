import type { HorizonScores } from '#compute';
import { expect, test } from 'vitest';
import { verdictText } from '../../../web/features/ledger/ledger-words.ts';
import { formatFor } from '../../../web/shared/format/format.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

const brier = { score: 0.2, reference: 0.2 };

const scores: HorizonScores = {
  horizon_days: 7,
  n: 12_480,
  blocks: 23,
  from: '2025-01-02',
  to: '2026-11-18',
  coverage80: { value: 0.79, low: 0.76, high: 0.82 },
  coverage95: { value: 0.95, low: 0.93, high: 0.97 },
  skill: { value: 0.01, low: -0.02, high: 0.04 },
  hit_rate: null,
  base_rate: null,
  pinball_percent: 1,
  brier: { up: brier, buy: brier, sell: brier },
  reliability: { up: [], buy: [], sell: [] },
  by_ticker: [],
  by_model: [],
  by_month: [],
};

test('what the intervals leave open is said to be open, with what it rests on', () => {
  expect(verdictText(US, scores)).toBe(
    'Over 12,480 settled 7-day forecasts from Jan 2, 2025 to Nov 18, 2026, in 23 blocks of time, how often the 80% range held could not be told apart from the promise, and the median could not be told apart from no change.',
  );
});

test('what they leave no doubt of is said', () => {
  const coverage80 = { value: 0.7, low: 0.66, high: 0.74 };
  const skill = { value: 0.03, low: 0.01, high: 0.05 };
  expect(verdictText(US, { ...scores, coverage80, skill })).toMatch(
    /, the 80% range held less often than promised, and the median was better than no change\.$/,
  );
});

test('too few blocks make no claim', () => {
  const coverage80 = { value: 1, low: null, high: null };
  expect(verdictText(US, { ...scores, n: 4, coverage80 })).toBe(
    '4 settled 7-day forecasts from Jan 2, 2025 to Nov 18, 2026 are too few for a statement: that takes 4 blocks of 59 days.',
  );
});
