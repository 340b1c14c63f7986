import { formatDays, priceAxisPx, predictionSeries, sum } from '#compute';
import { memo, useCallback, useMemo, useRef, type Ref } from 'react';
import { nowMs } from '../../shared/api/server-clock.ts';
import { ChartFigure } from '../../shared/charts/chart-figure.tsx';
import type { ChartSpec } from '../../shared/charts/chart-spec.ts';
import { fanEdge, FORECAST_SPEC } from '../../shared/charts/forecast-layers.ts';
import { dateFact, type ReadoutItem } from '../../shared/charts/session-facts.ts';
import { ExportMenu } from '../../shared/export/export-buttons.tsx';
import type { ExportableChart } from '../../shared/format/exportable.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Delta } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { DefinitionList } from '../../shared/ui/data-table.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import styles from './holdings-page.module.css';
import { gainOf, priceBefore, totalOf, valueFan, WEIGHTED_SUM } from './holdings-view.ts';
import { errorText, gainText, money, tailText } from './outlook-words.ts';
import { useStage, type Outlook } from './use-outlook.ts';

/** Names of the joint forecast's chances, in their order. */
const CHANCE_NAMES = ['Chance of a lower value', 'Chance of −5% or worse', 'Chance of −10% or worse'];

/** The value now, what it could lose, and the fan, which is built after the next paint so that the text does not wait for it. */
export const ValueCard = memo(function ValueCard({ outlook }: { outlook: Outlook }) {
  const format = useFormat();
  const chart = useRef<ExportableChart>(null);
  const isFanDue = useStage(1) > 0;
  const { title, holdings, factors, forecast, coupled, currency } = outlook;
  const fan = useMemo(() => forecast && valueFan(holdings, forecast), [holdings, forecast]);
  const value = totalOf(holdings);
  const before = totalOf(holdings, priceBefore);
  const gains = holdings.flatMap((holding) => gainOf(holding) ?? []);
  const of = gains.length < holdings.length ? ` (${gains.length} of ${holdings.length} holdings)` : '';
  const move = (gain: number, cost: number, name: string) => (
    <span>
      <Delta value={gain} text={gainText(format, gain, cost, currency)} /> {name}
    </span>
  );
  const noRange = coupled?.ok === false && errorText(format, coupled.error, factors);
  const text = forecast
    ? tailText(format, forecast, currency, fan?.forecast.points.at(-1)?.date)
    : noRange || 'No range: each of these holdings counts at its last price.';
  const { source, asOf } = outlook.provenance;
  const subtitle = [
    holdings.some(({ position }) => position?.weighted) &&
      `Weights of ${money(format, WEIGHTED_SUM, currency)}`,
    asOf !== '' && `${source}, oldest price ${format.time(asOf, null, nowMs())}`,
  ];
  return (
    <Card
      title={title}
      subtitle={subtitle.filter(Boolean).join(' · ') || undefined}
      menu={fan && <ExportMenu title="Value" chart={chart} provenance={outlook.provenance} />}
      footer={
        fan !== null &&
        `${formatDays(outlook.horizonDays)} ahead, in trading days. Model estimates, not advice.`
      }
    >
      <p className={styles.value}>
        <strong>{money(format, value, currency)}</strong> {move(value - before, before, 'on the day')}
        {gains.length > 0 &&
          move(sum(gains.map(({ gain }) => gain)), sum(gains.map(({ cost }) => cost)), `since purchase${of}`)}
      </p>
      <output className={styles.lead}>{text}</output>
      {fan && (isFanDue ? <Fan ref={chart} {...{ fan, currency, text }} /> : <Skeleton height={323} />)}
      {fan && (
        <DefinitionList
          rows={CHANCE_NAMES.map((name, i) => [name, format.share(forecast?.chances[i] ?? Number.NaN)])}
        />
      )}
    </Card>
  );
});

const COLUMN_NAMES = ['value', 'median', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'];

const SPEC: ChartSpec = { ...FORECAST_SPEC, isDrawnLater: true };

interface FanProps {
  readonly ref: Ref<ExportableChart>;
  readonly fan: NonNullable<ReturnType<typeof valueFan>>;
  readonly currency: string;
  readonly text: string;
}

/** In money on the axis, in percent of today's value too in readout and table. */
function Fan({ ref, fan: { history, forecast }, currency, text }: FanProps) {
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
      {...{ ...series, annotations, readout }}
      summary={text}
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
