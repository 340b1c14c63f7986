/** Panes below the price: an indicator on its own scale, under a movable border. */
import { useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { ChartAnnotations } from '../../../shared/charts/chart-spec.ts';
import { UplotChart, type UplotChartHandle } from '../../../shared/charts/uplot-chart.tsx';
import { useLinkedPlot } from '../../../shared/charts/use-linked-plot.ts';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import {
  clampHeight,
  indicatorLabel,
  indicatorWriter,
  PANE_HEIGHT,
  type ChosenIndicator,
} from '../view/chosen-indicators.ts';
import { finite, onScale } from '../data/chart-series.ts';
import { LINK } from '../view/workbench-view.ts';
import { paneSpec } from './chart-spec.ts';
import styles from './workbench-chart.module.css';

/** Props shared by all charts of a view. */
export interface SharedAxis {
  readonly dates: Float64Array;
  readonly defaultBars: number;
  readonly resetKey: string;
  readonly annotations: ChartAnnotations;
}

interface PaneProps extends SharedAxis {
  readonly indicator: ChosenIndicator;
  readonly lines: readonly Float64Array[];
  readonly response: Listing['response'];
  readonly hasDates: boolean;
  readonly heightPx: number;
}

/** An indicator below the price. The price chart's keys, speech and table include its values. */
export function IndicatorPane({ indicator, lines, response, hasDates, heightPx, ...axis }: PaneProps) {
  const { dates } = axis;
  const format = useFormat();
  const chart = useRef<UplotChartHandle>(null);
  const { kind, color } = indicator;
  const { plot } = useLinkedPlot(
    chart,
    LINK,
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
  const formatAxis = useMemo(() => indicatorWriter(format, kind, response), [format, kind, response]);
  return (
    <div className={styles.pane}>
      <span className={styles.paneName} aria-hidden="true">
        {indicatorLabel(indicator)}
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
  /** Name of the pane below. */
  readonly label: string;
  readonly height: number;
  readonly totalPx: number;
  /** `isMoving` is true while the pointer drags; false at the end of a drag and for keys. */
  readonly onHeight: (percent: number, isMoving: boolean) => void;
}

const KEY_STEP = 2;

/** The border above a pane, moved by pointer or arrow keys. */
export function PaneHandle({ label, height, totalPx, onHeight }: PaneHandleProps) {
  const pressed = useRef<{ readonly y: number; readonly height: number } | null>(null);

  function onKeyDown(event: KeyboardEvent) {
    const next = {
      ArrowUp: height + KEY_STEP,
      ArrowDown: height - KEY_STEP,
      Home: PANE_HEIGHT.min,
      End: PANE_HEIGHT.max,
    }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onHeight(clampHeight(next), false);
  }

  function onPointerDown({ clientY, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
    pressed.current = { y: clientY, height };
    currentTarget.setPointerCapture(pointerId);
  }

  function onPointerMove({ clientY }: PointerEvent) {
    if (pressed.current === null) return;
    const { y, height: before } = pressed.current;
    onHeight(clampHeight(before + ((y - clientY) / totalPx) * 100), true);
  }

  function end() {
    pressed.current = null;
    onHeight(height, false);
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
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
