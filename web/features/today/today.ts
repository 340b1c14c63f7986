import type { QuoteReady } from '#worker/contract';
import { readyQuote, type QuoteRows } from '../../shared/api/quotes-query.ts';
import type { Format } from '#compute';
import { exchangeToday, type JournalEntry } from '../../shared/user/forecast-journal.ts';
import type { useJournal } from '../../shared/journal/journal-results.tsx';
import type { SyncReport } from '../../shared/sync/account-sync.ts';
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

/** The page's first sentence. `newAlerts` is `null` while it is unknown whether there are any. */
export function headline(
  format: Format,
  rows: readonly Move[],
  newAlerts: number | null,
  settling: number,
): string {
  const some = (count: number, noun: string) =>
    `${count === 0 ? 'No' : format.count(count)} ${noun}${count === 1 ? '' : 's'}`;
  const forecasts = `${some(settling, 'forecast')} due to settle.`;
  const counts =
    newAlerts === null ? forecasts : `${some(newAlerts, 'new alert')}, ${forecasts.toLowerCase()}`;
  const rarest = rows[0];
  if (!rarest?.quote?.move_rarity) return counts;
  const { day_change_percent: change } = rarest.quote;
  if (!isUnusual(rarest)) return `${counts} Nothing unusual on your watchlist.`;
  return `${counts} Most unusual move for its own history: ${rarest.item.ticker}, ${format.percent(change ?? Number.NaN, { signed: true })}.`;
}

const AHEAD_DAYS = 14;

const NEXT_DATES = 6;

/** Splits dates, earliest first, into those of the next two weeks, six at most, and the later ones. */
export function nextAndLater<Dated extends { readonly next: { readonly date: string } }>(
  dates: readonly Dated[],
  atMs: number,
): { readonly next: readonly Dated[]; readonly later: readonly Dated[] } {
  const until = new Date(atMs + AHEAD_DAYS * 86_400_000).toISOString().slice(0, 10);
  const near = dates.filter(({ next }) => next.date <= until).length;
  const shown = Math.min(near, NEXT_DATES);
  return { next: dates.slice(0, shown), later: dates.slice(shown) };
}

interface Knowledge {
  /** `null` while it is unknown. */
  readonly newAlerts: number | null;
  readonly phase: SyncReport['phase'];
  readonly journal: Pick<ReturnType<typeof useJournal>, 'entries' | 'isChecking' | 'unreachable'>;
  readonly items: Watchlist;
  readonly upcoming: {
    readonly dates: readonly unknown[];
    readonly hasFailed: boolean;
    readonly isLoading: boolean;
  };
}

/** One line for what has no card: what there is not, what is still being asked for, what could not be asked. */
export function emptyText({ newAlerts, phase, journal, items, upcoming }: Knowledge): string {
  const { entries, isChecking, unreachable } = journal;
  const hasSettled = entries.some(({ outcome }) => outcome !== null);
  return [
    newAlerts === null &&
      (phase === 'starting'
        ? 'Checking for new alerts…'
        : 'Couldn’t check for new alerts. They’ll appear here once your account can be reached.'),
    entries.length > 0 && isChecking && 'Checking forecasts that are due…',
    unreachable.length > 0 &&
      'Couldn’t check the forecasts that are due. They’ll be checked again on your next visit.',
    entries.length > 0 &&
      !isChecking &&
      unreachable.length === 0 &&
      !hasSettled &&
      'None of your forecasts have settled yet.',
    items.length === 0 && 'Your watchlist is empty.',
    upcoming.hasFailed && 'Upcoming dates aren’t available right now. Try again later.',
    items.length > 0 &&
      !upcoming.hasFailed &&
      !upcoming.isLoading &&
      upcoming.dates.length === 0 &&
      'No upcoming dividend or earnings dates known for your watchlist.',
  ]
    .filter((line) => line !== false)
    .join(' ');
}
