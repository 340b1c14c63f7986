import { DEFAULT_HORIZON_DAYS, type RangeLabel, type Ticker } from '#compute';
import { useState } from 'react';
import { QueryProvider } from '../../../shared/api/query-client.tsx';
import { Freshness } from './freshness.tsx';
import { HeaderCard } from './header-card.tsx';
import { LoadBanner } from '../load-banner.tsx';
import { LoadingSkeleton } from '../loading-skeleton.tsx';
import { useListing } from '../use-listing.ts';
import { StockReport } from './stock-report.tsx';
import styles from '../stock-page.module.css';
import { SummaryTiles, useTilesBelow } from './summary-tiles.tsx';

const NO_OTHER_LISTING = () => undefined;

/**
 * The analysis of a listing of the sample market on one fixed horizon, for visitors: the components of the stock page over
 * the same data, without its search and its counting. Only the range can be switched.
 */
export function DemoReport({ ticker }: { ticker: Ticker }) {
  return (
    <QueryProvider>
      <Report ticker={ticker} />
    </QueryProvider>
  );
}

function Report({ ticker }: { ticker: Ticker }) {
  const load = useListing({ ticker, horizonDays: DEFAULT_HORIZON_DAYS });
  const [range, setRange] = useState<RangeLabel>('1M');
  const areTilesBelow = useTilesBelow();
  const { data, failure } = load;

  return (
    <>
      {failure !== null && (
        <LoadBanner
          failure={failure}
          asked={ticker}
          shown={null}
          onRetry={load.retry}
          onChoose={NO_OTHER_LISTING}
        />
      )}
      {data !== null && (
        <div className={styles.report}>
          <HeaderCard data={data} />
          {!areTilesBelow && <SummaryTiles data={data} />}
          <StockReport data={data} range={range} onRange={setRange} />
        </div>
      )}
      {data === null && failure === null && <LoadingSkeleton />}
      <Freshness data={data} isLoading={load.isLoading} isRefreshFailing={load.isRefreshFailing} />
    </>
  );
}
