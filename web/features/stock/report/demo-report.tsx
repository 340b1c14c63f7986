import { DEFAULT_HORIZON_DAYS, DEFAULT_TICKER, type RangeLabel } from '#compute';
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

const DEMO = { ticker: DEFAULT_TICKER, horizonDays: DEFAULT_HORIZON_DAYS };

const NO_OTHER_LISTING = () => undefined;

/**
 * The analysis of one fixed listing on one fixed horizon, for visitors: the components of the stock page over the same
 * data, without its search, its address and its counting. Only the range can be switched.
 */
export function DemoReport() {
  return (
    <QueryProvider>
      <Report />
    </QueryProvider>
  );
}

function Report() {
  const load = useListing(DEMO);
  const [range, setRange] = useState<RangeLabel>('1M');
  const areTilesBelow = useTilesBelow();
  const { data, failure } = load;
  return (
    <>
      {failure !== null && (
        <LoadBanner
          failure={failure}
          asked={DEMO.ticker}
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
