import uPlot from 'uplot';
import type { Store } from '../../store.ts';
import { afterNextPaint } from '../browser/first-screen.ts';
import { listen } from '../browser/listen.ts';
import { chartOptions } from './chart-options.ts';
import {
  FORCED_COLORS,
  readChartTheme,
  type ChartColumn,
  type ChartSpec,
  type ChartTheme,
  type LiveChart,
  type PriceSpan,
} from './chart-spec.ts';
import { cursorSession } from './crosshair.ts';
import { isInMotion } from './motion.ts';
import { inView, type ChartLink } from './use-viewport.ts';

type Placement = Pick<LiveChart, 'from' | 'to' | 'prices'>;

export interface PlotContent extends Omit<
  LiveChart,
  'theme' | 'pixelRatio' | 'labels' | 'onCursor' | keyof Placement
> {
  /** One per series of the spec, each as long as `dates`. */
  readonly columns: readonly ChartColumn[];
  readonly heightPx: number;
  /** A new spec creates a new uPlot chart in the same element; view, crosshair and gestures stay. */
  readonly spec: ChartSpec;
  readonly themeName: string;
  /** What the chart's atoms say now. */
  readonly placement: () => Placement;
}

/** All that a chart draws. Other dates come with other columns, and another format with other axis labels. */
const CONTENT = ['spec', 'columns', 'heightPx', 'annotations', 'formatAxis', 'themeName'] as const;
const DRAWN = [...CONTENT, 'from', 'to', 'prices'] as const;

/** The position at which uPlot hides the crosshair. */
const OFF_CHART = { left: -10, top: -10 };
/** Changes that follow each other sooner are a run, such as those of a held key or of a replay. */
const RUN_MS = 300;

/** Has what it was given last by {@link LivePlot.show}. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- nothing draws before the first `show`
export interface LivePlot extends PlotContent, Placement {}

/** The only creator of uPlot charts. A new spec needs a new one; new data, formats, themes and sizes change it in place. */
export class LivePlot implements LiveChart {
  declare host: HTMLElement;
  readonly placement: PlotContent['placement'] = () => this;
  readonly labels: LiveChart['labels'] = [];
  /** The session under the crosshair, if it is on screen. */
  cursor: number | null = null;
  readonly #store: Store;
  readonly #link: ChartLink;
  #plot: uPlot | null = null;
  #indices = new Float64Array();
  #waiting: (PlotContent & Placement) | null = null;
  #stopWaiting?: () => void;
  #changedAtMs = -Infinity;
  #unmount?: () => void;
  #theme: ChartTheme | null = null;

  /** Shows the link's view, and its session with the crosshair; writes the session under the pointer. */
  constructor(store: Store, link: ChartLink) {
    this.#store = store;
    this.#link = link;
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
    this.#store.set(this.#link.cursorAtom, index);
  }

  /**
   * Shows content in an element. What stands beside the chart is painted first, so that a press is answered sooner; the chart
   * follows in a task of its own. A run of changes is drawn at once, and so is a zoom or pan, which is its own answer.
   */
  show(host: HTMLElement, content: PlotContent): void {
    this.host = host;
    const before = this.#waiting ?? this;
    const was = { ...before, ...before.placement() };
    const next = { ...content, ...content.placement() };
    const isNew = DRAWN.some((name) => next[name] !== was[name]);
    const isRun = performance.now() < this.#changedAtMs + RUN_MS;
    if (isNew) this.#changedAtMs = performance.now();
    this.#waiting = next;
    const mayWait = !isRun && (this.#plot?.status || next.spec.isDrawnLater);
    if (isNew && mayWait) this.#stopWaiting = afterNextPaint(this.#draw);
    else if (isNew || before === this) this.#draw();
  }

  /** Draws what waits, and where the chart's atoms place it. */
  readonly #draw = (): void => {
    const content: PlotContent = this.#waiting ?? this;
    const next = { ...content, ...content.placement() };
    const isNew = (name: keyof typeof next) => this[name] !== next[name];
    this.#stopWaiting?.();
    this.#waiting = null;
    if (isNew('spec')) this.#unmount?.();
    const plot = this.#plot;
    const hasChanged = DRAWN.some(isNew);
    if (isNew('dates')) this.#indices = next.dates.map((_date, index) => index);
    if (isNew('themeName')) this.#theme = null;
    if (isNew('heightPx')) plot?.setSize({ width: plot.width, height: next.heightPx });
    Object.assign(this, next);
    if (hasChanged) {
      plot?.redraw(false, true);
      // Even without new data, because uPlot's own redraw would widen the time axis.
      plot?.setData(this.#data());
      this.#showCursor();
    }
    if (plot === null) this.#mount();
  };

  /** The visible part. Numbers are viewed, so that a frame of panning copies none. */
  #data(): uPlot.AlignedData {
    const { from, to } = this;
    const columns = this.columns.map((column) =>
      column instanceof Float64Array ? column.subarray(from, to) : column.slice(from, to),
    );
    return [this.#indices.subarray(from, to), ...columns];
  }

  #mount(): void {
    const { host, heightPx: height } = this;
    const options = chartOptions(this.spec, { width: host.clientWidth, height }, this);
    const plot = new uPlot(options, this.#data(), host);
    const resize = new ResizeObserver(() => {
      if (host.clientWidth !== plot.width) plot.setSize({ width: host.clientWidth, height: plot.height });
    });
    resize.observe(host);
    this.#plot = plot;
    if (this.cursor !== null) this.moveCursor(this.cursor);
    this.#unmount = () => {
      resize.disconnect();
      plot.destroy();
      this.#plot = null;
    };
  }

  /** Follows the link's view and crosshair until the returned function is called, which destroys the chart. */
  follow(): () => void {
    const { viewAtom, pricesAtom, cursorAtom } = this.#link;
    // At rest React renders what it then shows.
    const place = () => isInMotion() && this.#plot && this.#draw();
    const repaint = () => {
      this.#theme = null;
      this.#plot?.redraw(false, true);
    };
    const stops = [
      listen(matchMedia(FORCED_COLORS), { change: repaint }),
      // The document uses the light theme for printing.
      listen(window, { beforeprint: repaint, afterprint: repaint }),
      this.#store.sub(viewAtom, place),
      this.#store.sub(pricesAtom, place),
      this.#store.sub(cursorAtom, () => this.#showCursor()),
    ];
    this.#showCursor();
    return () => {
      stops.forEach((stop) => stop());
      this.#stopWaiting?.();
      this.#waiting = null;
      this.#unmount?.();
    };
  }

  /** Puts the crosshair at the atom's session, if that is in view. */
  #showCursor(): void {
    const next = inView(this.#store.get(this.#link.cursorAtom), this);
    if (next === this.cursor) return;
    this.cursor = next;
    // Only if another chart moved it, or its bar left the view; under the pointer it is already in place.
    if (this.#plot !== null && cursorSession(this.#plot) !== next) this.moveCursor(next, OFF_CHART.top);
  }

  /** Moves the crosshair to a session of the whole series, if it is on screen, by default at its price; `null` hides it. */
  moveCursor(index: number | null, topPx?: number): void {
    const plot = this.#plot;
    if (plot === null || index === null) return plot?.setCursor(OFF_CHART);
    const [price] = (this.spec.cursorSeries ?? [1, 2]).flatMap(
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
