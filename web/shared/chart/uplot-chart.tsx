import { useImperativeHandle, useLayoutEffect, useMemo, useRef, type Ref } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { chartOptions, type LiveChart } from './chart-options.ts';
import type { ChartColumn, ChartMarks, ChartSpec } from './chart-spec.ts';
import { onThemeChange, readChartTheme } from './chart-theme.ts';

export interface UplotChartHandle {
  /** Puts the crosshair on a session of the whole series, if it is on screen; `null` takes it away. */
  moveCursor(index: number | null): void;
  /** The plotting area, without axes: where gestures happen. */
  readonly surface: HTMLElement;
  /** The session under a horizontal position in the plotting area, in CSS pixels. */
  indexAt(leftPx: number): number;
}

export interface UplotChartProps {
  /** Constant for the life of the chart; another spec is another chart. */
  readonly spec: ChartSpec;
  readonly dates: Float64Array;
  /** One per series of the spec, each as long as `dates`. */
  readonly columns: readonly ChartColumn[];
  /** Sessions `[from, to)` on screen. */
  readonly from: number;
  readonly to: number;
  readonly heightPx: number;
  readonly marks: ChartMarks;
  readonly formatAxis: LiveChart['formatAxis'];
  /** Session under the crosshair; `null` without one. */
  readonly cursor: number | null;
  readonly onCursor: (index: number | null) => void;
  readonly ref: Ref<UplotChartHandle>;
}

/** Where uPlot takes the crosshair for gone. */
const OFF_CHART_PX = -10;

function windowOf(column: ChartColumn, from: number, to: number) {
  return column instanceof Float64Array ? column.subarray(from, to) : column.slice(from, to);
}

function cursorSession(chart: uPlot): number | null {
  const shown = chart.cursor.idx;
  return typeof shown === 'number' ? (chart.data[0][shown] ?? null) : null;
}

function moveCursor(chart: uPlot, index: number | null) {
  const left = index === null ? OFF_CHART_PX : chart.valToPos(index, 'x');
  chart.setCursor({ left, top: index === null ? OFF_CHART_PX : chart.height / 4 });
}

/** The only place that makes a uPlot chart: once per mount, fed by `setData`, repainted on a theme change. */
export function UplotChart(props: UplotChartProps) {
  const { spec, dates, columns, from, to, heightPx, marks, formatAxis, cursor, onCursor, ref } = props;
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const latest = useRef({ dates, marks, formatAxis, heightPx, onCursor });
  const indices = useMemo(() => Float64Array.from(dates, (_date, index) => index), [dates]);

  useLayoutEffect(() => {
    latest.current = { dates, marks, formatAxis, heightPx, onCursor };
    const made = chart.current;
    if (made === null) return;
    if (made.height === heightPx) made.redraw(false, true);
    else made.setSize({ width: made.width, height: heightPx });
  }, [dates, marks, formatAxis, heightPx, onCursor]);

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    let theme = readChartTheme(element);
    const live = (): LiveChart => ({ ...latest.current, theme, pixelRatio: uPlot.pxRatio });
    const size = { width: element.clientWidth, height: latest.current.heightPx };
    const options = chartOptions(spec, size, live, (index) => latest.current.onCursor(index));
    const made = new uPlot(options, [[]], element);
    chart.current = made;
    const resize = new ResizeObserver(() => {
      const width = element.clientWidth;
      if (width !== made.width) made.setSize({ width, height: latest.current.heightPx });
    });
    resize.observe(element);
    const stopTheme = onThemeChange(() => {
      theme = readChartTheme(element);
      made.redraw(false, true);
    });
    return () => {
      stopTheme();
      resize.disconnect();
      made.destroy();
      chart.current = null;
    };
  }, [spec]);

  // A view on what is on screen; x is the session's index in the whole series.
  useLayoutEffect(() => {
    const visible = columns.map((column) => windowOf(column, from, to));
    chart.current?.setData([indices.subarray(from, to), ...visible]);
  }, [indices, columns, from, to]);

  // Only what another chart moved: the crosshair under the pointer is already where it should be.
  useLayoutEffect(() => {
    const made = chart.current;
    if (made !== null && cursorSession(made) !== cursor) moveCursor(made, cursor);
  }, [cursor]);

  useImperativeHandle(
    ref,
    (): UplotChartHandle => ({
      moveCursor(index) {
        if (chart.current !== null) moveCursor(chart.current, index);
      },
      get surface() {
        if (chart.current === null) throw new Error('The chart is not mounted');
        return chart.current.over;
      },
      indexAt: (leftPx) => chart.current?.posToVal(leftPx, 'x') ?? 0,
    }),
    [],
  );

  return <div ref={host} aria-hidden="true" style={{ height: heightPx }} />;
}
