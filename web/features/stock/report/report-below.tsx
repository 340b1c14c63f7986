import { useDeferredValue, useMemo } from 'react';
import { WaitingCard } from '../load-state.tsx';
import { IndicatorsCard } from '../charts/indicators-card.tsx';
import { PerformanceCard } from '../charts/performance-card.tsx';
import { TechnicalChart } from '../charts/technical-chart.tsx';
import { hasForecast, type Listing } from '../../../shared/api/listing-queries.ts';
import { useHeadlines } from '../use-listing.ts';
import styles from '../stock-page.module.css';
import { DeepBackTest } from './deep-back-test.tsx';
import { DividendsCard } from './dividends-card.tsx';
import { ForecastTable } from './forecast-table.tsx';
import { NewsCard } from './news-card.tsx';
import { OddsCard } from './odds-card.tsx';
import { SentimentCard } from './sentiment-card.tsx';
import { hasEarlierForecast, SinceYesterdayCard } from './since-yesterday-card.tsx';
import { StatsCard } from './stats-card.tsx';
import { TrackRecordCard } from './track-record-card.tsx';
import skeletons from '../load-state.module.css';

// Exported here so that everything after the first screen is one file.
export { SectionNav } from './section-nav.tsx';
export { SignalReasons } from './signal-reasons.tsx';

export interface ReportBelowProps {
  readonly data: Listing;
  readonly column: 'left' | 'right' | 'only';
}

type CardName = keyof ReturnType<typeof cardsOf>;

/** Cards of each column in document order: those rendered at once, then those that follow. */
const COLUMNS: Readonly<Record<ReportBelowProps['column'], readonly [CardName[], CardName[]]>> = {
  left: [
    ['changes', 'candles', 'performance'],
    ['indicators', 'stats', 'dividends'],
  ],
  right: [
    ['odds', 'record', 'signals'],
    ['sentiment', 'news'],
  ],
  only: [
    ['odds', 'record', 'changes', 'candles', 'signals'],
    ['performance', 'indicators', 'sentiment', 'news', 'stats', 'dividends'],
  ],
};

export function ReportBelow({ data, column }: ReportBelowProps) {
  const { sentiment, news } = useHeadlines(data.ticker);
  // Kept elements, which React skips when the lower cards follow.
  const cards = useMemo(() => cardsOf(data, sentiment, news), [data, sentiment, news]);
  const [first, rest] = COLUMNS[column];
  // Rendering all at once would delay a tap.
  const isRestDue = useDeferredValue(true, false);
  const names = isRestDue ? [...first, ...rest] : first;
  // The news card's height is unknown until it loads. The cards below it wait, so that they never move.
  const shown = news === 'loading' ? names.slice(0, names.indexOf('news') + 1 || undefined) : names;
  return shown.map(
    (name) =>
      cards[name] && (
        <div key={name} className={styles.card} data-card={name}>
          {cards[name]}
        </div>
      ),
  );
}

type Headlines = ReturnType<typeof useHeadlines>;

function cardsOf(data: Listing, sentiment: Headlines['sentiment'], news: Headlines['news']) {
  const { response } = data;
  return {
    odds: hasForecast(data) && <OddsCard data={data} />,
    record: (
      <TrackRecordCard data={data}>
        <div className={styles.screenOnly}>
          <DeepBackTest key={response.ticker} data={data} />
        </div>
      </TrackRecordCard>
    ),
    changes: hasEarlierForecast(data) && <SinceYesterdayCard data={data} />,
    candles: <TechnicalChart data={data} />,
    signals: <ForecastTable data={data} />,
    performance: <PerformanceCard data={data} />,
    indicators: <IndicatorsCard data={data} />,
    dividends: response.corporate_actions && (
      <DividendsCard data={data} actions={response.corporate_actions} />
    ),
    sentiment:
      sentiment === 'loading' ? (
        <WaitingCard title="Stock Sentiment" heightPx={120} className={skeletons.sentiment ?? ''} />
      ) : (
        sentiment && <SentimentCard sentiment={sentiment} />
      ),
    news:
      news === 'loading' ? (
        <WaitingCard title="Latest News" heightPx={404} />
      ) : (
        <NewsCard key={response.ticker} news={news} response={response} />
      ),
    stats: <StatsCard response={response} />,
  };
}
