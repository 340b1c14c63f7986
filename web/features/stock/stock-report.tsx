import type { RangeLabel } from '#compute';
import { ForecastTable } from './forecast-table.tsx';
import { IndicatorsCard } from './indicators-card.tsx';
import { NewsCard } from './news-card.tsx';
import { PerformanceCard } from './performance-card.tsx';
import { PredictionChart } from './prediction-chart.tsx';
import { SentimentCard } from './sentiment-card.tsx';
import type { StockData } from './state.ts';
import { StatsCard } from './stats-card.tsx';
import styles from './stock-page.module.css';
import { TechnicalChart } from './technical-chart.tsx';
import { TrackRecordCard } from './track-record-card.tsx';
import { useMediaQuery } from './use-media-query.ts';

interface StockReportProps {
  readonly data: StockData;
  readonly range: RangeLabel;
  readonly onRange: (range: RangeLabel) => void;
}

/**
 * Charts and cards of one listing. Two columns from 1024 px up, one below, and in both the order of the document is the
 * order on screen.
 */
export function StockReport({ data, range, onRange }: StockReportProps) {
  const isWide = useMediaQuery('(width >= 1024px)');
  const { sentiment, news, response, analysis } = data;
  const prediction = <PredictionChart data={data} />;
  const signals = <ForecastTable data={data} />;
  const record = <TrackRecordCard record={analysis.trackRecord} />;
  const performance = <PerformanceCard data={data} range={range} onRange={onRange} />;
  const candles = <TechnicalChart data={data} />;
  const indicators = <IndicatorsCard data={data} />;
  const context = (
    <>
      {sentiment !== null && sentiment !== 'loading' && <SentimentCard sentiment={sentiment} />}
      <StatsCard response={response} />
      {news !== 'loading' && <NewsCard key={response.ticker} news={news} />}
    </>
  );
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
