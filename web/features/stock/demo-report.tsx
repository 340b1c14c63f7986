import { DEFAULT_HORIZON_DAYS, DEFAULT_TICKER, type RangeLabel } from '#compute';
import { lazy, useEffect, useState } from 'react';
import { useAtomValue, useStore } from '../../shared/state/store.ts';
import { Part } from '../../shared/ui/part.tsx';
import { Freshness } from './freshness.tsx';
import { HeaderCard } from './header-card.tsx';
import { LoadBanner } from './load-banner.tsx';
import { LoadingSkeleton, ReportSkeleton } from './loading-skeleton.tsx';
import { stockModel } from './stock-model.ts';
import styles from './stock-page.module.css';
import { SummaryTiles } from './summary-tiles.tsx';

const StockReport = lazy(async () => ({ default: (await import('./stock-report.tsx')).StockReport }));

const NO_OTHER_LISTING = () => undefined;

/**
 * The analysis of one fixed listing on one fixed horizon, for visitors: the components of the stock page over the same
 * data, without its search, its address and its counting. Only the range can be switched.
 */
export function DemoReport() {
  const { stock, compute } = stockModel(useStore());
  const load = useAtomValue(stock.loadAtom);
  const [range, setRange] = useState<RangeLabel>('1M');

  useEffect(() => {
    void stock.open({ ticker: DEFAULT_TICKER, horizonDays: DEFAULT_HORIZON_DAYS, range: '1M' });
    const warmUp = setTimeout(compute.warm);
    return () => {
      clearTimeout(warmUp);
      stock.close();
    };
  }, [stock, compute]);

  const { data } = load;
  return (
    <>
      {load.status === 'failed' && (
        <LoadBanner failure={load} onRetry={() => void stock.retry()} onChoose={NO_OTHER_LISTING} />
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
      {data === null && load.status !== 'failed' && <LoadingSkeleton />}
      <Freshness load={load} />
    </>
  );
}
