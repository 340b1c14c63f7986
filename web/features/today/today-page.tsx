import { Sunrise } from 'lucide-react';
import { Link } from 'wouter';
import { useAtomValueRawSync } from '../../store.ts';
import { alertEventsAtom } from '../../shared/user/alert-events.ts';
import { nowMs } from '../../shared/api/server-clock.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Banner, EmptyState, RetryBanner } from '../../shared/ui/banner.tsx';
import { useOnline } from '../../shared/ui/browser-state.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { WorkPage } from '../../shared/ui/page.tsx';
import { JournalResults, useJournal } from '../../shared/user/journal-results.tsx';
import { syncReportAtom } from '../../shared/sync/sync-schedule.ts';
import { useWatchedQuotes, withWatchlist } from '../../shared/user/watched-quotes.tsx';
import { AlertsCard, NewAlertsCard, useNewEvents } from './alert-cards.tsx';
import { SettledForecasts, SettlingCard } from './forecast-cards.tsx';
import { MovesCard, NextCard } from './listing-cards.tsx';
import styles from './today-page.module.css';
import { headline, moves, settlingOn } from './today.ts';

/** What happened since the user's last visit, what is unusual, and what comes next. */
export const TodayPage = withWatchlist(Page);

function Page() {
  const format = useFormat();
  const isOnline = useOnline();
  const { items, rows, failure, isFetching, refresh } = useWatchedQuotes();
  const { entries, isChecking, unreachable } = useJournal();
  const events = useAtomValueRawSync(alertEventsAtom);
  const fresh = useNewEvents();
  const report = useAtomValueRawSync(syncReportAtom);
  const isSynced = report.syncedAtMs !== null;

  const moved = moves(items, rows);
  const settling = settlingOn(entries, nowMs());
  const isSample = [...moved.map(({ quote }) => quote), ...entries].some(
    (shown) => shown?.source === 'sample',
  );
  if (items.length === 0 && entries.length === 0 && events.length === 0) {
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
  return (
    <WorkPage
      title="Today"
      lead={headline(format, moved, isSynced || fresh.size > 0 ? fresh.size : null, settling.length)}
    >
      {isSample && (
        <Banner tone="info" title="Sample market: simulated prices">
          Everything below is based on simulated prices.
        </Banner>
      )}
      {!isOnline && (
        <Banner tone="info">
          You’re offline. This page shows the latest data in this browser and will update when you’re back
          online.
        </Banner>
      )}
      {isOnline && failure && (
        <RetryBanner failure={failure} isRetrying={isFetching} onRetry={() => void refresh()} />
      )}
      <div className={styles.columns}>
        <div className="stack">
          <NewAlertsCard events={events} fresh={fresh} report={report} />
          <MovesCard rows={moved} isWaiting={isFetching || rows.size === 0} />
          <SettledForecasts entries={entries} isChecking={isChecking} hasFailed={unreachable.length > 0} />
        </div>
        <div className="stack">
          <SettlingCard settling={settling} rows={rows} />
          <NextCard tickers={items.map(({ ticker }) => ticker)} />
          <AlertsCard rows={rows} />
          <Card title="Your verified hit rate" footer={<Link href="/profile">See your profile</Link>}>
            <div className="stack">
              <JournalResults entries={entries} />
            </div>
          </Card>
        </div>
      </div>
    </WorkPage>
  );
}
