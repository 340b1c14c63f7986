import { DEFAULT_HORIZON_DAYS, parseHorizon, parseTicker, type HorizonDays } from '#compute';
import type { RecordQuery } from '../../shared/api/record-api.ts';

/** What the address of the page says: which part of the record, and which horizon is looked at. */
export interface RecordView extends RecordQuery {
  readonly horizonDays: HorizonDays;
}

/** Reads the query of an address; what is missing or wrong falls back to the whole record and the default horizon. */
export function parseRecordView(search: string): RecordView {
  const params = new URLSearchParams(search);
  const ticker = parseTicker(params.get('ticker') ?? '');
  return {
    ledger: params.get('ledger') === 'replay' ? 'replay' : null,
    ticker: ticker.ok ? ticker.value : null,
    horizonDays: parseHorizon(params.get('days') ?? '') ?? DEFAULT_HORIZON_DAYS,
  };
}

/** The query of an address that shows a view; defaults are left out. */
export function printRecordView({ ledger, ticker, horizonDays }: RecordView): string {
  const params = new URLSearchParams({
    ...(ledger !== null && { ledger }),
    ...(ticker !== null && { ticker }),
    ...(horizonDays !== DEFAULT_HORIZON_DAYS && { days: String(horizonDays) }),
  });
  return params.size === 0 ? '' : `?${params}`;
}
