import type { ReadoutItem } from './session-facts.ts';
import type { GestureTarget } from './chart-spec.ts';
import type { LivePlot } from './live-plot.ts';
import { endMotion } from './motion.ts';
import { ZOOM_IN_FACTOR, ZOOM_OUT_FACTOR } from './use-viewport.ts';

/** The chart that a key acts on. Sessions count in the whole series. */
export interface KeyTarget extends GestureTarget {
  readonly plot: Pick<LivePlot, 'cursor' | 'moveCursor' | 'from' | 'to'>;
  readonly say: (text: string, isDebounced: boolean) => void;
  readonly readout: (index: number) => readonly ReadoutItem[];
  /** The session that a key starts from without a crosshair. */
  readonly resting: number;
  /** Number of sessions with data. */
  readonly total: number;
  /** Label of the series that is read; `null` while all are. */
  readonly series: string | null;
  readonly setSeries: (series: string | null) => void;
}

type Press = (chart: KeyTarget) => unknown;

const PAGE_STEP = 10;
/** Share of the visible price range. */
const LIFT_SHARE = 0.1;

const KEYS: Readonly<Record<string, Press>> = {
  ArrowLeft: step(-1),
  ArrowRight: step(1),
  ArrowDown: readNext(1),
  ArrowUp: readNext(-1),
  Enter: (chart) => read(chart, null),
  PageUp: step(-PAGE_STEP),
  PageDown: step(PAGE_STEP),
  Home: (chart) => moveTo(chart, chart.plot.from),
  End: (chart) => moveTo(chart, Math.min(chart.plot.to, chart.total) - 1),
  '+': zoom(ZOOM_IN_FACTOR),
  '=': zoom(ZOOM_IN_FACTOR),
  '-': zoom(ZOOM_OUT_FACTOR),
  '0': (chart) => chart.isZoomable && chart.reset('plot'),
  a: (chart) => chart.ownsPage && chart.reset('prices'),
  Escape: leaveChart,
};

const SHIFT_KEYS: typeof KEYS = {
  ArrowLeft: (chart) => chart.isZoomable && chart.pan(PAGE_STEP),
  ArrowRight: (chart) => chart.isZoomable && chart.pan(-PAGE_STEP),
  ArrowDown: scalePrices(ZOOM_OUT_FACTOR, 0),
  ArrowUp: scalePrices(ZOOM_IN_FACTOR, 0),
  PageUp: scalePrices(1, LIFT_SHARE),
  PageDown: scalePrices(1, -LIFT_SHARE),
};

/** Does what a key means. False if it means nothing on this chart, so that the page gets it. */
export function pressKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, chart: KeyTarget) {
  const press = (shiftKey ? SHIFT_KEYS[key] : undefined) ?? KEYS[key];
  endMotion();
  return press !== undefined && press(chart) !== false;
}

export function leaveChart({ setSeries, plot }: KeyTarget): void {
  setSeries(null);
  plot.moveCursor(null);
}

function step(by: number): Press {
  return (chart) => {
    const { cursor } = chart.plot;
    moveTo(chart, cursor === null ? chart.resting : cursor + by);
  };
}

function moveTo(chart: KeyTarget, wanted: number): void {
  const { isZoomable, total, plot } = chart;
  const { from, to } = plot;
  const [first, after] = isZoomable ? [0, total] : [from, Math.min(to, total)];
  const index = Math.min(Math.max(wanted, first), after - 1);
  const visible = Math.min(Math.max(index, from), to - 1);
  // Beyond the edge the view pans and the crosshair stays at the edge.
  if (index !== visible) chart.pan(visible - index);
  plot.moveCursor(visible);
  speak(chart, index, chart.series);
}

function zoom(factor: number): Press {
  return (chart) => chart.isZoomable && chart.zoom(factor, chart.plot.cursor ?? chart.resting);
}

/** Scales the price axis by `factor` and lifts it by `up`, a share of its range. */
function scalePrices(factor: number, up: number): Press {
  return ({ ownsPage, setPrices, say }) => {
    if (!ownsPage) return false;
    setPrices(factor, up);
    return say('Price axis scaled manually. Press A to fit it again.', true);
  };
}

function readNext(by: 1 | -1): Press {
  return (chart) => {
    const { plot, resting, series } = chart;
    const names = chart.readout(plot.cursor ?? resting).flatMap((fact) => (fact.isPlain ? [] : [fact.label]));
    const at = series === null ? (by === 1 ? -1 : names.length) : names.indexOf(series);
    read(chart, names[(at + by + names.length) % names.length] ?? null);
  };
}

function read(chart: KeyTarget, only: string | null): void {
  const index = chart.plot.cursor ?? chart.resting;
  chart.setSeries(only);
  chart.plot.moveCursor(index);
  speak(chart, index, only);
}

function speak({ readout, say }: KeyTarget, index: number, only: string | null): void {
  const facts = readout(index).filter((fact) => only === null || fact.isPlain || fact.label === only);
  say(facts.map((fact) => (fact.isPlain ? fact.value : `${fact.label} ${fact.value}`)).join(', '), true);
}
