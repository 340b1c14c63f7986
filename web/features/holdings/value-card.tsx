import { formatDays, priceAxisPx, predictionSeries, SIMULATED, sum } from '#compute';
import { useCallback, useDeferredValue, useMemo, useRef, type Ref } from 'react';
import { ChartFigure } from '../../shared/charts/chart-figure.tsx';
import type { ReadoutItem } from '../../shared/charts/chart-parts.tsx';
import { fanEdge, FORECAST_SPEC } from '../../shared/charts/forecast-layers.ts';
import { dateFact } from '../../shared/charts/session-facts.ts';
import { ExportMenu } from '../../shared/export/export-buttons.tsx';
import type { ExportableChart } from '../../shared/format/exportable.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Delta } from '../../shared/ui/badge.tsx';
import { Card, Tile, Tiles } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import styles from './holdings-page.module.css';
import { priceBefore, WEIGHTED_SUM, valueFan, valuesOf } from './holdings-view.ts';
import { errorText, money, tailText } from './outlook-words.ts';
import type { Outlook } from './use-outlook.ts';

const COLUMN_NAMES = ['value', 'median', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'];

/** The value now, what it could lose, and the fan. */
export function ValueCard({ outlook }: { outlook: Outlook }) {
  const format = useFormat();
  const chart = useRef<ExportableChart>(null);
  const { title, positions, holdings, factors, quantities, values, forecast, coupled, currency } = outlook;
  const fan = useMemo(
    () => forecast && valueFan(holdings, quantities, forecast),
    [holdings, quantities, forecast],
  );
  // The chart is built after the text, so that neither blocks a frame.
  const hasChart = useDeferredValue(true, false);
  const before = sum(valuesOf(holdings, quantities, priceBefore));
  const change = sum(values) - before;
  const percent = format.percent((change / before) * 100, { signed: true });
  const by = format.isoDate(fan?.forecast.points.at(-1)?.date ?? '', 'short');
  const noRange = coupled?.ok === false && errorText(format, coupled.error, factors);
  const text = forecast
    ? tailText(format, forecast, currency, by)
    : noRange || 'No range: each of these holdings counts at its last price.';
  const subtitle = [
    positions.some(({ weighted }) => weighted) && `Weights of ${money(format, WEIGHTED_SUM, currency)}`,
    factors.some(({ response }) => response.source === 'sample') && SIMULATED,
  ];
  return (
    <Card
      title={title}
      subtitle={subtitle.filter(Boolean).join(' · ')}
      menu={fan && <ExportMenu title="Value" chart={chart} provenance={outlook.provenance} />}
      footer={
        fan && `${formatDays(outlook.horizonDays)} ahead, in trading days. Model estimates, not advice.`
      }
    >
      <p className={styles.value}>
        <strong>{money(format, sum(values), currency)}</strong>{' '}
        <Delta
          value={change}
          text={`${money(format, change, currency, { signed: true })} (${percent}) on the day`}
        />
      </p>
      <output className={styles.lead}>{text}</output>
      {fan && forecast && (
        <>
          {hasChart ? (
            <FanChart ref={chart} fan={fan} currency={currency} summary={text} />
          ) : (
            <Skeleton height={360} />
          )}
          <Tiles>
            <Tile label="Chance of a lower value" value={format.share(forecast.chanceOfLoss)} />
            <Tile label="Chance of −5% or worse" value={format.share(forecast.chanceOfLoss5)} />
            <Tile label="Chance of −10% or worse" value={format.share(forecast.chanceOfLoss10)} />
          </Tiles>
        </>
      )}
    </Card>
  );
}

interface FanChartProps {
  readonly ref: Ref<ExportableChart>;
  readonly fan: NonNullable<ReturnType<typeof valueFan>>;
  readonly currency: string;
  readonly summary: string;
}

/** In money on the axis, in percent of today's value too in readout and table. */
function FanChart({ ref, fan: { history, forecast }, currency, summary }: FanChartProps) {
  const format = useFormat();
  const { basePrice: value, points } = forecast;
  const write = useCallback(
    (amount: number, decimals = value >= 1000 ? 0 : 2) => format.price(amount, currency, decimals),
    [format, currency, value],
  );
  const { annotations, ...series } = useMemo(() => {
    const shown = predictionSeries(history, forecast);
    const { low80 = value, high80 = value } = points.at(-1) ?? {};
    const edges = [low80, high80].map((amount) => write(amount));
    const tag = { value, text: write(value), tone: 'neutral' } as const;
    const edge = fanEdge(forecast, shown.dates.length - 1, edges);
    return { ...shown, annotations: { ...shown, edge, tag, axisPx: priceAxisPx([...edges, tag.text]) } };
  }, [history, forecast, points, value, write]);
  const percent = (amount: number) => format.percent((amount / value - 1) * 100, { signed: true }, 1);
  const range = (low: number, high: number) =>
    `${write(low)} to ${write(high)} (${percent(low)} to ${percent(high)})`;
  const readout = (at: number): ReadoutItem[] => {
    const date = dateFact(format, series.dates[at]);
    const point = points[at - series.estimateFrom];
    if (point === undefined) return [date, { label: 'Value', value: write(history.close[at] ?? NaN) }];
    return [
      date,
      { label: 'Estimate', value: `${write(point.price)} (${percent(point.price)})`, tone: 'accent' },
      { label: '80%', value: range(point.low80, point.high80) },
      { label: '95%', value: range(point.low95, point.high95), isDetail: true },
    ];
  };
  return (
    <ChartFigure
      ref={ref}
      label="Value"
      {...{ ...series, summary, annotations, readout }}
      spec={FORECAST_SPEC}
      columnNames={COLUMN_NAMES}
      quoted={currency}
      heightPx={260}
      formatAxis={write}
      resetKey={`${currency} ${series.dates.length}`}
      restIndex={series.dates.length - 1}
      isZoomable={false}
    />
  );
}
