/** Presses and keys on the price pane that drawings use. They come before the chart's own gestures and keys. */
import type uPlot from 'uplot';
import { listen } from '../../../shared/browser/listen.ts';
import { isTyping } from '../../../shared/user/settings.ts';
import type { Drawing, DrawnPoint } from '../../../shared/user/drawings.ts';
import { LINK } from '../view/url-state.ts';
import type { DrawingDesk } from './desk.ts';
import { indexOfTime, pointText, type Handle, type PixelPoint } from './shapes.ts';
import {
  draggedTo,
  magnetAtom,
  pixelAt,
  pointAt,
  reachPx,
  stepped,
  type Drag,
  type PendingDrawing,
} from './state.ts';
import { TOOLS } from './tools.ts';

/** A press that moves less places a point or selects; one that moves further drags. */
const DRAG_PX = 6;
const DOUBLE_MS = 500;
const HANDLE_NAMES = { all: 'the whole drawing', 0: 'its first point', 1: 'its second point' } as const;

export function listenForDrawing(charts: HTMLElement, desk: DrawingDesk): () => void {
  const pointer = new DrawingPointer(desk);
  return listen(
    charts,
    {
      pointerdown: (event) => pointer.down(event),
      pointermove: (event) => pointer.move(event),
      pointerup: (event) => pointer.up(event),
      pointercancel: (event) => pointer.up(event),
      click: () => pointer.click(),
      // Keeps a drawing finger from scrolling the page.
      touchstart: (event) => pointer.isDown && event.preventDefault(),
      dblclick: (event) => pointer.stopDouble(event),
    },
    { capture: true },
  );
}

interface Press {
  readonly pointerId: number;
  readonly from: PixelPoint;
  readonly isFirstPoint: boolean;
  readonly drag: Drag | null;
}

class DrawingPointer {
  #press: Press | null = null;
  /** What a finger selects if it taps. It has not grabbed the selected drawing, so if it moves it pans the chart. */
  #tap: { readonly id: string | undefined } | null = null;
  #lastMs = Number.NEGATIVE_INFINITY;
  readonly #desk: DrawingDesk;

  constructor(desk: DrawingDesk) {
    this.#desk = desk;
  }

  get isDown(): boolean {
    return this.#press !== null;
  }

  down(event: PointerEvent): void {
    const { layer, sheet, state } = this.#desk;
    const { chart } = layer;
    this.#tap = null;
    if (this.isDown || chart === null || !layer.contains(event) || !event.isPrimary) return;
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    const from = pixelAt(event, chart);
    const drag = state.placing === null ? this.#grab(event, from) : null;
    // A press beside all drawings, or on a locked one, pans the chart.
    if (state.placing === null && drag === null) return;
    const isFirstPoint = state.placing?.points.length === 0 && TOOLS[state.placing.tool].points === 2;
    if (state.placing !== null) {
      const at = this.#point(event, chart);
      const points = isFirstPoint ? [at] : state.placing.points;
      this.#desk.place({ points, at, isByKey: false });
    }
    this.#press = { pointerId: event.pointerId, from, isFirstPoint, drag };
    this.#lastMs = event.timeStamp;
    sheet.focusChart();
    event.stopPropagation();
    chart.over.setPointerCapture(event.pointerId);
  }

  /** Selects the drawing under the pointer; `null` unless it can be dragged. A finger must have selected it before. */
  #grab({ pointerType }: PointerEvent, from: PixelPoint): Drag | null {
    const hit = this.#desk.layer.hit(from, reachPx(pointerType).press);
    const id = hit?.drawing.id;
    if (pointerType === 'touch' && id !== this.#desk.state.selected?.id) this.#tap = { id };
    else this.#desk.choose(id);
    return hit === null || hit.drawing.locked || this.#tap ? null : { ...hit, from };
  }

  /** Comes after a touch that has neither moved nor been long. */
  click(): void {
    if (this.#tap) this.#desk.choose(this.#tap.id);
    this.#tap = null;
  }

  move(event: PointerEvent): void {
    const { layer } = this.#desk;
    const { chart } = layer;
    const isPressed = this.#press?.pointerId === event.pointerId;
    if (chart === null) return;
    if (isPressed) event.stopPropagation();
    else if (this.isDown || event.pointerType !== 'mouse' || !layer.contains(event)) return;
    const { placing } = this.#desk.state;
    const drag = this.#press?.drag;
    if (placing !== null) {
      chart.over.style.cursor = '';
      if (!isPressed && placing.isByKey) return;
      const at = this.#point(event, chart);
      this.#desk.place({ at, isByKey: false });
    } else if (drag) {
      this.#desk.set({ dragged: this.#dragged(drag, event, chart) });
    } else if (event.buttons === 0) {
      const hit = this.#desk.layer.hit(pixelAt(event, chart), reachPx(event.pointerType).press);
      chart.over.style.cursor = hit === null ? '' : hit.drawing.locked ? 'pointer' : 'move';
    }
  }

  up(event: PointerEvent): void {
    const press = this.#press;
    if (press?.pointerId !== event.pointerId) return;
    event.stopPropagation();
    this.#press = null;
    if (event.type === 'pointerup') this.#release(event, press);
    else if (press.isFirstPoint) this.#desk.place({ points: [], at: null });
    this.#desk.set({ dragged: null });
  }

  #release(event: PointerEvent, { from, isFirstPoint, drag }: Press): void {
    const desk = this.#desk;
    const { chart } = desk.layer;
    if (chart === null) return;
    const pixel = pixelAt(event, chart);
    const hasMoved = Math.hypot(pixel.x - from.x, pixel.y - from.y) > DRAG_PX;
    if (desk.state.placing !== null) {
      // A drag places both points. A press places the first; the next press places the second.
      if (isFirstPoint && !hasMoved) desk.place({ at: null });
      else desk.placePoint(this.#point(event, chart));
    } else if (drag && hasMoved && desk.list.some(({ id }) => id === drag.drawing.id)) {
      const drawing = this.#dragged(drag, event, chart);
      desk.keep(drawing, 'moved');
      desk.sheet.say(`${desk.textOf(drawing)}.`);
    }
  }

  /** Stops the second press of a double click that has used the first: it would reset the view. */
  stopDouble(event: Event): void {
    if (event.timeStamp - this.#lastMs < DOUBLE_MS) event.stopPropagation();
  }

  #point(event: PointerEvent, chart: uPlot): DrawnPoint {
    return pointAt(this.#desk.sheet.series, ...this.#position(event, chart));
  }

  #dragged(drag: Drag, event: PointerEvent, chart: uPlot): Drawing {
    return draggedTo(this.#desk.sheet.series, drag, ...this.#position(event, chart));
  }

  #position(event: PointerEvent, chart: uPlot) {
    const magnetPx = this.#desk.store.get(magnetAtom) ? reachPx(event.pointerType).magnet : -1;
    return [pixelAt(event, chart), chart, magnetPx] as const;
  }
}

/** Delete works from anywhere on the page, the other keys on the chart. */
export function pressDrawingKey(desk: DrawingDesk, event: KeyboardEvent): void {
  const { key, target } = event;
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
  const isOnChart = target.role === 'application';
  const { current } = desk;
  const { placing, selected } = desk.state;
  const isForChart =
    isOnChart &&
    (placing === null
      ? current !== null && selectedKey(desk, event, current, selected?.handle ?? 'all')
      : placingKey(desk, event, placing));
  const isDelete = (key === 'Delete' || key === 'Backspace') && !isForChart && current !== null;
  if (isDelete && !isTyping(target) && document.querySelector('dialog[open]') === null) {
    desk.remove(current);
  } else if (!isForChart) return;
  event.preventDefault();
  event.stopPropagation();
}

function placingKey(desk: DrawingDesk, event: KeyboardEvent, { at }: PendingDrawing): boolean {
  const { series, textContext, say } = desk.sheet;
  if (event.key === 'Escape') {
    desk.cancel();
    return true;
  }
  const isPlace = event.key === 'Enter' || event.key === ' ';
  if (isPlace && at !== null) {
    desk.placePoint(at);
    return true;
  }
  const point = at ?? desk.restPoint();
  const next = isPlace ? point : stepped(series, desk.layer.chart, point, event);
  if (next === null) return false;
  desk.place({ at: next, isByKey: true });
  desk.show(next);
  desk.store.set(LINK.cursorAtom, indexOfTime(series.dates, next.time_seconds));
  say(pointText(next, textContext), true);
  return true;
}

function selectedKey(desk: DrawingDesk, event: KeyboardEvent, drawing: Drawing, handle: Handle): boolean {
  if (event.key === 'Escape') desk.set({ selected: null });
  else if (event.key === 'Enter' && !drawing.locked) {
    const next = handle === 1 || drawing.points.length === 1 ? 'all' : handle === 'all' ? 0 : 1;
    desk.choose(drawing.id, next);
    desk.sheet.say(`Arrow keys now move ${HANDLE_NAMES[next]}.`);
  } else {
    return moveByKey(desk, event, drawing, handle);
  }
  return true;
}

function moveByKey(desk: DrawingDesk, event: KeyboardEvent, drawing: Drawing, handle: Handle): boolean {
  const { layer, sheet } = desk;
  // A line moved as a whole keeps its slope beyond the bars.
  const isWhole = handle === 'all' && drawing.points.length > 1;
  const points = drawing.points.flatMap((point, i) =>
    handle === 'all' || handle === i
      ? (stepped(sheet.series, layer.chart, point, event, isWhole) ?? [])
      : point,
  );
  if (points.length < drawing.points.length) return false;
  if (!desk.isFree(drawing)) return true;
  const next = { ...drawing, points };
  const hasSameTimes = points.every(({ time_seconds: time }, i) => time === drawing.points[i]?.time_seconds);
  // The chart pans to another bar, but not to another price.
  if (hasSameTimes && layer.placed([next]).length === 0) {
    desk.sheet.say('Edge of the chart.');
    return true;
  }
  desk.keep(next, 'moved', `${drawing.id} ${handle}`);
  desk.show(points[handle === 1 ? 1 : 0]);
  desk.sheet.say(desk.textOf(next), true);
  return true;
}
