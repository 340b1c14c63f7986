import uPlot from 'uplot';
import type { Store } from '../../store.ts';
import { chartOptions } from './chart-options.ts';
import {
  readChartTheme,
  type ChartColumn,
  type ChartSpec,
  type ChartTheme,
  type GestureTarget,
  type LiveChart,
  type PriceSpan,
} from './chart-spec.ts';
import { cursorSession } from './crosshair.ts';
import { isInMotion } from './motion.ts';
import { inView, type ChartLink } from './use-viewport.ts';

type Placement = Pick<LiveChart, 'from' | 'to' | 'prices'>;

/** What a chart shows. */
export interface PlotContent extends Omit<
  LiveChart,
  'theme' | 'pixelRatio' | 'labels' | 'onCursor' | keyof Placement
> {
  /** One per series of the spec, each as long as `dates`. */
  readonly columns: readonly ChartColumn[];
  readonly heightPx: number;
  /** What the chart's atoms say now. */
  readonly placement: () => Placement;
}

/** Numbers are viewed, so that a frame of panning copies none. */
function windowOf(column: ChartColumn, from: number, to: number) {
  return column instanceof Float64Array ? column.subarray(from, to) : column.slice(from, to);
}

/** The position at which uPlot hides the crosshair. */
const OFF_CHART = { left: -10, top: -10 };

/** The only creator of uPlot charts. A new spec needs a new one; new data, formats, themes and sizes change it in place. */
export class LivePlot implements LiveChart, PlotContent {
  declare readonly columns: readonly ChartColumn[];
  declare readonly heightPx: number;
  declare readonly placement: () => Placement;
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
  readonly #link: ChartLink;
  #plot: uPlot | null = null;
  #indices = new Float64Array();
  /** The visible part; x is the session's index in the whole series. */
  #data: uPlot.AlignedData = [this.#indices];
  #spec: ChartSpec | null = null;
  #themeName = '';
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

  show(content: PlotContent): void {
    const plot = this.#plot;
    const isNew = (name: keyof PlotContent) => this[name] !== content[name];
    const hasNewHeight = isNew('heightPx');
    const hasNewLook = (['dates', 'annotations', 'format', 'formatAxis'] as const).some(isNew);
    const hasNewData = (['columns', 'annotations'] as const).some(isNew);
    if (isNew('dates')) this.#indices = content.dates.map((_date, index) => index);
    Object.assign(this, content);
    if (hasNewHeight) plot?.setSize({ width: plot.width, height: content.heightPx });
    else if (hasNewLook) plot?.redraw(false, true);
    this.#place(hasNewData);
  }

  #place(hasNewData: boolean): void {
    const { from, to, prices } = this.placement();
    if (!hasNewData && from === this.from && to === this.to && prices === this.prices) return;
    Object.assign(this, { from, to, prices });
    // New prices, and layers to cover, are set as data, because uPlot's own redraw would widen the time axis.
    this.#data = [
      this.#indices.subarray(from, to),
      ...this.columns.map((column) => windowOf(column, from, to)),
    ];
    this.#plot?.setData(this.#data);
    this.#showCursor();
  }

  mount(host: HTMLElement, spec: ChartSpec): () => void {
    this.host = host;
    this.#spec = spec;
    const size = { width: host.clientWidth, height: this.heightPx };
    const resize = new ResizeObserver(() => {
      const width = host.clientWidth;
      if (width !== plot.width) plot.setSize({ width, height: plot.height });
    });
    const data = this.#data;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plot = new uPlot(chartOptions(spec, size, this), data, (made, draw) => {
      host.append(made.root);
      const start = () => {
        draw();
        this.#plot = made;
        if (this.#data !== data) made.setData(this.#data);
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

  /** Follows the link's view and crosshair until the returned function is called. */
  follow(): () => void {
    const { viewAtom, pricesAtom, cursorAtom } = this.#link;
    // At rest React renders what it then shows.
    const place = () => isInMotion() && this.#place(false);
    const stops = [
      this.#store.sub(viewAtom, place),
      this.#store.sub(pricesAtom, place),
      this.#store.sub(cursorAtom, () => this.#showCursor()),
    ];
    this.#showCursor();
    return () => stops.forEach((stop) => stop());
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
