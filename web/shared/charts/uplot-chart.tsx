import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  type Ref,
} from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useFormat } from '../format/use-format.ts';
import { useStore } from '../../store.ts';
import { useSettings } from '../user/settings.ts';
import { useTheme } from '../user/theme.tsx';
import { attachGestures, type GestureTarget } from './chart-input.ts';
import { chartOptions, cursorSession, type LiveChart } from './chart-options.ts';
import {
  FORCED_COLORS,
  readChartTheme,
  type ChartColumn,
  type ChartAnnotations,
  type ChartSpec,
  type PriceSpan,
} from './chart-spec.ts';
import { inView, type ChartLink } from './use-viewport.ts';
import styles from './chart-figure.module.css';
import { listen } from '../ui/listen.ts';

export interface UplotChartHandle {
  /** Moves the crosshair to a session of the whole series, if it is on screen; `null` hides it. */
  moveCursor(index: number | null): void;
  /** The session at a horizontal position in the plotting area, in CSS pixels. */
  indexAt(leftPx: number): number;
  /** The price span after scaling the visible one by `factor` and lifting it by `up`, a share of the plot's height. */
  pricesFor(factor: number, up: number): PriceSpan | null;
}

interface UplotChartProps {
  /** A new spec creates a new uPlot chart in the same element; view, crosshair and gestures stay. */
  readonly spec: ChartSpec;
  readonly dates: Float64Array;
  /** One per series of the spec, each as long as `dates`. */
  readonly columns: readonly ChartColumn[];
  /** Sessions `[from, to)` are on screen. */
  readonly from: number;
  readonly to: number;
  readonly heightPx: number;
  readonly annotations: ChartAnnotations;
  readonly formatAxis: LiveChart['formatAxis'];
  /** Followed without rendering. */
  readonly cursorAtom: ChartLink['cursorAtom'];
  readonly gestures: GestureTarget;
  readonly prices: PriceSpan | null;
  readonly ref: Ref<UplotChartHandle>;
}

/** The position at which uPlot hides the crosshair. */
const OFF_CHART = { left: -10, top: -10 };

function windowOf(column: ChartColumn, from: number, to: number) {
  return column instanceof Float64Array ? column.subarray(from, to) : column.slice(from, to);
}

function moveCursor(chart: uPlot, index: number | null) {
  chart.setCursor(index === null ? OFF_CHART : { left: chart.valToPos(index, 'x'), top: chart.height / 4 });
}

/** Creates the uPlot chart; no other code does. New data, formats, themes and sizes change it in place. */
export function UplotChart(props: UplotChartProps) {
  const { spec, dates, columns, from, to, heightPx, annotations } = props;
  const { formatAxis, cursorAtom, gestures, prices, ref } = props;
  const store = useStore();
  const format = useFormat();
  const { theme } = useTheme();
  const { palette } = useSettings();
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(null);
  const live = useRef<LiveChart>(null);
  const paintedWith = useRef({ theme, palette });
  const indices = useMemo(() => dates.map((_date, index) => index), [dates]);
  // uPlot gets the visible part only; x is the session's index in the whole series.
  const data = useMemo(
    (): uPlot.AlignedData => [
      indices.subarray(from, to),
      ...columns.map((column) => windowOf(column, from, to)),
    ],
    [indices, columns, from, to],
  );
  const cursor = useRef<number | null>(null);
  const current = useEffectEvent(() => ({
    live: { dates, annotations, format, formatAxis, prices },
    data,
    heightPx,
  }));
  const onCursor = useEffectEvent((index: number | null) => store.set(cursorAtom, index));

  useLayoutEffect(() => {
    if (live.current !== null) Object.assign(live.current, { dates, annotations, format, formatAxis });
    const plot = chart.current;
    if (plot === null) return;
    if (plot.height === heightPx) plot.redraw(false, true);
    else plot.setSize({ width: plot.width, height: heightPx });
  }, [dates, annotations, format, formatAxis, heightPx]);

  useLayoutEffect(() => {
    if (live.current !== null) Object.assign(live.current, { prices });
    // For new prices too, because uPlot's own redraw would widen the time axis.
    chart.current?.setData(data);
  }, [data, prices]);

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const first = current();
    live.current ??= {
      ...first.live,
      theme: readChartTheme(element),
      get pixelRatio() {
        return uPlot.pxRatio;
      },
    };
    const size = { width: element.clientWidth, height: first.heightPx };
    const options = chartOptions(spec, size, live.current, (index) => onCursor(index));
    const plot = new uPlot(options, first.data, element);
    chart.current = plot;
    if (cursor.current !== null) moveCursor(plot, cursor.current);
    const resize = new ResizeObserver(() => {
      const width = element.clientWidth;
      if (width !== plot.width) plot.setSize({ width, height: plot.height });
    });
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.destroy();
      chart.current = null;
    };
  }, [spec]);

  useLayoutEffect(() => {
    const follow = () => {
      const next = inView(store.get(cursorAtom), { from, to });
      if (next === cursor.current) return;
      cursor.current = next;
      const plot = chart.current;
      // Only if another chart moved it, or its bar left the view; under the pointer it is already in place.
      if (plot !== null && cursorSession(plot) !== next) moveCursor(plot, next);
    };
    follow();
    return store.sub(cursorAtom, follow);
  }, [store, cursorAtom, from, to]);

  // Not a layout effect, because the style sheets must apply the new theme first.
  useEffect(() => {
    const repaint = () => {
      if (host.current === null || live.current === null) return;
      Object.assign(live.current, { theme: readChartTheme(host.current) });
      chart.current?.redraw(false, true);
    };
    if (paintedWith.current.theme !== theme || paintedWith.current.palette !== palette) repaint();
    paintedWith.current = { theme, palette };
    const stops = [
      listen(matchMedia(FORCED_COLORS), { change: repaint }),
      // The document uses the light theme for printing.
      listen(window, { beforeprint: repaint, afterprint: repaint }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [theme, palette]);

  // On the host element, which outlives the charts in it.
  const target = useEffectEvent(() => gestures);
  useEffect(() => {
    if (host.current === null) return;
    return attachGestures(host.current, { plot: () => chart.current?.over ?? null, target: () => target() });
  }, []);

  useImperativeHandle(
    ref,
    (): UplotChartHandle => ({
      moveCursor(index) {
        if (chart.current !== null) moveCursor(chart.current, index);
      },
      indexAt: (leftPx) => chart.current?.posToVal(leftPx, 'x') ?? 0,
      pricesFor(factor, up) {
        const plot = chart.current;
        if (plot === null) return null;
        const height = plot.over.clientHeight;
        const at = (share: number) => plot.posToVal((share - up) * height, 'price');
        return [at((1 + factor) / 2), at((1 - factor) / 2)];
      },
    }),
    [],
  );

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

/** Shows that the price axis is scaled manually, and resets it. */
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
