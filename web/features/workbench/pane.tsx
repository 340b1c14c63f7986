import { useCallback, useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useAtomValue, useStore } from 'jotai';
import type { ChartColumn, ChartMarks, ChartSpec } from '../../shared/charts/chart-spec.ts';
import { UplotChart, type UplotChartHandle } from '../../shared/charts/uplot-chart.tsx';
import { useGestures } from '../../shared/charts/use-gestures.ts';
import { useViewport, type ChartLink } from '../../shared/charts/use-viewport.ts';
import { PANE_HEIGHT } from './chosen-indicators.ts';
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

interface PaneHandleProps {
  /** Of the pane below. */
  readonly label: string;
  /** Percent of the height of all charts. */
  readonly height: number;
  /** Height of all charts. */
  readonly totalPx: number;
  readonly onHeight: (percent: number) => void;
}

const KEY_STEP = 2;

/** The border above a pane, which the pointer and the arrow keys move. */
export function PaneHandle({ label, height, totalPx, onHeight }: PaneHandleProps) {
  const start = useRef<{ y: number; height: number } | null>(null);
  const keys = useMemo<Readonly<Record<string, number>>>(
    () => ({
      ArrowUp: height + KEY_STEP,
      ArrowDown: height - KEY_STEP,
      Home: PANE_HEIGHT.min,
      End: PANE_HEIGHT.max,
    }),
    [height],
  );

  function onKeyDown(event: KeyboardEvent) {
    const next = keys[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onHeight(next);
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    start.current = { y: event.clientY, height };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function onPointerMove({ clientY, buttons }: PointerEvent) {
    const from = start.current;
    if (from === null || buttons === 0) return;
    onHeight(from.height + ((from.y - clientY) / totalPx) * 100);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a window splitter (WAI-ARIA)
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={`Height of ${label}`}
      aria-valuenow={height}
      aria-valuemin={PANE_HEIGHT.min}
      aria-valuemax={PANE_HEIGHT.max}
      aria-valuetext={`${height}%`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      className={styles.handle}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = null;
      }}
    />
  );
}
