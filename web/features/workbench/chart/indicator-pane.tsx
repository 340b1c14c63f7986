/** The panes below the price: an indicator on its own scale, under a border that moves. */
import { useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { ChartAnnotations } from '../../../shared/charts/chart-spec.ts';
import { UplotChart, type UplotChartHandle } from '../../../shared/charts/uplot-chart.tsx';
import { useLinkedPlot, type ChartLink } from '../../../shared/charts/use-viewport.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import {
  clampHeight,
  indicatorLabel,
  indicatorWriter,
  PANE_HEIGHT,
  type ChosenIndicator,
} from './chosen-indicators.ts';
import { finite, onScale } from './workbench-series.ts';
import { paneSpec } from './workbench-spec.ts';
import styles from '../workbench.module.css';

/** What all charts of a view have in common. */
export interface SharedAxis {
  readonly link: ChartLink;
  readonly dates: Float64Array;
  readonly defaultBars: number;
  readonly resetKey: string;
  readonly annotations: ChartAnnotations;
}

interface PaneProps extends SharedAxis {
  readonly one: ChosenIndicator;
  readonly lines: readonly Float64Array[];
  readonly currency: string;
  readonly hasDates: boolean;
  readonly heightPx: number;
}

/** An indicator below the price. Keys, speech and table are those of the price chart, which has its values too. */
export function IndicatorPane({ one, lines, currency, hasDates, heightPx, ...axis }: PaneProps) {
  const { link, dates } = axis;
  const format = useFormat();
  const chart = useRef<UplotChartHandle>(null);
  const { kind, color } = one;
  const { plot } = useLinkedPlot(
    chart,
    link,
    { total: dates.length, ...axis },
    {
      isZoomable: true,
      ownsPage: true,
      pricesKey: `${axis.resetKey} ${kind}`,
      ownsWheel: () => true,
    },
  );
  const spec = useMemo(() => paneSpec(kind, color), [kind, color]);
  const annotations = useMemo(
    () => ({ ...axis.annotations, hidesDates: !hasDates }),
    [axis.annotations, hasDates],
  );
  const columns = useMemo(() => lines.map((line) => onScale({ dates, place: finite }, line)), [lines, dates]);
  const formatAxis = useMemo(() => indicatorWriter(format, kind, currency), [format, kind, currency]);
  return (
    <div className={styles.pane}>
      <span className={styles.paneName} aria-hidden="true">
        {indicatorLabel(one)}
      </span>
      <UplotChart
        ref={chart}
        spec={spec}
        dates={dates}
        columns={columns}
        heightPx={heightPx}
        annotations={annotations}
        formatAxis={formatAxis}
        {...plot}
      />
    </div>
  );
}

interface PaneHandleProps {
  /** Of the pane below. */
  readonly label: string;
  readonly height: number;
  readonly totalPx: number;
  /** While the pointer drags; `null` when it has let go. */
  readonly onPreview: (percent: number | null) => void;
  /** Once at the end of a drag, and for each key. */
  readonly onHeight: (percent: number) => void;
}

const KEY_STEP = 2;

/** The border above a pane, which the pointer and the arrow keys move. */
export function PaneHandle({ label, height, totalPx, onPreview, onHeight }: PaneHandleProps) {
  const drag = useRef<{ readonly y: number; readonly from: number; to: number } | null>(null);

  function onKeyDown(event: KeyboardEvent) {
    const next = {
      ArrowUp: height + KEY_STEP,
      ArrowDown: height - KEY_STEP,
      Home: PANE_HEIGHT.min,
      End: PANE_HEIGHT.max,
    }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onHeight(clampHeight(next));
  }

  function onPointerDown({ clientY, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
    drag.current = { y: clientY, from: height, to: height };
    currentTarget.setPointerCapture(pointerId);
  }

  function onPointerMove({ clientY, buttons }: PointerEvent) {
    const { current } = drag;
    if (current === null || buttons === 0) return;
    current.to = clampHeight(current.from + ((current.y - clientY) / totalPx) * 100);
    onPreview(current.to);
  }

  function end(isKept: boolean) {
    const { current } = drag;
    drag.current = null;
    if (current === null) return;
    if (isKept && current.to !== current.from) onHeight(current.to);
    onPreview(null);
  }

  return (
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={`Height of ${label}`}
      aria-valuenow={height}
      aria-valuemin={PANE_HEIGHT.min}
      aria-valuemax={PANE_HEIGHT.max}
      aria-valuetext={`${height}%`}
      tabIndex={0}
      className={styles.handle}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
    />
  );
}
