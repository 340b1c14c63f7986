import type { LedgerResponse } from '#worker/contract';

/** The API's response before the job has ever run. */
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
  misses: [],
  currencies: {},
  unsettled: [],
  missed_sessions: [],
  chain: null,
  timestamps: null,
};
