import { useCallback, useMemo } from 'react';
import { Link } from 'wouter';
import { ChartFigure } from '../../shared/chart/chart-figure.tsx';
import type { ReadoutItem } from '../../shared/chart/chart-readout.tsx';
import type { ChartSeries, ChartSpec } from '../../shared/chart/chart-spec.ts';
import { estimateLayer } from '../../shared/chart/estimate-layer.ts';
import { fanLayer } from '../../shared/chart/fan-layer.ts';
import { priceTagLayer } from '../../shared/chart/price-tag-layer.ts';
import { formatDays, formatSessionDate } from '../../shared/format/dates.ts';
import { formatPrice } from '../../shared/format/money.ts';
import { formatShare } from '../../shared/format/percent.ts';
import { useWritten } from '../../shared/settings/writing-key.ts';
import { Card } from '../../shared/ui/card.tsx';
import styles from './cards.module.css';
import { predictionSeries } from './prediction-series.ts';
import type { StockData } from './state.ts';

const COLUMN_NAMES = ['close', 'median', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'];

const CHART_HEIGHT_PX = 300;

const BOUND: ChartSeries = { scale: 'price' };

/** Series as `predictionSeries` orders them; opacities of LOOK.md, widest interval first. */
const SPEC: ChartSpec = {
  series: [
    { scale: 'price', line: { color: (theme) => theme.text, widthPx: 1.5 } },
    { scale: 'price', line: { color: (theme) => theme.accent, widthPx: 2 } },
    ...Array.from({ length: 6 }, () => BOUND),
  ],
  layers: [
    estimateLayer,
    fanLayer([
      { lowSeries: 7, highSeries: 8, opacity: 0.1 },
      { lowSeries: 5, highSeries: 6, opacity: 0.16 },
      { lowSeries: 3, highSeries: 4, opacity: 0.24 },
    ]),
    priceTagLayer,
  ],
};

/** History, then the median path with its 50, 80 and 95 % intervals. */
export function PredictionChart({ data }: { data: StockData }) {
  const { candles, analysis, response } = data;
  const { forecast } = analysis;
  const { currency } = response;
  const series = useMemo(() => predictionSeries(candles, forecast), [candles, forecast]);
  const end = forecast.points.at(-1);

  const readout = useCallback(
    (index: number): ReadoutItem[] => {
      const price = (value: number) => formatPrice(value, currency);
      const date = {
        label: 'Date',
        value: formatSessionDate(series.dates[index] ?? Number.NaN, 'weekday'),
        isPlain: true,
      };
      const point = forecast.points[index - series.estimateFrom];
      if (point === undefined)
        return [date, { label: 'Close', value: price(candles.close[index] ?? Number.NaN) }];
      return [
        date,
        { label: 'Estimate', value: price(point.price), tone: 'accent' },
        { label: '80%', value: `${price(point.low80)} to ${price(point.high80)}` },
        { label: '95%', value: `${price(point.low95)} to ${price(point.high95)}` },
      ];
    },
    [series, forecast, candles, currency],
  );
  const formatAxis = useCallback(
    (price: number, decimals: number) => formatPrice(price, currency, decimals),
    [currency],
  );
  const marks = useWritten(
    () => ({
      estimateFrom: series.estimateFrom,
      tag: {
        value: forecast.basePrice,
        text: formatPrice(forecast.basePrice, currency),
        tone: 'neutral' as const,
      },
    }),
    [series, forecast, currency],
  );
  if (end === undefined) return null;

  const summary =
    `${response.ticker} is at ${formatPrice(forecast.basePrice, currency)}. The median estimate for ` +
    `${formatSessionDate(series.dates.at(-1) ?? Number.NaN, 'day')} is ${formatPrice(end.price, currency)}, with 80% of ` +
    `outcomes expected between ${formatPrice(end.low80, currency)} and ${formatPrice(end.high80, currency)}.`;
  return (
    <Card
      title={`Stock Price Prediction (${formatDays(forecast.horizonDays)})`}
      flush
      footer={
        <>
          Model estimate, not advice. Shaded: 50, 80 and 95% intervals. Model {forecast.model}{' '}
          {forecast.version}.{' '}
          <Link href="/method" className={styles.inlineLink ?? ''}>
            How it works
          </Link>
        </>
      }
    >
      <p className={styles.lead}>
        By {formatSessionDate(series.dates.at(-1) ?? Number.NaN, 'weekday')}, 8 of 10 outcomes are expected
        between <strong>{formatPrice(end.low80, currency)}</strong> and{' '}
        <strong>{formatPrice(end.high80, currency)}</strong>. Confidence: {formatShare(forecast.confidence)}{' '}
        to end within ±{forecast.confidenceWithinPercent}% of the median, {formatPrice(end.price, currency)}.
      </p>
      <ChartFigure
        label="Stock price prediction"
        summary={summary}
        spec={SPEC}
        dates={series.dates}
        columns={series.columns}
        marks={marks}
        columnNames={COLUMN_NAMES}
        heightPx={CHART_HEIGHT_PX}
        formatAxis={formatAxis}
        defaultBars={series.defaultBars}
        resetKey={`${response.ticker} ${forecast.horizonDays}`}
        readout={readout}
        restIndex={series.dates.length - 1}
        isZoomable
      />
    </Card>
  );
}
