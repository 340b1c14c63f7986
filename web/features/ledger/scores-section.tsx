import { formatDays } from '../../shared/format/format.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import {
  FORECAST_EVENTS,
  type HorizonScores,
  type ForecastEvent,
  type ScoreGroup,
  type ReliabilityBin,
} from '#compute';
import { useState } from 'react';
import { ExportButton } from '../../shared/export/export-buttons.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { Tile } from '../../shared/ui/tile.tsx';
import { IntervalPlot } from './interval-plot.tsx';
import { groupsExport, reliabilityExport, verdictExport } from './ledger-export.ts';
import styles from './ledger-page.module.css';
import { LedgerTable } from './ledger-table.tsx';
import { countText, EVENT_WORDS, intervalText, sharePercent, verdictText } from './ledger-words.ts';

/** The verdict on one horizon, in words, and the figures that it rests on. */
export function Verdict({ scores }: { scores: HorizonScores }) {
  const format = useFormat();
  return (
    <section aria-label="Verdict" className={styles.verdict}>
      <div className={styles.statement}>
        <p className={styles.sentence}>{verdictText(format, scores)}</p>
        <ExportButton exportable={verdictExport(scores)} />
      </div>
      <div className={styles.tiles}>
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
          label="Median: error saved"
          value={sharePercent(format, scores.skill?.value ?? null)}
          detail={`Against “no change”; above 0% is better. Interval: ${intervalText(format, scores.skill)}`}
        />
        <Tile
          label="Direction right"
          value={sharePercent(format, scores.hit_rate?.value ?? null)}
          detail={`Always “up”: ${sharePercent(format, scores.base_rate)}. Interval: ${intervalText(format, scores.hit_rate)}`}
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
      menu={
        <ExportButton exportable={reliabilityExport(`Forecast and observed: ${EVENT_WORDS[event]}`, bins)} />
      }
      footer={`Brier score ${format.fixed(score, 4)}; always forecasting the observed share would have scored ${format.fixed(reference, 4)}. Lower is better. Mean pinball loss of the ranges: ${format.fixed(scores.pinball_percent, 3)}% of the price.`}
      flush
    >
      <IntervalPlot
        caption={`Probability of ${EVENT_WORDS[event]} against the observed share`}
        referenceName="forecast"
        rows={bins.map((bin) => ({
          label: `Forecast ${sharePercent(format, forecastShare(bin))}`,
          detail: countText(format, bin.n, 'forecast'),
          estimate: bin.observed ?? bin.came,
          reference: forecastShare(bin),
        }))}
      />
    </Card>
  );
}

/** A stored response of an earlier version has the earlier names only. */
function forecastShare(bin: ReliabilityBin): number {
  return bin.forecast ?? bin.said;
}

const GROUPINGS = [
  { value: 'by_ticker', label: 'Listing' },
  { value: 'by_month', label: 'Month' },
  { value: 'by_model', label: 'Model' },
] as const;

/** The same figures for each listing, month and model version. */
export function GroupsCard({ scores }: { scores: HorizonScores }) {
  const format = useFormat();
  const [grouping, setGrouping] = useState<(typeof GROUPINGS)[number]['value']>('by_ticker');
  const groups: readonly ScoreGroup[] = scores[grouping];
  const label = `Scores by ${GROUPINGS.find(({ value }) => value === grouping)?.label.toLowerCase()}`;
  return (
    <Card
      title="In parts"
      actions={<Segmented label="Group by" options={GROUPINGS} value={grouping} onChange={setGrouping} />}
      menu={
        <ExportButton
          exportable={groupsExport(`${label}, ${formatDays(scores.horizon_days)} ahead`, groups)}
        />
      }
      footer="Below each figure: its 95% interval, where there is enough for one."
      flush
    >
      <LedgerTable
        label={label}
        heads={['Group', 'Settled', '80% held', '95% held', 'Error saved', 'Direction', 'Always up']}
        rows={groups.map((group) => ({
          id: group.name,
          cells: [
            group.name,
            format.count(group.n),
            <Figure key="80" estimate={group.coverage80} />,
            <Figure key="95" estimate={group.coverage95} />,
            <Figure key="skill" estimate={group.skill} />,
            <Figure key="hit" estimate={group.hit_rate} />,
            sharePercent(format, group.base_rate),
          ],
        }))}
      />
    </Card>
  );
}

function Figure({ estimate }: { estimate: HorizonScores['skill'] }) {
  const format = useFormat();
  return (
    <>
      {sharePercent(format, estimate?.value ?? null)}
      {estimate !== null && estimate.low !== null && (
        <span className={styles.grey}>{intervalText(format, estimate)}</span>
      )}
    </>
  );
}
