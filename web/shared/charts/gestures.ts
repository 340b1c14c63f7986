import { listen } from '../browser/listen.ts';
import type { ChartPart, GestureTarget } from './chart-spec.ts';
import { endMotion, holdTexts, startMotion } from './motion.ts';
import type { LivePlot } from './live-plot.ts';

const WHEEL_ZOOM_RATE = 0.0015;
/** A trackpad reports a pinch as Ctrl+wheel with small deltas. */
const PINCH_ZOOM_RATE = 0.01;
/** A real wheel with Ctrl held has larger deltas. */
const MAX_PINCH_PX = 20;
/** Dragging an axis this far doubles or halves its range. */
const AXIS_DOUBLING_PX = 140;
const DOUBLE_TAP_MS = 300;
const TAP_SLOP_PX = 8;
/** A finger that rests this long before it moves inspects instead of panning. */
const HOLD_MS = 350;

/** A finger that rests this long before it leaves does not glide. */
const GLIDE_START_MS = 60;
const GLIDE_KEPT_PER_MS = 0.996;
const MIN_GLIDE_PX_PER_MS = 0.05;

type GesturedPlot = Pick<LivePlot, 'host' | 'area' | 'prices' | 'gestures' | 'moveCursor' | 'indexAt'>;

const CURSORS = { plot: '', prices: 'ns-resize', times: 'ew-resize' } as const;

/** The factor of an axis' range after a drag by `px`; 1 at 0. */
export function axisFactor(px: number): number {
  return 2 ** (px / AXIS_DOUBLING_PX);
}

type Turn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** The action of a wheel event: a pan in pixels to the right, or a zoom factor. */
export function wheelAction({ deltaX, deltaY, ctrlKey, metaKey, shiftKey }: Turn) {
  if (Math.abs(deltaX) > Math.abs(deltaY)) return { do: 'pan', px: -deltaX } as const;
  if (shiftKey) return { do: 'pan', px: -deltaY } as const;
  const pinchPx = Math.min(Math.max(deltaY, -MAX_PINCH_PX), MAX_PINCH_PX);
  const exponent = ctrlKey || metaKey ? pinchPx * PINCH_ZOOM_RATE : deltaY * WHEEL_ZOOM_RATE;
  return { do: 'zoom', factor: Math.exp(exponent) } as const;
}

interface Place {
  readonly left: number;
  readonly top: number;
}

function distance(a: Place, b: Place): number {
  return Math.hypot(a.left - b.left, a.top - b.top);
}

/** Pixels between two fingers: at least one, so that two on one spot do not zoom infinitely. */
function apart([a, b]: readonly Place[]): number {
  return a && b ? Math.max(distance(a, b), 1) : 1;
}

function middle([a, b]: readonly Place[]): number {
  return a && b ? (a.left + b.left) / 2 : 0;
}

/**
 * - A mouse drag pans. Dragging an axis scales it.
 * - One finger inspects while the page keeps its vertical scroll (`touch-action: pan-y`), or pans if the chart owns the page. Two
 *   fingers zoom and pan.
 * - The wheel zooms with Ctrl or ⌘ held, as a trackpad pinch does, or if the chart owns the page or has the focus. Sideways or with
 *   Shift it pans.
 * - A double click or double tap resets the view.
 */
export class Gestures {
  readonly #plot: GesturedPlot;
  readonly #pointers = new Map<number, Place>();
  /** Two fingers as of the last frame. */
  #fingers: readonly Place[] = [];
  #isPinchDue = false;
  #lastTapMs = 0;
  #down = { place: { left: 0, top: 0 }, part: 'plot' as ChartPart, ms: 0 };
  /** Whether a single pointer inspects or pans; decided when it first moves. */
  #isInspecting: boolean | null = null;
  /** Speed of a panning finger, and the time of its last move; the view goes on with it after the finger has left. */
  #glide = { pxPerMs: 0, atMs: 0 };

  constructor(plot: GesturedPlot) {
    this.#plot = plot;
  }

  get #target(): GestureTarget {
    return this.#plot.gestures;
  }

  #setPrices(factor: number, up: number): void {
    startMotion();
    this.#target.setPrices(factor, up);
  }

  listen(): () => void {
    const { host } = this.#plot;
    host.style.touchAction = 'pan-y';
    return listen(host, {
      pointerdown: (event) => this.#onDown(event),
      pointermove: (event) => this.#onMove(event),
      mousemove: holdTexts,
      pointerup: (event) => this.#onUp(event),
      pointercancel: (event) => this.#onUp(event),
      // The plot captures presses, so it is the event's target even on an axis.
      dblclick: (event) => this.#partAt(event) !== null && this.#target.reset(this.#down.part),
      wheel: (event) => this.#onWheel(event),
      // Keeps two fingers from scrolling the page.
      touchstart: (event) => event.touches.length > 1 && event.preventDefault(),
    });
  }

  #placeOf(event: MouseEvent): Place {
    const box = (this.#plot.area ?? this.#plot.host).getBoundingClientRect();
    return { left: event.clientX - box.left, top: event.clientY - box.top };
  }

  #partAt(event: MouseEvent): ChartPart | null {
    const { area } = this.#plot;
    if (area === null || !(event.target instanceof Node)) return null;
    if (area.contains(event.target)) return 'plot';
    if (!this.#target.ownsPage) return null;
    const { left, top } = this.#placeOf(event);
    return left >= area.clientWidth ? 'prices' : top >= area.clientHeight ? 'times' : null;
  }

  #inspect({ left, top }: Place): void {
    this.#plot.moveCursor(Math.round(this.#plot.indexAt(left)), top);
    holdTexts();
  }

  #zoom(factor: number, leftPx: number): void {
    startMotion();
    this.#target.zoom(factor, this.#plot.indexAt(leftPx));
  }

  /** Moves by pixels to the right, and down by a share of the plot's height. */
  #pan(byPx: number, downShare: number, isGlide = false): void {
    startMotion();
    this.#target.pan(this.#plot.indexAt(byPx) - this.#plot.indexAt(0), isGlide);
    // An automatic axis fits the prices without panning.
    if (this.#plot.prices !== null && downShare !== 0) this.#setPrices(1, downShare);
  }

  #onDown(event: PointerEvent): void {
    endMotion();
    const part = this.#partAt(event);
    if (part === null || (event.pointerType === 'mouse' && event.button !== 0)) return;
    // A finger on a replaced plot never sends `pointerup`.
    if (event.isPrimary) this.#pointers.clear();
    // The drawing tool uses the first finger.
    else if (this.#pointers.size === 0) return;
    const place = this.#placeOf(event);
    this.#pointers.set(event.pointerId, place);
    this.#fingers = [...this.#pointers.values()];
    this.#down = { place, part, ms: event.timeStamp };
    this.#glide = { pxPerMs: 0, atMs: event.timeStamp };
    this.#isInspecting = null;
    // Captured, so that a drag that leaves the plot still ends here.
    this.#plot.area?.setPointerCapture(event.pointerId);
    if (event.pointerType !== 'mouse' && part === 'plot' && this.#pointers.size === 1) this.#inspect(place);
  }

  #onMove(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) {
      this.#plot.host.style.cursor = CURSORS[this.#partAt(event) ?? 'plot'];
      return;
    }
    if (event.buttons === 0) {
      this.#pointers.delete(event.pointerId);
      return;
    }
    const now = this.#placeOf(event);
    this.#pointers.set(event.pointerId, now);
    if (this.#pointers.size === 1) this.#drag(event, before, now);
    else {
      // Each finger has its own event; the charts draw once for both.
      if (!this.#isPinchDue) requestAnimationFrame(() => this.#pinch());
      this.#isPinchDue = true;
    }
  }

  #drag(event: PointerEvent, before: Place, now: Place): void {
    const [right, below] = [now.left - before.left, now.top - before.top];
    const { area } = this.#plot;
    const { part, ms } = this.#down;
    if (part === 'prices') return this.#setPrices(axisFactor(below), 0);
    if (part === 'times') return this.#zoom(axisFactor(-right), area?.clientWidth ?? 0);
    this.#isInspecting ??=
      event.pointerType !== 'mouse' && (!this.#target.ownsPage || event.timeStamp - ms > HOLD_MS);
    if (this.#isInspecting) return this.#inspect(now);
    this.#pan(right, below / (area?.clientHeight ?? 1));
    if (event.pointerType === 'mouse') return;
    const elapsedMs = Math.max(event.timeStamp - this.#glide.atMs, 1);
    this.#glide = { pxPerMs: right / elapsedMs, atMs: event.timeStamp };
  }

  #pinch(): void {
    this.#isPinchDue = false;
    const [before, now] = [this.#fingers, [...this.#pointers.values()]];
    if (now.length < 2) return;
    this.#fingers = now;
    this.#zoom(apart(before) / apart(now), middle(now));
    this.#pan(middle(now) - middle(before), 0);
  }

  #onUp(event: PointerEvent): void {
    if (!this.#pointers.delete(event.pointerId)) return;
    const { place, part } = this.#down;
    if (event.timeStamp - this.#glide.atMs < GLIDE_START_MS) requestAnimationFrame(() => this.#glideOn());
    else endMotion();
    const isTap = event.pointerType !== 'mouse' && distance(this.#placeOf(event), place) < TAP_SLOP_PX;
    if (event.type !== 'pointerup' || !isTap) return;
    if (event.timeStamp - this.#lastTapMs < DOUBLE_TAP_MS) this.#target.reset(part);
    this.#lastTapMs = event.timeStamp;
  }

  #glideOn(): void {
    const { pxPerMs, atMs } = this.#glide;
    const isStill = Math.abs(pxPerMs) < MIN_GLIDE_PX_PER_MS || this.#pointers.size > 0;
    if (isStill || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const now = performance.now();
    const elapsedMs = now - atMs;
    this.#pan(pxPerMs * elapsedMs, 0, true);
    this.#glide = { pxPerMs: pxPerMs * GLIDE_KEPT_PER_MS ** elapsedMs, atMs: now };
    requestAnimationFrame(() => this.#glideOn());
  }

  #onWheel(event: WheelEvent): void {
    const part = this.#partAt(event);
    const { isZoomable, ownsPage } = this.#target;
    if (part === null || !isZoomable) return;
    const action = wheelAction(event);
    const hasFocus = this.#plot.host.parentElement?.contains(document.activeElement);
    if (action.do === 'zoom' && !event.ctrlKey && !event.metaKey && !ownsPage && !hasFocus) return;
    event.preventDefault();
    if (action.do === 'pan') this.#pan(action.px, 0);
    else if (part === 'prices') this.#setPrices(action.factor, 0);
    else this.#zoom(action.factor, this.#placeOf(event).left);
  }
}
