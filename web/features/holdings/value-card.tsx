import { formatDays, sum } from '#compute';
import { useMemo, useRef } from 'react';
import { nowMs } from '../../shared/api/server-clock.ts';
import { ExportMenu } from '../../shared/export/export-buttons.tsx';
import type { ExportableChart } from '../../shared/format/exportable.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Delta } from '../../shared/ui/badge.tsx';
import { Card, Tile, Tiles } from '../../shared/ui/card.tsx';
import { AsyncSection, lazyComponent, Skeleton } from '../../shared/ui/loading.tsx';
import styles from './holdings-page.module.css';
import { priceBefore, WEIGHTED_SUM, valueFan, valuesOf } from './holdings-view.ts';
import { errorText, money, sourceText, tailText } from './outlook-words.ts';
import type { Outlook } from './use-outlook.ts';

// Apart, so that text and chart are not built in one task.
const FanChart = lazyComponent(async () => (await import('./fan-chart.tsx')).FanChart);

/** The value now, what it could lose, and the fan. */
export function ValueCard({ outlook }: { outlook: Outlook }) {
  const format = useFormat();
  const chart = useRef<ExportableChart>(null);
  const { title, positions, holdings, factors, quantities, values, forecast, coupled, currency } = outlook;
  const fan = useMemo(
    () => forecast && valueFan(holdings, quantities, forecast),
    [holdings, quantities, forecast],
  );
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
    sourceText(format, outlook.provenance, nowMs()),
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
        <strong>{money(format, sum(values), currency)}</strong>{' '}
        <Delta
          value={change}
          text={`${money(format, change, currency, { signed: true })} (${percent}) on the day`}
        />
      </p>
      <output className={styles.lead}>{text}</output>
      {fan && forecast && (
        <>
          <AsyncSection waiting={<Skeleton height={340} />}>
            <FanChart ref={chart} fan={fan} currency={currency} summary={text} />
          </AsyncSection>
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
