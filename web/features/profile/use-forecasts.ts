import { decodeCandles, DEFAULT_HORIZON_DAYS } from '#compute';
import { useEffect, useState } from 'react';
import { fetchStock } from '../../shared/api/stock-api.ts';
import { browserStorage } from '../../shared/state/browser-storage.ts';
import {
  clearForecasts,
  isSameMarket,
  readForecasts,
  settleForecasts,
} from '../../shared/stats/forecast-record.ts';
import type { ForecastRecord, LedgerOwner } from '../../shared/stats/forecast-record.ts';

/** The user's recorded forecasts, and how far their check against real closes has come. */
export type Forecasts = {
  records: readonly ForecastRecord[];
  isChecking: boolean;
  /** Listings whose closes could not be had; they are asked for again on the next visit. */
  unreachable: readonly string[];
  clear: () => void;
};

/** Reads a user's forecasts and settles those whose target date is over, with one request per listing. */
export function useForecasts(email: string): Forecasts {
  const [records, setRecords] = useState(() => readForecasts({ storage: browserStorage(), email }));
  const [due] = useState(() => dueListings(records, Date.now()));
  const [isChecking, setChecking] = useState(due.length > 0);
  const [unreachable, setUnreachable] = useState<readonly string[]>([]);

  useEffect(() => {
    const abort = new AbortController();
    const settleAll = async () => {
      for (const record of due) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a long list is no burst
        const wasReached = await settle({ storage: browserStorage(), email }, record, abort.signal);
        if (abort.signal.aborted) return;
        setRecords(readForecasts({ storage: browserStorage(), email }));
        if (!wasReached) setUnreachable((tickers) => [...tickers, record.ticker]);
      }
      setChecking(false);
    };
    void settleAll();
    return () => abort.abort();
  }, [email, due]);

  return {
    records,
    isChecking,
    unreachable,
    clear: () => {
      clearForecasts({ storage: browserStorage(), email });
      setRecords([]);
    },
  };
}

/** One open record per listing and market whose target date is over, by the date in UTC. */
function dueListings(records: readonly ForecastRecord[], nowMs: number): readonly ForecastRecord[] {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const due = records.filter(({ outcome, targetDate }) => outcome === null && targetDate < today);
  const byListing = due.map((record) => [`${record.source === 'sample'} ${record.ticker}`, record] as const);
  return [...new Map(byListing).values()];
}

/** False when the closes of the record's listing could not be had. */
async function settle(owner: LedgerOwner, { ticker, source }: ForecastRecord, signal: AbortSignal) {
  const answer = await fetchStock(ticker, DEFAULT_HORIZON_DAYS, signal);
  // A deployment on the sample market cannot settle forecasts of real prices, nor the other way round.
  if (signal.aborted || !answer.ok || !isSameMarket(answer.value.source, source)) return false;
  const candles = decodeCandles(answer.value.columns);
  if (!candles.ok) return false;
  settleForecasts({ ...owner, listing: answer.value, candles: candles.value });
  return true;
}
