import { useCallback, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { briefTexts, forecastAxisPx, forecastNote, forecastSummary, predictionSeries } from '#compute';
import { formatDays } from '../../../shared/format/format.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { ChartFigure } from '../../../shared/charts/chart-figure.tsx';
import type { ReadoutItem } from '../../../shared/charts/chart-parts.tsx';
import type { ChartSeries, ChartSpec } from '../../../shared/charts/chart-spec.ts';
import { edgeLayer, estimateLayer, fanLayer, priceTagLayer } from '../../../shared/charts/forecast-layers.ts';
import { ExportMenu } from '../../../shared/export/export-buttons.tsx';
import type { ExportableChart } from '../../../shared/export/export-files.ts';
import { Card } from '../../../shared/ui/card.tsx';
import styles from '../report/cards.module.css';
import { usePhone } from '../report/use-phone.ts';
import type { StockData } from '../listing-data.ts';

const COLUMN_NAMES = ['close', 'median', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'];

const CHART_HEIGHT_PX = 300;

/** All of the fan is in a phone's first screen. */
const PHONE_CHART_HEIGHT_PX = 240;

const BOUND: ChartSeries = { scale: 'price' };

/** Series in the order of `predictionSeries`; the fan's widest interval first. */
const SPEC: ChartSpec = {
  series: [
    { scale: 'price', line: { color: (theme) => theme.text, widthPx: 1.5 } },
    { scale: 'price', line: { color: (theme) => theme.accent, widthPx: 2 } },
    ...Array.from({ length: 6 }, () => BOUND),
  ],
  layers: [
    estimateLayer,
    fanLayer(
      [
        { percent: 95, lowSeries: 7, highSeries: 8 },
        { percent: 80, lowSeries: 5, highSeries: 6, isOutlined: true },
        { percent: 50, lowSeries: 3, highSeries: 4 },
      ],
      2,
    ),
    edgeLayer,
    priceTagLayer,
  ],
};

/** History, then the median path with its 50, 80 and 95 % intervals. */
export function PredictionChart({ data }: { data: StockData }) {
  const format = useFormat();
  const { candles, analysis, response } = data;
  const { forecast } = analysis;
  const { currency } = response;
  const chart = useRef<ExportableChart>(null);
  const series = useMemo(() => predictionSeries(candles, forecast), [candles, forecast]);
  const end = forecast.points.at(-1);

  const readout = useCallback(
    (index: number): ReadoutItem[] => {
      const price = (value: number) => format.price(value, currency);
      const date = {
        label: 'Date',
        value: format.sessionDate(series.dates[index] ?? Number.NaN, 'weekday'),
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
    [series, forecast, candles, currency, format],
  );
  const formatAxis = useCallback(
    (price: number, decimals: number) => format.price(price, currency, decimals),
    [currency, format],
  );
  const marks = useMemo(
    () => ({
      estimateFrom: series.estimateFrom,
      estimateStretch: series.estimateStretch,
      edge: {
        index: series.dates.length - 1,
        levels: (end === undefined ? [] : [end.low80, end.high80]).map((value) => ({
          value,
          text: format.price(value, currency),
        })),
      },
      minPriceAxisPx: forecastAxisPx(format, data),
      tag: {
        value: forecast.basePrice,
        text: format.price(forecast.basePrice, currency),
        tone: 'neutral' as const,
      },
    }),
    [data, forecast, series, end, currency, format],
  );
  const [first, ...others] = useMemo(() => briefTexts(format, data), [format, data]);
  const isPhone = usePhone();
  if (end === undefined) return null;

  return (
    <Card
      title={`Stock Price Prediction (${formatDays(forecast.horizonDays)})`}
      titleId="forecast"
      actions={<ExportMenu title="Stock Price Prediction" chart={chart} />}
      flush
      footer={
        <>
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
        marks={marks}
        columnNames={COLUMN_NAMES}
        heightPx={isPhone ? PHONE_CHART_HEIGHT_PX : CHART_HEIGHT_PX}
        formatAxis={formatAxis}
        defaultBars={series.defaultBars}
        resetKey={`${response.ticker} ${forecast.horizonDays}`}
        readout={readout}
        restIndex={series.dates.length - 1}
        isZoomable
      />
      {/* The signal and that it is of the past stand in the header, on the same screen. */}
      {isPhone && <p className={styles.rest}>{others.slice(0, -1).join(' ')}</p>}
    </Card>
  );
}
