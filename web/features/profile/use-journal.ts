import { decodeCandles, DEFAULT_HORIZON_DAYS } from '#compute';
import { useEffect, useState } from 'react';
import { fetchStock } from '../../shared/api/stock-api.ts';
import { browserStorage } from '../../shared/state/browser-storage.ts';
import {
  clearJournal,
  isSameMarket,
  journalKey,
  readJournal,
  settleJournal,
} from '../../shared/stats/forecast-journal.ts';
import type { JournalEntry, JournalOwner } from '../../shared/stats/forecast-journal.ts';

/** The user's forecast journal, and the state of its check against real closes. */
export type Journal = {
  entries: readonly JournalEntry[];
  isChecking: boolean;
  /** Listings whose closes could not be had; they are asked for again on the next visit. */
  unreachable: readonly string[];
  clear: () => void;
};

/** Reads a user's forecasts and settles those whose target date is over, with one request per listing. */
export function useJournal(email: string): Journal {
  const [entries, setEntries] = useState(() => readJournal({ storage: browserStorage(), email }));
  const [due] = useState(() => dueListings(entries, Date.now()));
  const [isChecking, setChecking] = useState(due.length > 0);
  const [unreachable, setUnreachable] = useState<readonly string[]>([]);

  useEffect(() => {
    const abort = new AbortController();
    const settleAll = async () => {
      for (const entry of due) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a long list is no burst
        const wasReached = await settle({ storage: browserStorage(), email }, entry, abort.signal);
        if (abort.signal.aborted) return;
        setEntries(readJournal({ storage: browserStorage(), email }));
        if (!wasReached) setUnreachable((tickers) => [...tickers, entry.ticker]);
      }
      setChecking(false);
    };
    void settleAll();
    return () => abort.abort();
  }, [email, due]);

  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === journalKey(email)) setEntries(readJournal({ storage: browserStorage(), email }));
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [email]);

  return {
    entries,
    isChecking,
    unreachable,
    clear: () => {
      clearJournal({ storage: browserStorage(), email });
      setEntries([]);
    },
  };
}

/** One open entry per listing and market whose target date is over, by the date in UTC. */
function dueListings(entries: readonly JournalEntry[], nowMs: number): readonly JournalEntry[] {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  const due = entries.filter(({ outcome, targetDate }) => outcome === null && targetDate < today);
  const byListing = due.map((entry) => [`${entry.source === 'sample'} ${entry.ticker}`, entry] as const);
  return [...new Map(byListing).values()];
}

/** False when the closes of the entry's listing could not be had. */
async function settle(owner: JournalOwner, { ticker, source }: JournalEntry, signal: AbortSignal) {
  const answer = await fetchStock(ticker, DEFAULT_HORIZON_DAYS, signal);
  // A deployment on the sample market cannot settle forecasts of real prices, nor the other way round.
  if (signal.aborted || !answer.ok || !isSameMarket(answer.value.source, source)) return false;
  const candles = decodeCandles(answer.value.columns);
  if (!candles.ok) return false;
  settleJournal({ ...owner, listing: answer.value, candles: candles.value });
  return true;
}
