import { useFormat } from '../../../shared/format/use-format.ts';
import type { RangeLabel } from '#compute';
import { lazy, useState, useMemo } from 'react';
import { createChartLink, type ChartLink } from '../../../shared/charts/use-viewport.ts';
import { afterNextPaint } from '../../../shared/ui/after-next-paint.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { Part } from '../../../shared/ui/part.tsx';
import { Skeleton } from '../../../shared/ui/loading.tsx';
import { ProvenanceProvider } from '../../../shared/export/export-buttons.tsx';
import { ForecastTable } from './forecast-table.tsx';
import { IndicatorsCard } from '../charts/indicators-card.tsx';
import { NewsSkeleton, SentimentSkeleton } from '../loading-skeleton.tsx';
import { NewsCard } from './news-card.tsx';
import { PerformanceCard } from '../charts/performance-card.tsx';
import { PredictionChart } from '../charts/prediction-chart.tsx';
import { NoForecastCard, StatsCard } from './stats-card.tsx';
import { exportProvenance } from './provenance.ts';
import { hasForecast, type ListingData } from '../listing-data.ts';
import styles from '../stock-page.module.css';
import { TechnicalChart } from '../charts/technical-chart.tsx';
import { TrackRecordCard } from './track-record-card.tsx';
import { useMediaQuery } from '../../../shared/ui/browser-state.ts';

/** Its own answer comes later than the prices: there is time for the code. */
const SentimentCard = lazy(async () => ({
  default: (await import('./sentiment-card.tsx')).SentimentCard,
}));

/** Below everything else and of use only at a click: it travels last. */
const BackTestCard = lazy(async () => ({
  default: (await import('../back-test/back-test-card.tsx')).BackTestCard,
}));

/** Below the first screen: its code is asked for when the charts are painted. */
const DividendsCard = lazy(async () => {
  await new Promise<void>((resolve) => void afterNextPaint(resolve));
  return { default: (await import('./dividends-card.tsx')).DividendsCard };
});

interface StockReportProps {
  readonly data: ListingData;
  readonly range: RangeLabel;
  readonly onRange: (range: RangeLabel) => void;
}

/**
 * Charts and cards of one listing. Two columns from 1024 px up, one below, and in both the order of the document is the
 * order on screen.
 */
export function StockReport({ data, range, onRange }: StockReportProps) {
  const format = useFormat();
  const isWide = useMediaQuery('(width >= 1024px)');
  const [link] = useState(createChartLink);
  // A change of range concerns one card: the others keep their elements, so that React leaves them alone.
  const cards = useMemo(() => cardsOf(data, link), [data, link]);
  const provenance = useMemo(
    () => exportProvenance(format, data.response, data.receivedAtMs),
    [format, data],
  );
  const { prediction, signals, record, candles, indicators, backTest, dividends, context } = cards;
  const performance = (
    <div className={styles.paperPerformance}>
      <PerformanceCard data={data} range={range} onRange={onRange} />
    </div>
  );
  const report = isWide ? (
    <div className={styles.columns}>
      <div className={styles.column}>
        {prediction}
        {candles}
        {performance}
        {indicators}
        {backTest}
        {dividends}
      </div>
      <div className={styles.column}>
        {signals}
        {record}
        {context}
      </div>
    </div>
  ) : (
    <div className={styles.column}>
      {prediction}
      {signals}
      {record}
      {performance}
      {candles}
      {indicators}
      {backTest}
      {dividends}
      {context}
    </div>
  );
  return <ProvenanceProvider value={provenance}>{report}</ProvenanceProvider>;
}

/** The cards that do not depend on the range, each in its place on paper. */
function cardsOf(data: ListingData, link: ChartLink) {
  const { sentiment, news, response } = data;
  return {
    prediction: hasForecast(data) ? <PredictionChart data={data} /> : <NoForecastCard data={data} />,
    signals: <ForecastTable data={data} />,
    record: (
      <div className={styles.paperRecord}>
        <TrackRecordCard record={hasForecast(data) ? data.analysis.trackRecord : null} />
      </div>
    ),
    candles: (
      <div className={styles.paperCandles}>
        <TechnicalChart data={data} link={link} />
      </div>
    ),
    indicators: (
      <div className={styles.screenOnly}>
        <IndicatorsCard data={data} link={link} />
      </div>
    ),
    backTest: (
      <div className={styles.screenOnly}>
        <Part waiting={<BackTestSkeleton />}>
          <BackTestCard key={response.ticker} data={data} />
        </Part>
      </div>
    ),
    dividends: response.corporate_actions && (
      <div className={styles.screenOnly}>
        <Part>
          <DividendsCard data={data} actions={response.corporate_actions} />
        </Part>
      </div>
    ),
    context: (
      <>
        <div className={styles.screenOnly}>
          {sentiment === 'loading' && <SentimentSkeleton />}
          {sentiment !== null && sentiment !== 'loading' && (
            <Part waiting={<SentimentSkeleton />}>
              <SentimentCard sentiment={sentiment} />
            </Part>
          )}
        </div>
        <div className={styles.paperStats}>
          <StatsCard response={response} />
        </div>
        <div className={styles.screenOnly}>
          {news === 'loading' ? (
            <NewsSkeleton />
          ) : (
            <NewsCard key={response.ticker} news={news} isSimulated={response.source === 'sample'} />
          )}
        </div>
      </>
    ),
  };
}

/** As tall as the card before its first run. */
function BackTestSkeleton() {
  return (
    <Card title="Deep back-test">
      <Skeleton height={112} />
    </Card>
  );
}
