import {
  FORECAST_EVENTS,
  formatDays,
  type Format,
  type ForecastEvent,
  type HorizonScores,
  type ScoreGroup,
} from '#compute';
import { useState } from 'react';
import { useFormat } from '../../shared/format/use-format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Segmented } from '../../shared/ui/field.tsx';
import styles from './ledger-page.module.css';
import { skillOf, EVENT_WORDS } from './ledger-words.ts';
import { IntervalPlot, NO_INTERVAL, shareTexts } from '../../shared/charts/interval-plot.tsx';

/** `stated`: how often the range should hold; `null` if the measure is compared with “no change”. */
const MEASURES = [
  { title: 'How often the 80% range held', stated: 0.8, pick: (scores: HorizonScores) => scores.coverage80 },
  { title: 'How often the 95% range held', stated: 0.95, pick: (scores: HorizonScores) => scores.coverage95 },
  { title: 'Median vs “no change”', stated: null, pick: skillOf },
];

interface VerdictProps {
  readonly text: string;
  readonly scores: HorizonScores | undefined;
  readonly onMisses: () => void;
}

/** How often the 80 % range held: the figure, its hits and misses over time, then the sentence. */
export function Verdict({ text, scores, onMisses }: VerdictProps) {
  const format = useFormat();
  if (scores === undefined) return <p className={styles.sentence}>{text}</p>;
  const { n, blocks, coverage80 } = scores;
  const { text: share, note } = shareTexts(format, coverage80, n);
  const missed = n - Math.round(coverage80.value * n);
  return (
    <section aria-label="Verdict" className={styles.verdict}>
      <p className={styles.headline}>
        <strong>{share} held</strong>, 80% stated
      </p>
      <p className="note">95% interval: {note ?? NO_INTERVAL}</p>
      <HitStrip months={scores.by_month} />
      {missed > 0 && (
        <Button size="sm" onClick={onMisses}>
          {missed === 1 ? '1 miss' : `${format.count(missed)} misses`}
        </Button>
      )}
      <p className={styles.sentence}>{text}</p>
      {coverage80.low !== null && (
        <p className={styles.note}>
          Intervals are 95% confidence intervals. Forecasts that overlap, and listings that move together, are
          counted together, as {blocks} separate periods in all. The median always leans slightly upward, so
          rising prices alone make it look better, without any skill.
        </p>
      )}
    </section>
  );
}

/** A column for each month of forecasts: those that held above the line, the misses below it. */
function HitStrip({ months }: { months: readonly ScoreGroup[] }) {
  const format = useFormat();
  const columns = months.map(({ name, n, coverage80: { value } }) => {
    const held = Math.round(value * n);
    return { name: monthText(format, name), n, held, missed: n - held };
  });
  const up = Math.max(...columns.map(({ held }) => held));
  const down = Math.max(...columns.map(({ n, missed }) => Math.max(missed, n * STATED_MISSES)));
  const height = up + down;
  return (
    <figure className={styles.strip}>
      <svg
        viewBox={`0 0 ${columns.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Forecasts that held and missed, by month. The breakdown below has the figures."
      >
        {columns.map(({ name, n, held, missed }, at) => (
          <g key={name}>
            <title>{`${name}: ${held} held, ${missed} missed`}</title>
            <rect className={styles.held} x={at + 0.1} y={up - held} width={0.8} height={held} />
            <rect className={styles.missed} x={at + 0.1} y={up} width={0.8} height={missed} />
            <line x1={at} x2={at + 1} y1={up + n * STATED_MISSES} y2={up + n * STATED_MISSES} />
          </g>
        ))}
      </svg>
      <figcaption className="note">
        <span>{columns[0]?.name}</span>
        <span>Held above, missed below. Dashes: 20% missed.</span>
        <span>{columns.at(-1)?.name}</span>
      </figcaption>
    </figure>
  );
}

/** "Nov 2026" of "2026-11". */
function monthText(format: Format, month: string): string {
  const date = `${month}-01`;
  return `${format.isoDate(date, 'month')} ${format.isoDate(date, 'year')}`;
}

/** The share of outcomes that the 80 % range says it will miss. */
const STATED_MISSES = 0.2;

export function HorizonCharts({ horizons }: { horizons: readonly HorizonScores[] }) {
  const format = useFormat();
  return (
    <div className={styles.columns}>
      {MEASURES.map(({ title, stated, pick }) => (
        <Card key={title} title={title} flush>
          <IntervalPlot
            caption={`${title}, by horizon`}
            referenceName={stated === null ? 'no change' : 'stated'}
            rows={horizons.map((scores) => ({
              label: formatDays(scores.horizon_days),
              detail: format.counted(scores.n, 'forecast'),
              n: scores.n,
              estimate: pick(scores),
              reference: stated ?? 0,
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
          label: `Forecast ${format.shareTenths(bin.forecast)}`,
          detail: format.counted(bin.n, 'forecast'),
          n: bin.n,
          estimate: bin.observed,
          reference: bin.forecast,
        }))}
      />
    </Card>
  );
}
