import { DEFAULT_HORIZON_DAYS, DEFAULT_TICKER, type RangeLabel } from '#compute';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { QueryProvider } from '../../../shared/api/query-client.tsx';
import { AddressNote, Quoted } from '../../../shared/search/address-note.tsx';
import { isDemoListing } from '../../../shared/ticker-search/demo-listings.ts';
import { Freshness } from './freshness.tsx';
import { HeaderCard } from './header-card.tsx';
import { LoadBanner } from '../load-banner.tsx';
import { LoadingSkeleton } from '../loading-skeleton.tsx';
import { useListing } from '../use-listing.ts';
import { parseListing } from '../view-url.ts';
import { StockReport } from './stock-report.tsx';
import styles from '../stock-page.module.css';
import { SummaryTiles } from './summary-tiles.tsx';

const NO_OTHER_LISTING = () => undefined;

/**
 * The analysis of a listing of the sample market on one fixed horizon, for visitors: the components of the stock page over
 * the same data, without its search and its counting. The address names the listing; only the range can be switched.
 */
export function DemoReport() {
  return (
    <QueryProvider>
      <Report />
    </QueryProvider>
  );
}

function Report() {
  const search = useSearch();
  const { ticker: asked } = parseListing(search);
  const ticker = asked !== null && isDemoListing(asked) ? asked : DEFAULT_TICKER;
  const load = useListing({ ticker, horizonDays: DEFAULT_HORIZON_DAYS });
  const [range, setRange] = useState<RangeLabel>('1M');
  const { data, failure } = load;

  useEffect(() => {
    document.title = `${ticker} · Demo · Candor`;
  }, [ticker]);

  return (
    <>
      <AddressNote>
        {asked !== ticker && (
          <>
            The demo has no listing <Quoted text={new URLSearchParams(search).get('ticker')?.trim() ?? ''} />.
            The numbers below are {ticker}’s.
          </>
        )}
      </AddressNote>
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
          <SummaryTiles data={data} />
          <StockReport data={data} range={range} onRange={setRange} />
        </div>
      )}
      {data === null && failure === null && <LoadingSkeleton />}
      <Freshness data={data} isLoading={load.isLoading} isRefreshFailing={load.isRefreshFailing} />
    </>
  );
}
