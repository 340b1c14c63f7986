import { formatDays, sum } from '#compute';
import { memo, useMemo, useRef } from 'react';
import { nowMs } from '../../shared/api/server-clock.ts';
import { ExportMenu } from '../../shared/export/export-buttons.tsx';
import type { ExportableChart } from '../../shared/format/exportable.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Delta } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { DefinitionList } from '../../shared/ui/data-table.tsx';
import { FanChart } from './fan-chart.tsx';
import styles from './holdings-page.module.css';
import { gainOf, priceBefore, totalOf, valueFan, WEIGHTED_SUM } from './holdings-view.ts';
import { errorText, gainText, money, sourceText, tailText } from './outlook-words.ts';
import type { Outlook } from './use-outlook.ts';

/** Names of the joint forecast's chances, in their order. */
const CHANCE_NAMES = ['Chance of a lower value', 'Chance of −5% or worse', 'Chance of −10% or worse'];

/** The value now, what it could lose, and the fan. */
export const ValueCard = memo(function ValueCard({ outlook }: { outlook: Outlook }) {
  const format = useFormat();
  const chart = useRef<ExportableChart>(null);
  const { title, positions, holdings, factors, forecast, coupled, currency } = outlook;
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
        <strong>{money(format, value, currency)}</strong> {move(value - before, before, 'on the day')}
        {gains.length > 0 &&
          move(sum(gains.map(({ gain }) => gain)), sum(gains.map(({ cost }) => cost)), `since purchase${of}`)}
      </p>
      <output className={styles.lead}>{text}</output>
      {fan && forecast && (
        <>
          <FanChart ref={chart} fan={fan} currency={currency} summary={text} />
          <DefinitionList
            rows={CHANCE_NAMES.map((name, i) => [name, format.share(forecast.chances[i] ?? Number.NaN)])}
          />
        </>
      )}
    </Card>
  );
});
