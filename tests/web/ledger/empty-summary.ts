import type { LedgerResponse } from '#worker/contract';

/** What the API answers before the job has run. */
export const emptySummary: LedgerResponse = {
  ledger: 'live',
  as_of: null,
  universe: ['AAPL', 'SPY'],
  forecasts: 0,
  settled: 0,
  first_session: null,
  next_at: null,
  next_target: null,
  horizons: [],
  latest: [],
  unsettled: [],
  missed_sessions: [],
  chain: null,
};
