import type { Quotes } from './quotes-state.ts';

/** As the analysis page's price (DESIGN section 10). */
const OPEN_REFRESH_MS = 60_000;

/** A closed market has nothing new but its opening. */
const CLOSED_REFRESH_MS = 10 * 60_000;

/**
 * Whether rows are worth a call: one of the tickers is not known yet, a market of theirs is open and the rows are a minute
 * old, or they are ten minutes old. `ageMs` is the age of the oldest of them.
 */
export function areQuotesDue(tickers: readonly string[], quotes: Quotes, ageMs: number): boolean {
  if (tickers.length === 0) return false;
  if (ageMs >= CLOSED_REFRESH_MS) return true;
  const entries = tickers.map((ticker) => quotes.get(ticker));
  if (entries.some((entry) => entry === undefined || entry.status === 'pending')) return true;
  const isOpen = entries.some((entry) => entry?.status === 'ready' && entry.market_state === 'open');
  return isOpen && ageMs >= OPEN_REFRESH_MS;
}
