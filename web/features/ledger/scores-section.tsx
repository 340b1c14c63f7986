import {
  FORECAST_EVENTS,
  formatDays,
  type OptionalEstimate,
  type ForecastEvent,
  type HorizonScores,
} from '#compute';
import { useState } from 'react';
import { useFormat } from '../../shared/format/use-format.ts';
import { Card, Tile, Tiles } from '../../shared/ui/card.tsx';
import { Segmented } from '../../shared/ui/field.tsx';
import styles from './ledger-page.module.css';
import { pluralized, EVENT_WORDS } from './ledger-words.ts';
import { IntervalPlot, intervalText, sharePercent } from '../../shared/charts/interval-plot.tsx';

interface Measure {
  readonly name: string;
  readonly detail: string;
  readonly title: string;
  readonly caption: string;
  readonly referenceName: string;
  readonly reference: number;
  readonly pick: (scores: HorizonScores) => OptionalEstimate | null;
}

const MEASURES: readonly Measure[] = [
  coverage('80%', 0.8, ({ coverage80 }) => coverage80),
  coverage('95%', 0.95, ({ coverage95 }) => coverage95),
  {
    name: 'Median vs “no change”',
    detail: 'Compared with “no change”; above 0% is better.',
    title: 'Median vs “no change”',
    caption: 'How much the median improves on “no change”, by horizon. Above zero is better',
    referenceName: 'no change',
    reference: 0,
    pick: ({ skill }) => skill,
  },
];

function coverage(level: string, reference: number, pick: Measure['pick']): Measure {
  return {
    name: `${level} range held`,
    detail: `Stated: ${level}.`,
    title: `How often the ${level} range held`,
    caption: `Share of outcomes inside the ${level} range, by horizon`,
    referenceName: 'stated',
    reference,
    pick,
  };
}

export function Verdict({ text, scores }: { text: string; scores: HorizonScores | undefined }) {
  const format = useFormat();
  return (
    <section aria-label="Verdict" className="stack">
      <p className={styles.sentence}>{text}</p>
      {scores && (
        <Tiles>
          {MEASURES.map(({ name, detail, pick }) => (
            <Tile
              key={name}
              label={name}
              value={sharePercent(format, pick(scores)?.value ?? null)}
              detail={`${detail} 95% interval: ${intervalText(format, pick(scores))}`}
            />
          ))}
        </Tiles>
      )}
      {scores && scores.coverage80.low !== null && (
        <p className={styles.note}>
          Intervals are 95% confidence intervals. Forecasts that overlap, and listings that move together, are
          counted together, as {scores.blocks} separate periods in all. The median always leans slightly
          upward, so rising prices alone make it look better, without any skill.
        </p>
      )}
    </section>
  );
}

export function HorizonCharts({ horizons }: { horizons: readonly HorizonScores[] }) {
  const format = useFormat();
  return (
    <div className={styles.columns}>
      {MEASURES.map(({ title, caption, referenceName, reference, pick }) => (
        <Card key={title} title={title} flush>
          <IntervalPlot
            caption={caption}
            referenceName={referenceName}
            rows={horizons.map((scores) => ({
              label: formatDays(scores.horizon_days),
              detail: pluralized(format, scores.n, 'forecast'),
              estimate: pick(scores),
              reference,
            }))}
          />
        </Card>
      ))}
    </div>
  );
}

/** Forecast probabilities against observed shares, in bins of one tenth. */
export function ReliabilityCard({ scores }: { scores: HorizonScores }) {
  const format = useFormat();
  const [event, setEvent] = useState<ForecastEvent>('sell');
  const { score, reference } = scores.brier[event];
  const bins = scores.reliability[event];
  return (
    <Card
      title="Forecast vs observed"
      actions={
        <Segmented
          label="Event"
          options={FORECAST_EVENTS.map((value) => ({ value, label: EVENT_WORDS[value] }))}
          value={event}
          onChange={setEvent}
        />
      }
      footer={`Error of these chances (Brier score): ${format.fixed(score, 4)}. Always stating the observed share would have scored ${format.fixed(reference, 4)}. Lower is better. Error of the ranges (mean pinball loss): ${format.fixed(scores.pinball_percent, 3)}% of the price.`}
      flush
    >
      <IntervalPlot
        caption={`Forecast chance of ${EVENT_WORDS[event]} vs observed share`}
        referenceName="forecast"
        rows={bins.map((bin) => ({
          label: `Forecast ${sharePercent(format, bin.forecast)}`,
          detail: pluralized(format, bin.n, 'forecast'),
          estimate: bin.observed,
          reference: bin.forecast,
        }))}
      />
    </Card>
  );
}
