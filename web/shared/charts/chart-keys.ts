/** Keys on a focused chart: what they do to crosshair and view, and what a screen reader then hears. */
import type { ReadoutItem } from './chart-parts.tsx';
import type { ChartPart } from './gestures.ts';
import type { LinkedPlot } from './use-linked-plot.ts';
import { ZOOM_IN_FACTOR, ZOOM_OUT_FACTOR } from './use-viewport.ts';

/** The action of a key on a focused chart. Steps are in sessions. */
type ChartKeyAction =
  | { readonly do: 'move'; readonly by: number }
  | { readonly do: 'edge'; readonly at: 'first' | 'last' }
  /** Reads the next or previous series. */
  | { readonly do: 'series'; readonly by: 1 | -1 }
  | { readonly do: 'read' }
  | { readonly do: 'zoom'; readonly factor: number }
  | { readonly do: 'pan'; readonly by: number }
  /** Scales the price axis by `factor` and lifts it by `up`, a share of its range. */
  | { readonly do: 'prices'; readonly factor: number; readonly up: number }
  | { readonly do: 'reset'; readonly part: ChartPart }
  | { readonly do: 'leave' };

const PAGE_STEP = 10;
/** Share of the visible price range. */
const LIFT_SHARE = 0.1;

const KEYS: Readonly<Record<string, ChartKeyAction>> = {
  ArrowLeft: { do: 'move', by: -1 },
  ArrowRight: { do: 'move', by: 1 },
  ArrowDown: { do: 'series', by: 1 },
  ArrowUp: { do: 'series', by: -1 },
  Enter: { do: 'read' },
  PageUp: { do: 'move', by: -PAGE_STEP },
  PageDown: { do: 'move', by: PAGE_STEP },
  Home: { do: 'edge', at: 'first' },
  End: { do: 'edge', at: 'last' },
  '+': { do: 'zoom', factor: ZOOM_IN_FACTOR },
  '=': { do: 'zoom', factor: ZOOM_IN_FACTOR },
  '-': { do: 'zoom', factor: ZOOM_OUT_FACTOR },
  '0': { do: 'reset', part: 'plot' },
  a: { do: 'reset', part: 'prices' },
  Escape: { do: 'leave' },
};

const SHIFT_KEYS: typeof KEYS = {
  ArrowLeft: { do: 'pan', by: PAGE_STEP },
  ArrowRight: { do: 'pan', by: -PAGE_STEP },
  ArrowDown: { do: 'prices', factor: ZOOM_OUT_FACTOR, up: 0 },
  ArrowUp: { do: 'prices', factor: ZOOM_IN_FACTOR, up: 0 },
  PageUp: { do: 'prices', factor: 1, up: LIFT_SHARE },
  PageDown: { do: 'prices', factor: 1, up: -LIFT_SHARE },
};

/** The action of a key press; `null` if the chart does not use the key. */
export function chartKeyAction(key: string, isShift: boolean): ChartKeyAction | null {
  return (isShift ? SHIFT_KEYS[key] : undefined) ?? KEYS[key] ?? null;
}

/** The chart that a key acts on. Sessions count in the whole series. */
export interface KeyTarget extends Omit<LinkedPlot, 'plot'>, Pick<LinkedPlot['plot'], 'from' | 'to'> {
  readonly moveCursor: (index: number | null) => void;
  readonly say: (text: string, isDebounced: boolean) => void;
  readonly readout: (index: number) => readonly ReadoutItem[];
  /** The session that a key starts from without a crosshair. */
  readonly resting: number;
  /** Number of sessions with data. */
  readonly total: number;
  readonly isZoomable: boolean;
  /** Label of the series that is read; `null` while all are. */
  readonly series: string | null;
  readonly setSeries: (series: string | null) => void;
}

/** Does what a key means on this chart. False if it means nothing, so that the page gets it. */
export function pressKey({ key, shiftKey }: KeyPress, chart: KeyTarget): boolean {
  const action = chartKeyAction(key, shiftKey);
  if (action === null || !isPossible(action, chart)) return false;
  const { resting, from } = chart;
  const shown = chart.cursor();
  if (action.do === 'move') moveTo(chart, shown === null ? resting : shown + action.by);
  else if (action.do === 'series') readNext(chart, action.by);
  else if (action.do === 'read') read(chart, null);
  else if (action.do === 'edge') moveTo(chart, action.at === 'first' ? from : endOf(chart) - 1);
  else if (action.do === 'zoom') chart.zoom(action.factor, shown ?? resting);
  else if (action.do === 'pan') chart.pan(action.by);
  else if (action.do === 'prices') scalePrices(chart, action);
  else if (action.do === 'reset') chart.reset(action.part);
  else leaveChart(chart);
  return true;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey'>;

function isPossible(action: ChartKeyAction, { isZoomable, ownsPage }: KeyTarget): boolean {
  if (action.do === 'prices' || (action.do === 'reset' && action.part === 'prices')) return ownsPage;
  return isZoomable || !['zoom', 'pan', 'reset'].includes(action.do);
}

/** Hides the crosshair; the next key reads all series again. */
export function leaveChart({ setSeries, moveCursor }: KeyTarget): void {
  setSeries(null);
  moveCursor(null);
}

/** The first session after those in view that have data. */
function endOf({ to, total }: KeyTarget): number {
  return Math.min(to, total);
}

function moveTo(chart: KeyTarget, wanted: number): void {
  const { isZoomable, total, from, to } = chart;
  const [first, after] = isZoomable ? [0, total] : [from, endOf(chart)];
  const index = Math.min(Math.max(wanted, first), after - 1);
  const visible = Math.min(Math.max(index, from), to - 1);
  // Beyond the edge the view pans and the crosshair stays at the edge.
  if (index !== visible) chart.pan(visible - index);
  chart.moveCursor(visible);
  speak(chart, index, chart.series);
}

function readNext(chart: KeyTarget, by: 1 | -1): void {
  const { cursor, resting, series } = chart;
  const names = chart.readout(cursor() ?? resting).flatMap((fact) => (fact.isPlain ? [] : [fact.label]));
  const at = series === null ? (by === 1 ? -1 : names.length) : names.indexOf(series);
  read(chart, names[(at + by + names.length) % names.length] ?? null);
}

function read(chart: KeyTarget, only: string | null): void {
  const index = chart.cursor() ?? chart.resting;
  chart.setSeries(only);
  chart.moveCursor(index);
  speak(chart, index, only);
}

function scalePrices({ setPrices, say }: KeyTarget, { factor, up }: { factor: number; up: number }): void {
  setPrices(factor, up);
  say('Price axis scaled manually. Press A to fit it again.', true);
}

function speak({ readout, say }: KeyTarget, index: number, only: string | null): void {
  const facts = readout(index).filter((fact) => only === null || fact.isPlain || fact.label === only);
  say(facts.map((fact) => (fact.isPlain ? fact.value : `${fact.label} ${fact.value}`)).join(', '), true);
}
