import type { Format } from '#compute';
import { Sunrise } from 'lucide-react';
import { atom, useAtomValueRawSync } from '../../store.ts';
import { alertEventsAtom } from '../../shared/user/alert-events.ts';
import { withQueries } from '../../shared/api/query-client.tsx';
import { nowMs } from '../../shared/api/server-clock.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { LoadBanner } from '../../shared/search/load-banner.tsx';
import { Banner, EmptyState } from '../../shared/ui/banner.tsx';
import { useOnline } from '../../shared/browser/browser-state.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { WorkPage } from '../../shared/ui/page.tsx';
import { journalAtom } from '../../shared/user/forecast-journal.ts';
import { ownRangesAtom } from '../../shared/user/own-ranges.ts';
import { useJournal } from '../../shared/journal/journal-results.tsx';
import { syncReportAtom, type SyncReport } from '../../shared/sync/account-sync.ts';
import { useWatchedQuotes, type WatchedListing } from '../../shared/alerts/watched-quotes.tsx';
import { watchlistAtom, type Watchlist } from '../../shared/user/watchlist.ts';
import { AlertsCard, TriggeredCard, useNewEvents } from './alert-cards.tsx';
import { SettledForecasts, SettlingCard, settlingOn, withOwnRanges } from './forecast-cards.tsx';
import { UpcomingCard, useUpcoming, type Upcoming } from '../../shared/dates/upcoming-card.tsx';
import { isUnusual, moves, MovesCard } from './listing-cards.tsx';
import styles from './today-page.module.css';

/** An inbox: what triggered, what is unusual, what settles and what comes next. What is empty gets one line, and no card. */
export const TodayPage = withQueries(Page);

const isEmptyAtom = atom((get) =>
  [watchlistAtom, journalAtom, ownRangesAtom, alertEventsAtom].every(
    (kept) => get<readonly unknown[]>(kept).length === 0,
  ),
);

function Page() {
  if (!useAtomValueRawSync(isEmptyAtom)) return <Inbox />;
  return (
    <WorkPage title="Today" lead="What happened while you were away.">
      <EmptyState
        title="Nothing to report yet"
        icon={<Sunrise size={20} strokeWidth={1.75} aria-hidden />}
        action={
          <div className="cluster">
            <ButtonLink href="/watchlist" variant="primary">
              Build your watchlist
            </ButtonLink>
            <ButtonLink href="/prediction">Analyze a stock</ButtonLink>
          </div>
        }
      >
        Star listings to see their moves here, compared with their own history. Set alerts to see which were
        triggered. Forecasts you open on the analysis page are saved, and you’ll see how they turned out.
      </EmptyState>
    </WorkPage>
  );
}

function Inbox() {
  const format = useFormat();
  const isOnline = useOnline();
  const { listings, rows, failure, isFetching, refresh } = useWatchedQuotes();
  const journal = useJournal();
  const entries = withOwnRanges(journal.entries, useAtomValueRawSync(ownRangesAtom));
  const fresh = useNewEvents();
  const report = useAtomValueRawSync(syncReportAtom);
  const upcoming = useUpcoming(listings.map(({ ticker }) => ticker));
  const moved = moves(listings);
  const settling = settlingOn(entries, nowMs());
  const newAlerts = report.syncedAtMs !== null || fresh.size > 0 ? fresh.size : report.phase;
  const isSample = [...moved.map(({ quote }) => quote), ...entries].some(
    (shown) => shown?.source === 'sample',
  );
  return (
    <WorkPage
      title="Today"
      lead={<span className={styles.lead}>{headline(format, moved, newAlerts, settling.length)}</span>}
    >
      {isSample && (
        <p>
          <span className="chip">Sample market: simulated prices</span>
        </p>
      )}
      {!isOnline && (
        <Banner tone="info">
          You’re offline. This page shows the latest data in this browser and will update when you’re back
          online.
        </Banner>
      )}
      {isOnline && failure && (
        <LoadBanner failure={failure} isRetrying={isFetching} onRetry={() => void refresh()} />
      )}
      <div className={styles.columns}>
        <div className="stack">
          <TriggeredCard fresh={fresh} />
          {moved.length > 0 && <MovesCard rows={moved} isWaiting={isFetching || rows.size === 0} />}
          <SettledForecasts entries={entries} />
        </div>
        <div className="stack">
          {settling.length > 0 && <SettlingCard settling={settling} listings={listings} />}
          <UpcomingCard {...upcoming} />
          <AlertsCard listings={listings} />
        </div>
      </div>
      <p className="note">{emptyText({ ...journal, entries }, listings, upcoming)}</p>
    </WorkPage>
  );
}

/** The page's first sentence. Until it is known how many new alerts there are, `newAlerts` says how far the sync is. */
function headline(
  format: Format,
  rows: readonly WatchedListing[],
  newAlerts: number | SyncReport['phase'],
  settling: number,
): string {
  const some = (count: number, noun: string) => (count === 0 ? `No ${noun}s` : format.counted(count, noun));
  const unknown = `${newAlerts === 'starting' ? 'Checking' : 'Couldn’t check'} for new alerts`;
  const alerts = typeof newAlerts === 'number' ? some(newAlerts, 'new alert') : unknown;
  const counts = `${alerts}, ${some(settling, 'forecast').toLowerCase()} due to settle.`;
  const rarest = rows[0];
  if (!rarest?.quote?.move_rarity) return counts;
  const { day_change_percent: change } = rarest.quote;
  if (!isUnusual(rarest)) return `${counts} Nothing unusual on your watchlist.`;
  return `${counts} Most unusual move for its own history: ${rarest.ticker}, ${format.percent(change ?? Number.NaN, { signed: true })}.`;
}

/** One line for everything without a card: empty, or failed. Below the cards, so that none of them moves when it arrives. */
function emptyText(
  { entries, unreachable }: ReturnType<typeof useJournal>,
  items: Watchlist,
  upcoming: Upcoming,
): string {
  return [
    unreachable.length > 0
      ? 'Couldn’t check the forecasts that are due. They’ll be checked again on your next visit.'
      : entries.length > 0 &&
        entries.every(({ outcome }) => outcome === null) &&
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
