import { useCallback, useRef } from 'react';
import { useAtomValue, useStore } from 'jotai';
import type { ChartColumn, ChartMarks, ChartSpec } from '../../shared/charts/chart-spec.ts';
import { UplotChart, type UplotChartHandle } from '../../shared/charts/uplot-chart.tsx';
import { useGestures } from '../../shared/charts/use-gestures.ts';
import { useViewport, type ChartLink } from '../../shared/charts/use-viewport.ts';
import styles from './workbench.module.css';

/** What all charts of a view have in common. */
export interface SharedAxis {
  readonly link: ChartLink;
  readonly dates: Float64Array;
  readonly defaultBars: number;
  readonly resetKey: string;
  readonly marks: ChartMarks;
}

interface PaneProps extends SharedAxis {
  readonly label: string;
  readonly spec: ChartSpec;
  readonly columns: readonly ChartColumn[];
  readonly heightPx: number;
  readonly formatAxis: (value: number, decimals: number) => string;
}

/** An indicator below the price. Keys, speech and table are those of the price chart, which has its values too. */
export function Pane({ link, dates, marks, spec, columns, heightPx, formatAxis, label, ...axis }: PaneProps) {
  const chart = useRef<UplotChartHandle>(null);
  const root = useRef<HTMLDivElement>(null);
  const store = useStore();
  const cursor = useAtomValue(link.cursorAtom);
  const { from, to, change } = useViewport(link.viewAtom, { total: dates.length, ...axis });
  const ownsWheel = () => root.current?.closest('figure')?.contains(document.activeElement) ?? false;
  const gestures = useGestures(chart, change, ownsWheel);
  const tellCursor = useCallback((index: number | null) => store.set(link.cursorAtom, index), [store, link]);
  return (
    <div ref={root} className={styles.pane}>
      <span className={styles.paneName} aria-hidden="true">
        {label}
      </span>
      <UplotChart
        ref={chart}
        spec={spec}
        dates={dates}
        columns={columns}
        from={from}
        to={to}
        heightPx={heightPx}
        marks={marks}
        formatAxis={formatAxis}
        cursor={cursor !== null && cursor >= from && cursor < to ? cursor : null}
        onCursor={tellCursor}
        gestures={gestures}
      />
    </div>
  );
}
