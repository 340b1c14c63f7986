import { DEFAULT_HORIZON_DAYS, type Format } from '#compute';
import { useState } from 'react';
import { Link } from 'wouter';
import { ExportButton } from '../../shared/export/export-buttons.tsx';
import { jointProvenance } from '../../shared/format/exportable.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { spokenListing, useFormat } from '../../shared/format/use-format.ts';
import { Announcement, type ScreenReaderMessage } from '../../shared/ui/announcement.tsx';
import { useOnline } from '../../shared/browser/browser-state.ts';
import { useNow } from '../../shared/ui/use-now.ts';
import type { WatchedListing } from '../../shared/alerts/watched-quotes.tsx';
import { GroupChoice, GroupDialog, useShownGroup } from './watchlist-groups.tsx';
import styles from './watchlist-page.module.css';
import { commonTimeMs, watchlistExport } from './watchlist-rows.ts';
import { WatchlistTable } from './watchlist-table.tsx';

/** Most listings that the comparison takes. */
const COMPARED = 5;

interface WatchedListingsProps {
  readonly listings: readonly WatchedListing[];
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
}

export function WatchedListings(props: WatchedListingsProps) {
  const { listings, isFetching, onRefresh } = props;
  const group = useShownGroup(listings);
  /** The listing whose group is being changed; empty for any. */
  const [grouped, setGrouped] = useState<string | null>(null);
  const shown = group === null ? listings : listings.filter((listing) => listing.group === group);
  const tickers = shown
    .slice(0, COMPARED)
    .map(({ ticker }) => ticker)
    .join();
  const quotes = shown.flatMap(({ quote }) => quote ?? []);
  const provenance = quotes.length === 0 ? null : jointProvenance('Watchlist', quotes);

  return (
    <section className={styles.card} aria-label="Watched listings">
      <div className={styles.bar}>
        <GroupChoice items={listings} />
        <WatchlistStatus listings={shown} isFetching={isFetching} />
        <ExportButton exportable={watchlistExport(shown)} provenance={provenance} />
        <ButtonLink size="sm" href={`/compare?${new URLSearchParams({ tickers })}`}>
          {shown.length > COMPARED ? `Compare the first ${COMPARED}` : 'Compare'}
        </ButtonLink>
        <Button size="sm" onClick={() => setGrouped('')}>
          Groups…
        </Button>
        <Button size="sm" aria-busy={isFetching} onClick={onRefresh}>
          Refresh
        </Button>
      </div>
      <WatchlistTable listings={shown} isPart={group !== null} onGroup={setGrouped} />
      {grouped !== null && <GroupDialog ticker={grouped} onClose={() => setGrouped(null)} />}
      <p className={styles.foot}>
        Chance of +2% or −2%: the model’s estimate that the listing closes at least 2% higher or lower in{' '}
        {DEFAULT_HORIZON_DAYS} trading days. The signal describes the past trend; “was” shows the signal at
        the previous close. How rare: how often past sessions moved at least as far.{' '}
        <Link href="/method">How these work</Link>
      </p>
    </section>
  );
}

type StatusProps = Omit<WatchedListingsProps, 'onRefresh'>;

/** When and where the list's prices are from. */
function WatchlistStatus({ listings, isFetching }: StatusProps) {
  const format = useFormat();
  const isOnline = useOnline();
  const nowMs = useNow();
  const quotes = listings.flatMap(({ quote }) => quote ?? []);
  const time = quotes.length === 0 ? null : format.time(commonTimeMs(quotes), null, nowMs);
  const isSample = quotes.some(({ source }) => source === 'sample');
  const isWaiting = listings.some(({ quote, error }) => quote === null && error === null);
  const offline =
    time === null
      ? 'Offline. Prices will load when you’re back online.'
      : `Offline. Showing prices from ${time}; they’ll refresh when you’re back online.`;
  const loading = isWaiting && isFetching ? [{ of: 'loading', text: 'Loading prices' }] : [];
  return (
    <div className={styles.status}>
      {/* Not a live region, because it changes every minute. */}
      <p>
        {!isOnline && offline}
        {isOnline && time === null && isFetching && 'Loading prices…'}
        {isOnline && time !== null && `Prices from ${time}`}
        {isOnline && time !== null && !isSample && ` · ${jointProvenance('', quotes).source}`}
      </p>
      {isSample && <span className="chip">Sample market: simulated prices</span>}
      <Announcement messages={isOnline ? loading : [{ of: 'offline', text: offline }]} />
      <Announcement messages={isWaiting ? null : quoteMessages(format, listings)} />
    </div>
  );
}

function quoteMessages(format: Format, listings: StatusProps['listings']): ScreenReaderMessage[] {
  return listings.map(({ ticker, quote, error }) =>
    quote === null
      ? { of: `${ticker} failed`, text: `${ticker}: ${error}` }
      : { of: ticker, text: spokenListing(format, quote, quote.ai_signal) },
  );
}
