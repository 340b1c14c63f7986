import { FORECAST_EVENTS, formatDays, type Bounded, type ForecastEvent, type HorizonScores } from '#compute';
import { useState } from 'react';
import { useFormat } from '../../shared/format/use-format.ts';
import { Card, Tile, Tiles } from '../../shared/ui/card.tsx';
import { Segmented } from '../../shared/ui/field.tsx';
import styles from './ledger-page.module.css';
import { countText, EVENT_WORDS, verdictText } from './ledger-words.ts';
import { IntervalPlot, intervalText, sharePercent } from '../../shared/charts/interval-plot.tsx';

/** The verdict on one horizon, in words, and the figures that it rests on. */
export function Verdict({ scores }: { scores: HorizonScores }) {
  const format = useFormat();
  return (
    <section aria-label="Verdict" className="stack">
      <p className={styles.sentence}>{verdictText(format, scores)}</p>
      <Tiles>
        <Tile
          label="80% range held"
          value={sharePercent(format, scores.coverage80.value)}
          detail={`Promised 80%. Interval: ${intervalText(format, scores.coverage80)}`}
        />
        <Tile
          label="95% range held"
          value={sharePercent(format, scores.coverage95.value)}
          detail={`Promised 95%. Interval: ${intervalText(format, scores.coverage95)}`}
        />
        <Tile
          label="Median: improvement"
          value={sharePercent(format, scores.skill?.value ?? null)}
          detail={`On assuming no change; above 0% is better. Interval: ${intervalText(format, scores.skill)}`}
        />
      </Tiles>
      {scores.coverage80.low !== null && (
        <p className={styles.note}>
          An interval is where the true figure lies with 95% confidence. Forecasts that share days, and
          listings that move together, are counted together: as {scores.blocks} separate stretches of time in
          all. The median always leans up a little; when prices rise, that alone makes it look better, without
          any skill.
        </p>
      )}
    </section>
  );
}

/** One measure over the horizons. */
interface HorizonMeasure {
  readonly title: string;
  readonly caption: string;
  readonly referenceName: string;
  /** What it is compared with. */
  readonly reference: number;
  readonly pick: (scores: HorizonScores) => Bounded | null;
}

const MEASURES: readonly HorizonMeasure[] = [
  {
    title: 'How often the 80% range held',
    caption: 'Share of outcomes inside the 80% range, by horizon',
    referenceName: 'promised',
    reference: 0.8,
    pick: ({ coverage80 }) => coverage80,
  },
  {
    title: 'How often the 95% range held',
    caption: 'Share of outcomes inside the 95% range, by horizon',
    referenceName: 'promised',
    reference: 0.95,
    pick: ({ coverage95 }) => coverage95,
  },
  {
    title: 'Improvement of the median',
    caption: 'Improvement of the median on assuming no change, by horizon; above zero is better',
    referenceName: 'no change',
    reference: 0,
    pick: ({ skill }) => skill,
  },
];

/** How often the ranges held and how much the median improved on no change, for every horizon on one scale. */
export function HorizonCharts({ horizons }: { horizons: readonly HorizonScores[] }) {
  return (
    <div className={styles.columns}>
      {MEASURES.map((measure) => (
        <HorizonChart key={measure.title} measure={measure} horizons={horizons} />
      ))}
    </div>
  );
}

function HorizonChart({
  measure,
  horizons,
}: {
  measure: HorizonMeasure;
  horizons: readonly HorizonScores[];
}) {
  const format = useFormat();
  const { title, caption, referenceName, reference, pick } = measure;
  return (
    <Card title={title} flush>
      <IntervalPlot
        caption={caption}
        referenceName={referenceName}
        rows={horizons.map((scores) => ({
          label: formatDays(scores.horizon_days),
          detail: countText(format, scores.n, 'forecast'),
          estimate: pick(scores),
          reference,
        }))}
      />
    </Card>
  );
}

/** Forecast probabilities against observed shares, tenth by tenth. */
export function ReliabilityCard({ scores }: { scores: HorizonScores }) {
  const format = useFormat();
  const [event, setEvent] = useState<ForecastEvent>('sell');
  const { score, reference } = scores.brier[event];
  const bins = scores.reliability[event];
  return (
    <Card
      title="Forecast and observed"
      actions={
        <Segmented
          label="Event"
          options={FORECAST_EVENTS.map((value) => ({ value, label: EVENT_WORDS[value] }))}
          value={event}
          onChange={setEvent}
        />
      }
      footer={`How far off these chances were (Brier score): ${format.fixed(score, 4)}. Always naming the observed share would have scored ${format.fixed(reference, 4)}. Lower is better. How far off the ranges were (mean pinball loss): ${format.fixed(scores.pinball_percent, 3)}% of the price.`}
      flush
    >
      <IntervalPlot
        caption={`Probability of ${EVENT_WORDS[event]} against the observed share`}
        referenceName="forecast"
        rows={bins.map((bin) => ({
          label: `Forecast ${sharePercent(format, bin.forecast)}`,
          detail: countText(format, bin.n, 'forecast'),
          estimate: bin.observed,
          reference: bin.forecast,
        }))}
      />
    </Card>
  );
}
