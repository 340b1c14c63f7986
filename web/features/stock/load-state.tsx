import { useState } from 'react';
import { Announcement } from '../../shared/ui/announcement.tsx';
import { Skeleton, Spinner } from '../../shared/ui/loading.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { useOnline } from '../../shared/browser/browser-state.ts';
import { useNow } from '../../shared/ui/use-now.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { readAt } from '../../shared/api/snapshot.ts';
import { staleReason } from '../../shared/api/staleness.ts';
import { useSettings } from '../../shared/user/settings.ts';
import type { ListingLoad } from './use-listing.ts';
import styles from './load-state.module.css';

const LOADING = [{ of: 'loading', text: 'Loading stock data' }];

/** The page before its first data: the first screen that the document painted, or skeleton cards without one. */
export function FirstScreen() {
  const [painted] = useState(() => document.querySelector('body > #first-screen'));
  if (painted === null) return <LoadingSkeleton />;
  const take = (place: HTMLDivElement | null) => {
    if (painted.parentElement !== place) place?.append(painted);
  };
  // `data-skeleton` keeps the footer hidden until the content is there (`app.module.css`).
  return <div ref={take} data-skeleton />;
}

/** Skeleton cards of final size, so that nothing moves when the data arrives. */
function LoadingSkeleton() {
  return (
    <div className={styles.page}>
      <Announcement messages={LOADING} />
      <div className={styles.header}>
        <Skeleton width={200} height={28} />
        <Skeleton width="min(420px, 80%)" height={14} />
      </div>
      <div className={styles.tiles}>
        {['price', 'predicted', 'change', 'volume'].map((tile) => (
          <div key={tile} className={styles.tile}>
            <Skeleton width={90} height={14} />
            <Skeleton width={120} height={22} />
          </div>
        ))}
      </div>
      <div className={styles.sections} />
      <div className={styles.cards}>
        <Card title="Stock Price Prediction">
          <div className={styles.middle}>
            <Spinner label="Loading stock data..." />
          </div>
        </Card>
        <WaitingCard title="Track record" heightPx={320} />
      </div>
    </div>
  );
}

export function WaitingCard({ heightPx, ...card }: { heightPx: number; title: string; className?: string }) {
  return (
    <Card {...card}>
      <Skeleton height={heightPx} />
    </Card>
  );
}

/** Shows, over the old numbers, that new ones are loading. A live region elsewhere announces it. */
export function LoadingNote({ ticker }: { ticker: string }) {
  return (
    <div className={styles.note} aria-hidden="true">
      <Spinner label={`Loading ${ticker}…`} />
    </div>
  );
}

/** A strip at the lower edge of the window while the data on screen is stale. It moves nothing. */
export function Freshness(load: Pick<ListingLoad, 'data' | 'isLoading' | 'refresh'>) {
  const text = useFreshnessText(load);
  return <output className={styles.freshness}>{text !== null && <span>{text}</span>}</output>;
}

function useFreshnessText({ data, isLoading, refresh }: Pick<ListingLoad, 'data' | 'isLoading' | 'refresh'>) {
  const format = useFormat();
  const isOnline = useOnline();
  const isReduced = useSettings().traffic === 'reduced';
  const nowMs = useNow();
  if (data === null) {
    return isOnline ? null : 'You’re offline. The analysis will load when you’re back online.';
  }
  const { response, isCopy, hasSourceFailed } = data;
  const time = format.time(response.fetched_at, response.exchange_timezone, nowMs);
  if (isCopy && isLoading) return `Showing prices from ${time} while newer ones load`;
  const stale = `Stale: prices from ${time}`;
  const isOff = isReduced ? '. Automatic refresh is off (Data use: Reduced).' : '';
  switch (staleReason({ isCopy, hasSourceFailed, isStale: readAt(data, nowMs).stale, refresh }, isOnline)) {
    case null:
      return null;
    case 'offline':
      return `Offline. Showing prices from ${time}; they’ll refresh when you’re back online.`;
    case 'unreachable':
      return `${stale}${isOff || ', retrying every 30 s'}`;
    case 'source_failed':
      return `${stale}; the source isn’t responding${isOff}`;
    case 'missed':
      return `${stale}${isOff}`;
  }
}
