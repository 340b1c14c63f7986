import { DEFAULT_HORIZON_DAYS, parseHorizon, parseTicker, type HorizonDays } from '#compute';
import type { LedgerQuery } from '../../shared/api/ledger-api.ts';

/** What the address of the page says: which part of the ledger, and which horizon is looked at. */
export interface LedgerView extends LedgerQuery {
  readonly horizonDays: HorizonDays;
}

/** Reads the query of an address; what is missing or wrong falls back to the whole ledger and the default horizon. */
export function parseLedgerView(search: string): LedgerView {
  const params = new URLSearchParams(search);
  const ticker = parseTicker(params.get('ticker') ?? '');
  return {
    ledger: params.get('ledger') === 'replay' ? 'replay' : null,
    ticker: ticker.ok ? ticker.value : null,
    horizonDays: parseHorizon(params.get('days') ?? '') ?? DEFAULT_HORIZON_DAYS,
  };
}

/** The query of an address that shows a view; defaults are left out. */
export function formatLedgerView({ ledger, ticker, horizonDays }: LedgerView): string {
  const params = new URLSearchParams({
    ...(ledger !== null && { ledger }),
    ...(ticker !== null && { ticker }),
    ...(horizonDays !== DEFAULT_HORIZON_DAYS && { days: String(horizonDays) }),
  });
  return params.size === 0 ? '' : `?${params}`;
}
