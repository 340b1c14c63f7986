import { priceAxisPx, predictionSeries } from '#compute';
import { useCallback, useMemo, type Ref } from 'react';
import { ChartFigure } from '../../shared/charts/chart-figure.tsx';
import type { ChartSpec } from '../../shared/charts/chart-spec.ts';
import { fanEdge, FORECAST_SPEC } from '../../shared/charts/forecast-layers.ts';
import { dateFact, type ReadoutItem } from '../../shared/charts/session-facts.ts';
import type { ExportableChart } from '../../shared/format/exportable.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Skeleton } from '../../shared/ui/loading.tsx';
import type { valueFan } from './holdings-view.ts';
import { useStage } from './use-outlook.ts';

const COLUMN_NAMES = ['value', 'median', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'];

const SPEC: ChartSpec = { ...FORECAST_SPEC, isDrawnLater: true };

interface FanChartProps {
  readonly ref: Ref<ExportableChart>;
  readonly fan: NonNullable<ReturnType<typeof valueFan>>;
  readonly currency: string;
  readonly summary: string;
}

/** Built after the next paint, so that the text does not wait for it. */
export function FanChart(props: FanChartProps) {
  return useStage(1) > 0 ? <Fan {...props} /> : <Skeleton height={340} />;
}

/** In money on the axis, in percent of today's value too in readout and table. */
function Fan({ ref, fan: { history, forecast }, currency, summary }: FanChartProps) {
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
      spec={SPEC}
      columnNames={COLUMN_NAMES}
      quoted={currency}
      heightPx={260}
      formatAxis={write}
      resetKey={`${currency} ${series.dates.length}`}
      isZoomable={false}
    />
  );
}
