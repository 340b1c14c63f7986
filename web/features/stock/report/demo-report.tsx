import { DEFAULT_HORIZON_DAYS, DEFAULT_TICKER, type RangeLabel } from '#compute';
import { lazy, useState } from 'react';
import { QueryProvider } from '../../../shared/api/query-client.tsx';
import { Part } from '../../../shared/ui/part.tsx';
import { Freshness } from './freshness.tsx';
import { HeaderCard } from './header-card.tsx';
import { LoadBanner } from '../load-banner.tsx';
import { LoadingSkeleton, ReportSkeleton } from '../loading-skeleton.tsx';
import { useListing } from '../use-listing.ts';
import styles from '../stock-page.module.css';
import { SummaryTiles } from './summary-tiles.tsx';

const StockReport = lazy(async () => ({ default: (await import('./stock-report.tsx')).StockReport }));

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
          <SummaryTiles data={data} />
          <Part waiting={<ReportSkeleton />}>
            <StockReport data={data} range={range} onRange={setRange} />
          </Part>
        </div>
      )}
      {data === null && failure === null && <LoadingSkeleton />}
      <Freshness data={data} isRefreshFailing={load.isRefreshFailing} />
    </>
  );
}
