import type { QuoteReady } from '#worker/contract';
import { readyQuote, type QuoteRows } from '../../shared/api/quotes-query.ts';
import type { Format } from '#compute';
import type { SyncReport } from '../../shared/sync/account-sync.ts';
import { exchangeToday, type JournalEntry } from '../../shared/user/forecast-journal.ts';
import type { WatchlistItem, Watchlist } from '../../shared/user/watchlist.ts';

export interface Move {
  readonly item: WatchlistItem;
  readonly quote: QuoteReady | null;
  /** Why the server has no price; `null` if it has one or has not said yet. */
  readonly error: string | null;
}

/** The watchlist, rarest move first. Listings of unknown rarity come last, in the list's order. */
export function moves(items: Watchlist, rows: QuoteRows): readonly Move[] {
  return items
    .map((item) => {
      const known = rows.get(item.ticker)?.quote;
      const error = known?.status === 'failed' ? known.error : null;
      return { item, quote: readyQuote(rows, item.ticker), error };
    })
    .toSorted((a, b) => shareOf(a) - shareOf(b));
}

/** A move is unusual if it happens at most once in this many sessions. Our choice. */
const UNUSUAL_ONCE_IN = 10;

export function isUnusual(move: Move): boolean {
  return shareOf(move) * UNUSUAL_ONCE_IN <= 1;
}

/** Share of past sessions that moved at least as far; 2 if unknown, to sort last. */
function shareOf({ quote }: Move): number {
  return quote?.move_rarity ? quote.move_rarity.as_large / quote.move_rarity.sessions : 2;
}

/** Open forecasts whose target date is today at their exchange, or has passed without a known close. */
export function settlingOn(entries: readonly JournalEntry[], atMs: number): readonly JournalEntry[] {
  return entries.filter((entry) => entry.outcome === null && entry.target_date <= exchangeToday(entry, atMs));
}

/** The page's first sentence. Until it is known how many new alerts there are, `newAlerts` says how far the sync is. */
export function headline(
  format: Format,
  rows: readonly Move[],
  newAlerts: number | SyncReport['phase'],
  settling: number,
): string {
  const some = (count: number, noun: string) =>
    `${count === 0 ? 'No' : format.count(count)} ${noun}${count === 1 ? '' : 's'}`;
  const unknown = `${newAlerts === 'starting' ? 'Checking' : 'Couldn’t check'} for new alerts`;
  const alerts = typeof newAlerts === 'number' ? some(newAlerts, 'new alert') : unknown;
  const counts = `${alerts}, ${some(settling, 'forecast').toLowerCase()} due to settle.`;
  const rarest = rows[0];
  if (!rarest?.quote?.move_rarity) return counts;
  const { day_change_percent: change } = rarest.quote;
  if (!isUnusual(rarest)) return `${counts} Nothing unusual on your watchlist.`;
  return `${counts} Most unusual move for its own history: ${rarest.item.ticker}, ${format.percent(change ?? Number.NaN, { signed: true })}.`;
}
