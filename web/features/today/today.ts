/** What the page says, as it follows from the list, the quotes and the journal. No React in here. */
import type { QuoteReady } from '#worker/contract';
import { readyQuote, type QuoteRows } from '../../shared/api/quotes-query.ts';
import type { Format } from '#compute';
import type { JournalEntry } from '../../shared/user/forecast-journal.ts';
import type { WatchlistItem, WatchlistItems } from '../../shared/user/watchlist.ts';

/** A watched listing and its quote; `null` while it is not known. */
export interface Move {
  readonly item: WatchlistItem;
  readonly quote: QuoteReady | null;
}

/** The list, the rarest move first; those of which that is not known come last, in the list's order. */
export function moves(items: WatchlistItems, rows: QuoteRows): readonly Move[] {
  return items
    .map((item) => ({ item, quote: readyQuote(rows, item.ticker) }))
    .toSorted((a, b) => shareOf(a) - shareOf(b));
}

/** The share of past sessions that moved at least as far; 2 where it is not known. */
function shareOf({ quote }: Move): number {
  return quote?.move_rarity ? quote.move_rarity.as_large / quote.move_rarity.sessions : 2;
}

/** The open forecasts whose target day is that of an instant (in UTC), or over without a close so far. */
export function settlingOn(entries: readonly JournalEntry[], atMs: number): readonly JournalEntry[] {
  const today = new Date(atMs).toISOString().slice(0, 10);
  return entries.filter(({ outcome, target_date: target }) => outcome === null && target <= today);
}

/** A move that comes more often than once in so many sessions is no news. Ours. */
const UNUSUAL_ONCE_IN = 10;

export function headline(format: Format, rows: readonly Move[], fired: number, settling: number): string {
  const some = (count: number, noun: string) =>
    `${count === 0 ? 'No' : format.count(count)} ${noun}${count === 1 ? '' : 's'}`;
  const counts = `${some(fired, 'new alert')}, ${some(settling, 'forecast').toLowerCase()} due to settle.`;
  const rarest = rows[0];
  if (!rarest?.quote?.move_rarity) return counts;
  const { day_change_percent: change } = rarest.quote;
  if (shareOf(rarest) * UNUSUAL_ONCE_IN > 1) return `${counts} Nothing unusual on your watchlist.`;
  return `${counts} Most unusual move for its own history: ${rarest.item.ticker}, ${format.percent(change ?? Number.NaN, { signed: true })}.`;
}
