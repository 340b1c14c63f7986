import { memo, useMemo, useState } from 'react';
import { Link } from 'wouter';
import {
  absenceText,
  briefTexts,
  forecastNote,
  forecastSummary,
  formatDays,
  plotOf,
  whenText,
} from '#compute';
import { useFormat } from '../../../shared/format/use-format.ts';
import type { ChartLayer } from '../../../shared/charts/chart-spec.ts';
import { FORECAST_SPEC, forecastFigure } from '../../../shared/charts/forecast-layers.ts';
import { dateFact, estimateFacts } from '../../../shared/charts/session-facts.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { uidAtom } from '../../../shared/sign-in/auth.ts';
import { lazyComponent } from '../../../shared/ui/loading.tsx';
import { hasForecast, type Listing, type ForecastListing } from '../../../shared/api/listing-queries.ts';
import { AfterFirstScreen, usePhone } from '../use-screen.tsx';
import { useAtomValueRawSync } from '../../../store.ts';
import styles from './prediction-chart.module.css';
import { PriceChartCard, type PriceChartSpec } from './price-chart-card.tsx';

const ExpectedDates = lazyComponent(() => import('./expected-dates.tsx'), 'ExpectedDates');
const OwnRanges = lazyComponent(() => import('../own-range/own-range.tsx'), 'OwnRanges');

const PREDICTION: PriceChartSpec<ForecastListing> = {
  title: 'Stock Price Prediction',
  titleId: 'forecast',
  label: 'Stock price prediction',
  // In the order of `predictionSeries`.
  columnNames: ['close', 'median', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'],
  spec: FORECAST_SPEC,
  heightPx: 300,
  // Low enough for a phone's first screen to show the whole fan.
  phoneHeightPx: 240,
  isZoomable: true,
  show(format, listing) {
    const { candles, response } = listing;
    const { forecast } = listing.analysis;
    const { axisPx, tags } = plotOf(format, listing);
    const figure = forecastFigure(candles, forecast, tags, axisPx);
    const { dates, annotations } = figure;
    function readout(index: number) {
      const date = dateFact(format, dates[index]);
      const point = forecast.points[index - annotations.estimateFrom];
      const close = format.price(candles.close[index] ?? Number.NaN, response);
      if (point === undefined) return [date, { label: 'Close', value: close }];
      const { results } = forecast;
      const facts = [date, ...estimateFacts(format, response, point, index === dates.length - 1)];
      if (results?.session !== point.date) return facts;
      return [...facts, { label: 'Earnings', value: whenText(format, results) }];
    }
    return {
      ...figure,
      summary: forecastSummary(format, listing),
      readout,
      firstEnd: annotations.estimateFrom + 1,
      resetKey: `${response.ticker} ${forecast.horizonDays}`,
    };
  },
};

const HAVE_DATES: ReadonlySet<string> = new Set(['equity', 'etf', 'fund']);

/** The forecast's chart, or why there is no forecast. */
export const ForecastCard = memo(function ForecastCard({ data }: { data: Listing }) {
  const format = useFormat();
  if (hasForecast(data)) return <PredictionChart data={data} />;
  return (
    <Card title={PREDICTION.title} titleId={PREDICTION.titleId}>
      <p className={styles.absence}>{absenceText(format, data)}</p>
    </Card>
  );
});

function PredictionChart({ data }: { data: ForecastListing }) {
  const format = useFormat();
  const isPhone = usePhone();
  const [events, setEvents] = useState<ChartLayer | null>(null);
  const [own, setOwn] = useState<ChartLayer | null>(null);
  const layers = useMemo(() => [events, own].filter((layer) => layer !== null), [events, own]);
  const isGuest = useAtomValueRawSync(uidAtom) === null;
  const [first, ...others] = useMemo(() => briefTexts(format, data), [format, data]);
  return (
    <PriceChartCard
      data={data}
      spec={PREDICTION}
      layers={layers}
      titleNote={formatDays(data.analysis.forecast.horizonDays)}
      above={
        <p className={styles.lead}>
          <strong>{first}</strong> {!isPhone && others.join(' ')}
        </p>
      }
      // The brief's last sentence is left out: the header says on the same screen that the signal describes the past.
      below={
        <>
          {isPhone && <p className={styles.rest}>{others.slice(0, -1).join(' ')}</p>}
          {!isGuest && (
            <div className={styles.own}>
              <AfterFirstScreen>
                <OwnRanges
                  key={`${data.response.ticker} ${data.analysis.forecast.horizonDays}`}
                  data={data}
                  onLayer={setOwn}
                />
              </AfterFirstScreen>
            </div>
          )}
        </>
      }
      footer={
        <>
          {HAVE_DATES.has(data.response.instrument) && (
            <p className={styles.dates}>
              <AfterFirstScreen>
                <ExpectedDates data={data} onLayer={setEvents} />
              </AfterFirstScreen>
            </p>
          )}
          {forecastNote(format, data)}{' '}
          <Link href="/method" className={styles.inlineLink ?? ''}>
            How it works
          </Link>
        </>
      }
    />
  );
}
