import { useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import {
  briefTexts,
  expectedDate,
  forecastAxisPx,
  forecastTags,
  forecastNote,
  forecastSummary,
  formatDays,
  predictionSeries,
  whenText,
} from '#compute';
import { useFormat } from '../../../shared/format/use-format.ts';
import { ChartFigure, usePriceAxis } from '../../../shared/charts/chart-figure.tsx';
import type { ReadoutItem } from '../../../shared/charts/chart-parts.tsx';
import type { ChartLayer, ChartSpec } from '../../../shared/charts/chart-spec.ts';
import {
  FAN_SERIES,
  fanEdge,
  forecastLayers,
  priceTagLayer,
} from '../../../shared/charts/forecast-layers.ts';
import { dateFact, estimateFacts } from '../../../shared/charts/session-facts.ts';
import type { ExportableChart } from '../../../shared/export/export-files.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { AsyncOverlay, lazyComponent, AsyncSection } from '../../../shared/ui/loading.tsx';
import styles from '../report/cards.module.css';
import { provenanceOf, type StockData } from '../listing-data.ts';
import { usePainted, usePhone } from '../use-screen.ts';

const ExportMenu = lazyComponent(async () => (await import('../report/report-below.tsx')).ExportMenu);
const ExpectedDates = lazyComponent(async () => (await import('./expected-dates.tsx')).ExpectedDates);

const COLUMN_NAMES = ['close', 'median', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'];

const CHART_HEIGHT_PX = 300;

/** Low enough for a phone's first screen to show the whole fan. */
const PHONE_CHART_HEIGHT_PX = 240;

/** Series in the order of `predictionSeries`. */
const SPEC: ChartSpec = {
  series: [{ scale: 'price', line: { color: (theme) => theme.text, widthPx: 1.5 } }, ...FAN_SERIES],
  layers: [...forecastLayers(2), priceTagLayer],
};

/** The price history, then the forecast's median path with its 50, 80 and 95 % ranges. */
export function PredictionChart({ data }: { data: StockData }) {
  const format = useFormat();
  const { candles, analysis, response } = data;
  const { forecast } = analysis;
  const chart = useRef<ExportableChart>(null);
  const series = useMemo(() => predictionSeries(candles, forecast), [candles, forecast]);
  const end = forecast.points.at(-1);

  const readout = (index: number): ReadoutItem[] => {
    const date = dateFact(format, series.dates[index]);
    const point = forecast.points[index - series.estimateFrom];
    if (point !== undefined) {
      const { results } = forecast;
      const facts = [date, ...estimateFacts(point, { format, quoted: response })];
      if (results?.session !== point.date) return facts;
      return [...facts, { label: 'Earnings', value: whenText(format, expectedDate(results)) }];
    }
    return [date, { label: 'Close', value: format.price(candles.close[index] ?? Number.NaN, response) }];
  };
  const formatAxis = usePriceAxis(response);
  const [events, setEvents] = useState<ChartLayer | null>(null);
  const isPainted = usePainted();
  const annotations = useMemo(() => {
    const value = forecast.basePrice;
    const [text = '', ...edges] = forecastTags(format, data);
    return {
      estimateFrom: series.estimateFrom,
      estimateStretch: series.estimateStretch,
      edge: fanEdge(forecast, series.dates.length - 1, edges),
      minPriceAxisPx: forecastAxisPx(format, data),
      tag: { value, text, tone: 'neutral' as const },
      ...(events && { layers: [events] }),
    };
  }, [data, forecast, series, format, events]);
  const [first, ...others] = useMemo(() => briefTexts(format, data), [format, data]);
  const isPhone = usePhone();
  if (end === undefined) return null;

  const mayHaveDates = ['equity', 'etf', 'fund'].includes(response.instrument);
  return (
    <Card
      title={`Stock Price Prediction (${formatDays(forecast.horizonDays)})`}
      titleId="forecast"
      actions={
        isPainted && (
          <AsyncSection>
            <ExportMenu
              title="Stock Price Prediction"
              chart={chart}
              provenance={provenanceOf(format, data)}
            />
          </AsyncSection>
        )
      }
      flush
      footer={
        <>
          {mayHaveDates && (
            <p className={styles.dates}>
              {isPainted && (
                <AsyncOverlay>
                  <ExpectedDates
                    ticker={response.ticker}
                    forecast={forecast}
                    dates={series.dates}
                    onLayer={setEvents}
                  />
                </AsyncOverlay>
              )}
            </p>
          )}
          {forecastNote(format, data)}{' '}
          <Link href="/method" className={styles.inlineLink ?? ''}>
            How it works
          </Link>
        </>
      }
    >
      <p className={styles.lead}>
        <strong>{first}</strong> {!isPhone && others.join(' ')}
      </p>
      <ChartFigure
        ref={chart}
        label="Stock price prediction"
        summary={forecastSummary(format, data)}
        spec={SPEC}
        dates={series.dates}
        columns={series.columns}
        annotations={annotations}
        columnNames={COLUMN_NAMES}
        quoted={response}
        heightPx={isPhone ? PHONE_CHART_HEIGHT_PX : CHART_HEIGHT_PX}
        formatAxis={formatAxis}
        defaultBars={series.defaultBars}
        resetKey={`${response.ticker} ${forecast.horizonDays}`}
        readout={readout}
        restIndex={series.dates.length - 1}
        isZoomable
      />
      {/* The brief's last sentence is left out: the header says on the same screen that the signal describes the past. */}
      {isPhone && <p className={styles.rest}>{others.slice(0, -1).join(' ')}</p>}
    </Card>
  );
}
