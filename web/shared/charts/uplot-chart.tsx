import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type Ref } from 'react';
import type uPlot from 'uplot';
import { useFormat } from '../format/use-format.ts';
import { useStore } from '../../store.ts';
import { useSettings } from '../user/settings.ts';
import { useTheme } from '../user/theme.tsx';
import { FORCED_COLORS, type ChartColumn, type ChartSpec } from './chart-spec.ts';
import { Gestures } from './gestures.ts';
import { LivePlot, type PlotContent } from './live-plot.ts';
import type { ChartLink } from './use-viewport.ts';
import styles from './chart-figure.module.css';
import { listen } from '../browser/listen.ts';

export type UplotChartHandle = Pick<LivePlot, 'moveCursor' | 'indexAt' | 'pricesFor'>;

export interface UplotChartProps extends Omit<PlotContent, 'data' | 'format' | 'onCursor'> {
  /** A new spec creates a new uPlot chart in the same element; view, crosshair and gestures stay. */
  readonly spec: ChartSpec;
  /** One per series of the spec, each as long as `dates`. */
  readonly columns: readonly ChartColumn[];
  /** Sessions `[from, to)` are on screen. */
  readonly from: number;
  readonly to: number;
  /** Followed without rendering. */
  readonly cursorAtom: ChartLink['cursorAtom'];
  readonly ref: Ref<UplotChartHandle>;
}

function windowOf(column: ChartColumn, from: number, to: number) {
  return column instanceof Float64Array ? column.subarray(from, to) : column.slice(from, to);
}

export function UplotChart(props: UplotChartProps) {
  const { spec, dates, columns, from, to, heightPx, annotations } = props;
  const { formatAxis, cursorAtom, gestures, prices, ref } = props;
  const store = useStore();
  const format = useFormat();
  const host = useRef<HTMLDivElement>(null);
  const indices = useMemo(() => dates.map((_date, index) => index), [dates]);
  const data = useMemo(
    (): uPlot.AlignedData => [
      indices.subarray(from, to),
      ...columns.map((column) => windowOf(column, from, to)),
    ],
    [indices, columns, from, to],
  );
  const onCursor = (index: number | null) => store.set(cursorAtom, index);
  const content = { dates, annotations, format, formatAxis, prices, data, heightPx, gestures, onCursor };
  const themeName = `${useTheme().theme} ${useSettings().palette}`;
  const [plot] = useState(() => new LivePlot(content, themeName));

  // In this order: a new spec's chart begins with the new content.
  useLayoutEffect(() => plot.show(content));
  useLayoutEffect(() => (host.current === null ? undefined : plot.mount(host.current, spec)), [plot, spec]);
  useLayoutEffect(
    () => plot.followCursor(store, cursorAtom, { from, to }),
    [plot, store, cursorAtom, from, to],
  );
  // Not a layout effect, because the style sheets must apply the new theme first.
  useEffect(() => plot.setTheme(themeName), [plot, themeName]);
  useEffect(() => {
    const repaint = () => plot.repaint();
    const stops = [
      new Gestures(plot).listen(),
      listen(matchMedia(FORCED_COLORS), { change: repaint }),
      // The document uses the light theme for printing.
      listen(window, { beforeprint: repaint, afterprint: repaint }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [plot]);
  useImperativeHandle(ref, () => plot, [plot]);

  return (
    <>
      <div
        ref={host}
        className={gestures.ownsPage ? styles.axes : undefined}
        aria-hidden="true"
        style={{ height: heightPx }}
      />
      {prices !== null && <AutoButton onPress={() => gestures.reset('prices')} />}
    </>
  );
}

function AutoButton({ onPress }: { readonly onPress: () => void }) {
  return (
    <button
      type="button"
      className={styles.auto}
      title="Fit the price axis automatically"
      onClick={({ currentTarget }) => {
        // The button disappears, so the focus moves to the chart.
        currentTarget.closest('figure')?.querySelector<HTMLElement>('[role="application"]')?.focus();
        onPress();
      }}
    >
      Auto
    </button>
  );
}
