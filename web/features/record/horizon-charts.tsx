import type { Bounded, HorizonRecord } from '#compute';
import { useRef } from 'react';
import { ExportButtons } from '../../shared/export/export-buttons.tsx';
import { formatDays } from '../../shared/format/dates.ts';
import { Card } from '../../shared/ui/card.tsx';
import { IntervalPlot } from './interval-plot.tsx';
import { horizonsExport } from './record-export.ts';
import styles from './record-page.module.css';
import { countText } from './record-words.ts';

/** One measure that every horizon has. */
export interface HorizonMeasure {
  readonly title: string;
  readonly caption: string;
  readonly referenceName: string;
  /** What it is held against. */
  readonly reference: number;
  readonly pick: (scores: HorizonRecord) => Bounded | null;
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
    title: 'Error that the median saved',
    caption: 'Error of the median against that of no change, by horizon; above zero is better',
    referenceName: 'no change',
    reference: 0,
    pick: ({ skill }) => skill,
  },
];

/** How often the ranges held and what the median saved, for every horizon on one scale. */
export function HorizonCharts({ horizons }: { horizons: readonly HorizonRecord[] }) {
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
  horizons: readonly HorizonRecord[];
}) {
  const { title, caption, referenceName, reference, pick } = measure;
  const table = useRef<HTMLTableElement>(null);
  return (
    <Card
      title={title}
      actions={<ExportButtons exportable={horizonsExport(measure, horizons)} picture={table} />}
      flush
    >
      <IntervalPlot
        table={table}
        caption={caption}
        referenceName={referenceName}
        rows={horizons.map((scores) => ({
          label: formatDays(scores.horizon_days),
          detail: countText(scores.n, 'forecast'),
          estimate: pick(scores),
          reference,
        }))}
      />
    </Card>
  );
}
