import { useFormat } from '../../../shared/format/use-format.ts';
import type { RangeLabel } from '#compute';
import { lazy, useEffect, useMemo, useState } from 'react';
import { createChartLink } from '../../../shared/charts/use-viewport.ts';
import { ProvenanceProvider } from '../../../shared/export/export-buttons.tsx';
import { afterNextPaint } from '../../../shared/ui/first-screen.ts';
import { noteFirstScreen } from '../../../shared/ui/first-screen.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { Skeleton } from '../../../shared/ui/loading.tsx';
import { Part } from '../../../shared/ui/part.tsx';
import { useMediaQuery } from '../../../shared/ui/browser-state.ts';
import { PredictionChart } from '../charts/prediction-chart.tsx';
import { hasForecast, type ListingData } from '../listing-data.ts';
import styles from '../stock-page.module.css';
import { ForecastTable } from './forecast-table.tsx';
import { SummaryTiles, useTilesBelow } from './summary-tiles.tsx';
import { exportProvenance } from './provenance.ts';
import { NoForecastCard } from './stats-card.tsx';

/** They travel once the first row is on screen, in one file. */
const loadBelow = () => import('./report-below.tsx');
const ReportBelow = lazy(async () => ({ default: (await loadBelow()).ReportBelow }));
const OddsCard = lazy(async () => ({ default: (await loadBelow()).OddsCard }));

interface StockReportProps {
  readonly data: ListingData;
  readonly range: RangeLabel;
  readonly onRange: (range: RangeLabel) => void;
}

/** Charts and cards of one listing, in two columns from 1024 px up and in one below: the forecast first, then the rest. */
export function StockReport({ data, range, onRange }: StockReportProps) {
  const format = useFormat();
  const isWide = useMediaQuery('(width >= 1024px)');
  const areTilesBelow = useTilesBelow();
  const isPainted = useFirstPaint();
  const [link] = useState(createChartLink);
  const provenance = useMemo(
    () => exportProvenance(format, data.response, data.receivedAtMs),
    [format, data],
  );
  // A change of range does not concern the first row.
  const [prediction, tiles, signals] = useMemo(
    () => [
      hasForecast(data) ? (
        <PredictionChart key="prediction" data={data} />
      ) : (
        <NoForecastCard key="prediction" data={data} />
      ),
      <SummaryTiles key="tiles" data={data} />,
      <ForecastTable key="signals" data={data} />,
    ],
    [data],
  );
  const odds =
    hasForecast(data) &&
    (isPainted ? (
      <Part waiting={<OddsSkeleton />}>
        <OddsCard data={data} />
      </Part>
    ) : (
      <OddsSkeleton />
    ));
  const below = (column: 'left' | 'right' | 'only') =>
    isPainted && (
      <Part>
        <ReportBelow data={data} range={range} onRange={onRange} link={link} column={column} />
      </Part>
    );
  return (
    <ProvenanceProvider value={provenance}>
      {isWide ? (
        <div className={styles.columns}>
          <div className={styles.column}>
            {prediction}
            {below('left')}
          </div>
          <div className={styles.column}>
            {odds}
            {signals}
            {below('right')}
          </div>
        </div>
      ) : (
        <div className={styles.column}>
          {prediction}
          {areTilesBelow && tiles}
          {odds}
          {signals}
          {below('only')}
        </div>
      )}
    </ProvenanceProvider>
  );
}

/** As tall as the odds. */
function OddsSkeleton() {
  return (
    <Card title="Odds">
      <Skeleton height={128} />
    </Card>
  );
}

/**
 * False until the first row is on screen, so that what lies below it does not delay it. The charts draw in effects of their own,
 * which come before this one.
 */
function useFirstPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(
    () =>
      afterNextPaint(() => {
        noteFirstScreen();
        setPainted(true);
      }),
    [],
  );
  return isPainted;
}
