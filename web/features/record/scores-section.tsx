import { RECORD_EVENTS, type HorizonRecord, type RecordEvent, type RecordGroup } from '#compute';
import { useRef, useState } from 'react';
import { ExportButtons } from '../../shared/export/export-buttons.tsx';
import { formatCount, formatFixed } from '../../shared/format/conventions.ts';
import { formatDays } from '../../shared/format/dates.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Tile } from '../../shared/ui/tile.tsx';
import { IntervalPlot } from './interval-plot.tsx';
import { groupsExport, reliabilityExport, verdictExport } from './record-export.ts';
import styles from './record-page.module.css';
import { RecordTable } from './record-table.tsx';
import { countText, EVENT_WORDS, intervalText, sharePercent, verdictText } from './record-words.ts';

/** The verdict on one horizon, in words, and the figures that it rests on. */
export function Verdict({ scores }: { scores: HorizonRecord }) {
  const tiles = useRef<HTMLDivElement>(null);
  return (
    <section aria-label="Verdict" className={styles.verdict}>
      <div className={styles.said}>
        <p className={styles.sentence}>{verdictText(scores)}</p>
        <ExportButtons exportable={verdictExport(scores)} picture={tiles} />
      </div>
      <div ref={tiles} className={styles.tiles}>
        <Tile
          label="80% range held"
          value={sharePercent(scores.coverage80.value)}
          detail={`Promised 80%. Interval: ${intervalText(scores.coverage80)}`}
        />
        <Tile
          label="95% range held"
          value={sharePercent(scores.coverage95.value)}
          detail={`Promised 95%. Interval: ${intervalText(scores.coverage95)}`}
        />
        <Tile
          label="Median: error saved"
          value={sharePercent(scores.skill?.value ?? null)}
          detail={`Against “no change”; above 0% is better. Interval: ${intervalText(scores.skill)}`}
        />
        <Tile
          label="Direction right"
          value={sharePercent(scores.hit_rate?.value ?? null)}
          detail={`Always “up”: ${sharePercent(scores.base_rate)}. Interval: ${intervalText(scores.hit_rate)}`}
        />
      </div>
      {scores.coverage80.low !== null && (
        <p className={styles.note}>
          95% intervals over {scores.blocks} blocks of time, in which overlapping forecasts and listings that
          move together count once. The median always leans up a little: when prices rise, that alone makes
          its direction right and saves error, without any skill.
        </p>
      )}
    </section>
  );
}

/** What was said against what came true, tenth by tenth. */
export function ReliabilityCard({ scores }: { scores: HorizonRecord }) {
  const [event, setEvent] = useState<RecordEvent>('sell');
  const { score, reference } = scores.brier[event];
  const bins = scores.reliability[event];
  const table = useRef<HTMLTableElement>(null);
  return (
    <Card
      title="What was said, what came true"
      actions={
        <>
          <Segmented
            label="Event"
            options={RECORD_EVENTS.map((value) => ({ value, label: EVENT_WORDS[value] }))}
            value={event}
            onChange={setEvent}
          />
          <ExportButtons
            exportable={reliabilityExport(`Said and came true: ${EVENT_WORDS[event]}`, bins)}
            picture={table}
          />
        </>
      }
      footer={`Brier score ${formatFixed(score, 4)}; always saying the share that came true would have scored ${formatFixed(reference, 4)}. Lower is better. Mean pinball loss of the ranges: ${formatFixed(scores.pinball_percent, 3)}% of the price.`}
      flush
    >
      <IntervalPlot
        table={table}
        caption={`Probability of ${EVENT_WORDS[event]} against the share that came true`}
        referenceName="said"
        rows={bins.map((bin) => ({
          label: `Said ${sharePercent(bin.said)}`,
          detail: countText(bin.n, 'forecast'),
          estimate: bin.came,
          reference: bin.said,
        }))}
      />
    </Card>
  );
}

const GROUPINGS = [
  { value: 'by_ticker', label: 'Listing' },
  { value: 'by_month', label: 'Month' },
  { value: 'by_model', label: 'Model' },
] as const;

/** The same figures for each listing, month and model version. */
export function GroupsCard({ scores }: { scores: HorizonRecord }) {
  const [grouping, setGrouping] = useState<(typeof GROUPINGS)[number]['value']>('by_ticker');
  const groups: readonly RecordGroup[] = scores[grouping];
  const table = useRef<HTMLTableElement>(null);
  const label = `Scores by ${GROUPINGS.find(({ value }) => value === grouping)?.label.toLowerCase()}`;
  return (
    <Card
      title="In parts"
      actions={
        <>
          <Segmented label="Group by" options={GROUPINGS} value={grouping} onChange={setGrouping} />
          <ExportButtons
            exportable={groupsExport(`${label}, ${formatDays(scores.horizon_days)} ahead`, groups)}
            picture={table}
          />
        </>
      }
      footer="In grey: 95% intervals, where there is enough for one."
      flush
    >
      <RecordTable
        table={table}
        label={label}
        heads={['Group', 'Settled', '80% held', '95% held', 'Error saved', 'Direction', 'Always up']}
        rows={groups.map((group) => ({
          id: group.name,
          cells: [
            group.name,
            formatCount(group.n),
            <Figure key="80" estimate={group.coverage80} />,
            <Figure key="95" estimate={group.coverage95} />,
            <Figure key="skill" estimate={group.skill} />,
            <Figure key="hit" estimate={group.hit_rate} />,
            sharePercent(group.base_rate),
          ],
        }))}
      />
    </Card>
  );
}

function Figure({ estimate }: { estimate: HorizonRecord['skill'] }) {
  return (
    <>
      {sharePercent(estimate?.value ?? null)}
      {estimate !== null && estimate.low !== null && (
        <span className={styles.grey}>{intervalText(estimate)}</span>
      )}
    </>
  );
}
