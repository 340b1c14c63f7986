import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useFormat } from '../format/use-format.ts';
import type { Store } from '../../store.ts';
import { useSettings } from '../user/settings.ts';
import { useTheme } from '../user/theme.tsx';
import { chartOptions } from './chart-options.ts';
import {
  FORCED_COLORS,
  readChartTheme,
  type ChartColumn,
  type ChartSpec,
  type ChartTheme,
  type GestureTarget,
  type LiveChart,
  type PriceSpan,
} from './chart-spec.ts';
import { cursorSession } from './crosshair.ts';
import { inView, type ChartLink } from './use-viewport.ts';
import styles from './chart-figure.module.css';
import { classNames } from '../ui/button.tsx';
import { listen } from '../browser/listen.ts';

export interface UplotChartProps extends Omit<PlotContent, 'data' | 'format'> {
  readonly plot: LivePlot;
  /** A new spec creates a new uPlot chart in the same element; view, crosshair and gestures stay. */
  readonly spec: ChartSpec;
  /** One per series of the spec, each as long as `dates`. */
  readonly columns: readonly ChartColumn[];
}

/** Numbers are viewed, so that a frame of panning copies none. */
function windowOf(column: ChartColumn, from: number, to: number) {
  return column instanceof Float64Array ? column.subarray(from, to) : column.slice(from, to);
}

export function UplotChart(props: UplotChartProps) {
  const { plot, spec, dates, columns, from, to, heightPx, gestures, prices } = props;
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
  const themeName = `${useTheme().theme} ${useSettings().palette}`;

  // In this order: a new spec's chart begins with the new content.
  useLayoutEffect(() => plot.show({ ...props, format, data }));
  useLayoutEffect(() => (host.current === null ? undefined : plot.mount(host.current, spec)), [plot, spec]);
  useLayoutEffect(() => plot.followCursor({ from, to }), [plot, from, to]);
  // Not a layout effect, because the style sheets must apply the new theme first.
  useEffect(() => plot.setTheme(themeName), [plot, themeName]);
  useEffect(() => {
    const repaint = () => plot.repaint();
    const stops = [
      listen(matchMedia(FORCED_COLORS), { change: repaint }),
      // The document uses the light theme for printing.
      listen(window, { beforeprint: repaint, afterprint: repaint }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [plot]);

  return (
    <>
      <div
        ref={host}
        className={classNames(styles.plot, gestures.ownsPage && styles.axes)}
        aria-hidden="true"
        style={{ height: heightPx }}
      />
      {prices !== null && (
        <button
          type="button"
          className={styles.auto}
          title="Fit the price axis automatically"
          onClick={({ currentTarget }) => {
            // The button disappears, so the focus moves to the chart.
            currentTarget.closest('figure')?.querySelector<HTMLElement>('[role="application"]')?.focus();
            gestures.reset('prices');
          }}
        >
          Auto
        </button>
      )}
    </>
  );
}

/** What a chart shows; `data` is the visible part, whose x is the session's index in the whole series. */
interface PlotContent extends Omit<LiveChart, 'theme' | 'pixelRatio' | 'labels' | 'onCursor'> {
  readonly data: uPlot.AlignedData;
  readonly heightPx: number;
}

/** The position at which uPlot hides the crosshair. */
const OFF_CHART = { left: -10, top: -10 };

/** The only creator of uPlot charts. A new spec needs a new one; new data, formats, themes and sizes change it in place. */
export class LivePlot implements LiveChart, PlotContent {
  declare readonly data: uPlot.AlignedData;
  declare readonly heightPx: number;
  declare readonly dates: LiveChart['dates'];
  declare readonly from: number;
  declare readonly to: number;
  declare readonly annotations: LiveChart['annotations'];
  declare readonly format: LiveChart['format'];
  declare readonly formatAxis: LiveChart['formatAxis'];
  declare readonly prices: LiveChart['prices'];
  declare readonly gestures: GestureTarget;
  declare host: HTMLElement;
  readonly labels: LiveChart['labels'] = [];
  /** The session under the crosshair, if it is on screen. */
  cursor: number | null = null;
  readonly #store: Store;
  readonly #cursorAtom: ChartLink['cursorAtom'];
  #plot: uPlot | null = null;
  #spec: ChartSpec | null = null;
  #themeName = '';
  #theme: ChartTheme | null = null;

  /** Shows the atom's session with its crosshair, and writes the one under the pointer. */
  constructor(store: Store, cursorAtom: ChartLink['cursorAtom']) {
    this.#store = store;
    this.#cursorAtom = cursorAtom;
  }

  get theme(): ChartTheme {
    this.#theme ??= readChartTheme(this.host);
    return this.#theme;
  }

  get pixelRatio(): number {
    return uPlot.pxRatio;
  }

  /** The plotting area, which another spec replaces. */
  get area(): HTMLElement | null {
    return this.#plot?.over ?? null;
  }

  onCursor(index: number | null): void {
    this.#store.set(this.#cursorAtom, index);
  }

  show(content: PlotContent): void {
    const plot = this.#plot;
    const isNew = (name: keyof PlotContent) => this[name] !== content[name];
    const hasNewHeight = isNew('heightPx');
    const hasNewLook = (['dates', 'annotations', 'format', 'formatAxis'] as const).some(isNew);
    // New prices, and layers to cover, are set as data, because uPlot's own redraw would widen the time axis.
    const hasNewData = (['data', 'prices', 'annotations'] as const).some(isNew);
    Object.assign(this, content);
    if (hasNewHeight) plot?.setSize({ width: plot.width, height: content.heightPx });
    else if (hasNewLook) plot?.redraw(false, true);
    if (hasNewData) plot?.setData(content.data);
  }

  mount(host: HTMLElement, spec: ChartSpec): () => void {
    this.host = host;
    this.#spec = spec;
    const size = { width: host.clientWidth, height: this.heightPx };
    const resize = new ResizeObserver(() => {
      const width = host.clientWidth;
      if (width !== plot.width) plot.setSize({ width, height: plot.height });
    });
    const { data } = this;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plot = new uPlot(chartOptions(spec, size, this), data, (made, draw) => {
      host.append(made.root);
      const start = () => {
        draw();
        this.#plot = made;
        if (this.data !== data) made.setData(this.data);
        if (this.cursor !== null) this.moveCursor(this.cursor);
        resize.observe(host);
      };
      if (spec.isDrawnLater) timer = setTimeout(start);
      else start();
    });
    return () => {
      clearTimeout(timer);
      resize.disconnect();
      plot.destroy();
      this.#plot = null;
    };
  }

  setTheme(name: string): void {
    if (this.#themeName !== '' && name !== this.#themeName) this.repaint();
    this.#themeName = name;
  }

  repaint(): void {
    this.#theme = null;
    this.#plot?.redraw(false, true);
  }

  /** Keeps the crosshair at the atom's session, while that is in view, until the returned function is called. */
  followCursor(view: { readonly from: number; readonly to: number }): () => void {
    const follow = () => {
      const next = inView(this.#store.get(this.#cursorAtom), view);
      if (next === this.cursor) return;
      this.cursor = next;
      // Only if another chart moved it, or its bar left the view; under the pointer it is already in place.
      if (this.#plot !== null && cursorSession(this.#plot) !== next) this.moveCursor(next, OFF_CHART.top);
    };
    follow();
    return this.#store.sub(this.#cursorAtom, follow);
  }

  /** Moves the crosshair to a session of the whole series, if it is on screen, by default at its price; `null` hides it. */
  moveCursor(index: number | null, topPx?: number): void {
    const plot = this.#plot;
    if (plot === null || index === null) return plot?.setCursor(OFF_CHART);
    const [price] = (this.#spec?.cursorSeries ?? [1, 2]).flatMap(
      (series) => plot.data[series]?.[index - this.from] ?? [],
    );
    const priceTop = price === undefined ? OFF_CHART.top : plot.valToPos(price, 'price');
    plot.setCursor({ left: plot.valToPos(index, 'x'), top: topPx ?? priceTop });
  }

  /** The session at a horizontal position in the plotting area, in CSS pixels. */
  indexAt(leftPx: number): number {
    return this.#plot?.posToVal(leftPx, 'x') ?? 0;
  }

  /** The price span after scaling the visible one by `factor` and lifting it by `up`, a share of the plot's height. */
  pricesFor(factor: number, up: number): PriceSpan | null {
    const plot = this.#plot;
    if (plot === null) return null;
    const height = plot.over.clientHeight;
    const at = (share: number) => plot.posToVal((share - up) * height, 'price');
    return [at((1 + factor) / 2), at((1 - factor) / 2)];
  }
}
