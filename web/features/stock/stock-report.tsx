import type { RangeLabel } from '#compute';
import { useMemo, useState } from 'react';
import { createChartLink, type ChartLink } from '../../shared/chart/chart-link.ts';
import { ForecastTable } from './forecast-table.tsx';
import { IndicatorsCard } from './indicators-card.tsx';
import { NewsSkeleton, SentimentSkeleton } from './loading-skeleton.tsx';
import { NewsCard } from './news-card.tsx';
import { PerformanceCard } from './performance-card.tsx';
import { PredictionChart } from './prediction-chart.tsx';
import { SentimentCard } from './sentiment-card.tsx';
import { ShortHistoryCard } from './short-history-card.tsx';
import { hasForecast, type ListingData } from './state.ts';
import { StatsCard } from './stats-card.tsx';
import styles from './stock-page.module.css';
import { TechnicalChart } from './technical-chart.tsx';
import { TrackRecordCard } from './track-record-card.tsx';
import { useMediaQuery } from '../../shared/ui/use-media-query.ts';

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
  const isWide = useMediaQuery('(width >= 1024px)');
  const [link] = useState(createChartLink);
  // A change of range concerns one card: the others keep their elements, so that React leaves them alone.
  const cards = useMemo(() => cardsOf(data, link), [data, link]);
  const { prediction, signals, record, candles, indicators, context } = cards;
  const performance = <PerformanceCard data={data} range={range} onRange={onRange} />;
  if (!isWide) {
    return (
      <div className={styles.column}>
        {prediction}
        {signals}
        {record}
        {performance}
        {candles}
        {indicators}
        {context}
      </div>
    );
  }
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {prediction}
        {candles}
        {performance}
        {indicators}
      </div>
      <div className={styles.column}>
        {signals}
        {record}
        {context}
      </div>
    </div>
  );
}

/** The cards that do not depend on the range. */
function cardsOf(data: ListingData, link: ChartLink) {
  const { sentiment, news, response } = data;
  return {
    prediction: hasForecast(data) ? <PredictionChart data={data} /> : <ShortHistoryCard data={data} />,
    signals: <ForecastTable data={data} />,
    record: <TrackRecordCard record={hasForecast(data) ? data.analysis.trackRecord : null} />,
    candles: <TechnicalChart data={data} link={link} />,
    indicators: <IndicatorsCard data={data} link={link} />,
    context: (
      <>
        {sentiment === 'loading' && <SentimentSkeleton />}
        {sentiment !== null && sentiment !== 'loading' && <SentimentCard sentiment={sentiment} />}
        <StatsCard response={response} />
        {news === 'loading' ? <NewsSkeleton /> : <NewsCard key={response.ticker} news={news} />}
      </>
    ),
  };
}
