import type { HorizonScores } from '#compute';

const brier = { score: 0.2, reference: 0.2 };

/** Scores of a public ledger that leave both verdicts undecided: on the range and on the median. */
export const scores: HorizonScores = {
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
