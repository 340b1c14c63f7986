import { formatDays, priceAxisPx, sum, type Format } from '#compute';
import { memo, useMemo, useRef } from 'react';
import { nowMs } from '../../shared/api/server-clock.ts';
import { ChartFigure, type ExportableChart } from '../../shared/charts/chart-figure.tsx';
import type { ChartSpec } from '../../shared/charts/chart-spec.ts';
import { FORECAST_SPEC, forecastFigure } from '../../shared/charts/forecast-layers.ts';
import { dateFact, type ReadoutItem } from '../../shared/charts/session-facts.ts';
import { ExportMenu } from '../../shared/export/export-buttons.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { Delta } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { DefinitionList } from '../../shared/ui/data-table.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import styles from './holdings-page.module.css';
import { gainOf, priceBefore, totalOf, valueFan, WEIGHTED_SUM } from './holdings-view.ts';
import { answerText, gainText, money } from './outlook-words.ts';
import { useStage, type Outlook } from './use-outlook.ts';

/** Names of the joint forecast's chances, in their order. */
const CHANCE_NAMES = ['Chance of a lower value', 'Chance of −5% or worse', 'Chance of −10% or worse'];

/** The value now, what it could lose, and the fan, which is built after the next paint so that the text does not wait for it. */
export const ValueCard = memo(function ValueCard({ outlook }: { outlook: Outlook }) {
  const format = useFormat();
  const chart = useRef<ExportableChart>(null);
  const isFanDue = useStage(1) > 0;
  const { title, tickers, missing, holdings, forecast, currency } = outlook;
  const fan = useMemo(() => fanFigure(format, outlook), [format, outlook]);
  const value = totalOf(holdings);
  const before = totalOf(holdings, priceBefore);
  const gains = holdings.flatMap((holding) => gainOf(holding) ?? []);
  const gained = sum(gains.map(({ gain }) => gain));
  const paid = sum(gains.map(({ cost }) => cost));
  const of = gains.length < holdings.length ? ` (${gains.length} of ${holdings.length} holdings)` : '';
  const move = (gain: number, cost: number, name: string) => (
    <span>
      <Delta value={gain} text={gainText(format, gain, cost, currency)} /> {name}
    </span>
  );
  const text = answerText(format, outlook, fan?.dates.at(-1));
  const { source, asOf } = outlook.provenance;
  const subtitle = [
    missing.length > 0 && `Without ${missing.length} of ${tickers.length} holdings`,
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
      {holdings.length > 0 && (
        <p className={styles.value}>
          <strong>{money(format, value, currency)}</strong> {move(value - before, before, 'on the day')}
          {gains.length > 0 && move(gained, paid, `since purchase${of}`)}
        </p>
      )}
      <output className={styles.lead}>{text}</output>
      {fan && !isFanDue && <Skeleton height={323} />}
      {fan && isFanDue && <ChartFigure ref={chart} summary={text} {...fan} />}
      {forecast && (
        // None of 500 scenarios is not never.
        <DefinitionList
          rows={CHANCE_NAMES.map((name, i) => [
            name,
            format.share(Math.max(forecast.chances[i] ?? 0, 0.001)),
          ])}
        />
      )}
    </Card>
  );
});

const SPEC: ChartSpec = { ...FORECAST_SPEC, isDrawnLater: true };

/** The value's chart, in money on the axis, in percent of today's value too in readout and table. */
function fanFigure(format: Format, { holdings, forecast: joint, currency }: Outlook) {
  if (joint === null) return null;
  const { history, forecast } = valueFan(holdings, joint);
  const { basePrice: value, points } = forecast;
  const formatAxis = (amount: number, decimals = value >= 1000 ? 0 : 2) =>
    format.price(amount, currency, decimals);
  const { low80, high80 } = points.at(-1) ?? { low80: value, high80: value };
  const tags = [value, low80, high80].map((amount) => formatAxis(amount));
  const figure = forecastFigure(history, forecast, tags, priceAxisPx(tags));
  const percent = (amount: number) => format.percent((amount / value - 1) * 100, { signed: true }, 1);
  const range = (low: number, high: number) =>
    `${formatAxis(low)} to ${formatAxis(high)} (${percent(low)} to ${percent(high)})`;
  const readout = (at: number): ReadoutItem[] => {
    const date = dateFact(format, figure.dates[at]);
    const point = points[at - history.time.length];
    if (point === undefined)
      return [date, { label: 'Value', value: formatAxis(history.close[at] ?? Number.NaN) }];
    return [
      date,
      { label: 'Estimate', value: `${formatAxis(point.price)} (${percent(point.price)})`, tone: 'accent' },
      { label: '80%', value: range(point.low80, point.high80) },
      { label: '95%', value: range(point.low95, point.high95), isDetail: true },
    ];
  };
  return {
    ...figure,
    label: 'Value',
    spec: SPEC,
    columnNames: ['value', 'median', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'],
    quoted: currency,
    heightPx: 260,
    isZoomable: false,
    formatAxis,
    readout,
    resetKey: `${currency} ${figure.dates.length}`,
  };
}
