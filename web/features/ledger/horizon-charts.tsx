import { useFormat } from '../../shared/format/use-format.ts';
import { formatDays } from '../../shared/format/format.ts';
import type { HorizonScores } from '#compute';
import { ExportButton } from '../../shared/export/export-buttons.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { IntervalPlot } from './interval-plot.tsx';
import { horizonsExport, type HorizonMeasure } from './ledger-export.ts';
import styles from './ledger-page.module.css';
import { countText } from './ledger-words.ts';

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
    <Card title={title} actions={<ExportButton exportable={horizonsExport(measure, horizons)} />} flush>
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
