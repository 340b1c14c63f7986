/** What pointers, the wheel and keys ask of a chart. */
import { listen } from '../ui/listen.ts';

/** What is under the pointer: the plotting area, or the axis beside or below it. */
export type ChartPart = 'plot' | 'prices' | 'times';

/** What a gesture asks for. Positions are CSS pixels from the left edge of the plotting area. */
export interface GestureTarget {
  inspect(leftPx: number): void;
  /** Shows `factor` times as many sessions, and keeps the one at a position where it is. */
  zoom(factor: number, leftPx: number): void;
  /** `downShare`: of the height of the plot. */
  pan(byPx: number, downShare: number): void;
  /** Shows `factor` times the range of prices around the same middle. */
  scalePrices(factor: number): void;
  reset(part: ChartPart): void;
  /** A plain wheel scrolls the page unless the chart is in use. */
  ownsWheel(): boolean;
  /** The axes can be dragged, and a finger pans. */
  readonly ownsPage: boolean;
}

const WHEEL_ZOOM_RATE = 0.0015;
/** A trackpad reports a pinch as a wheel with Ctrl that turns by a few pixels. */
const PINCH_ZOOM_RATE = 0.01;
/** A real wheel with Ctrl held turns by more. */
const MAX_PINCH_PX = 20;
/** Dragging an axis this far doubles or halves what it shows. */
const AXIS_DOUBLING_PX = 140;
const DOUBLE_TAP_MS = 300;
const TAP_SLOP_PX = 8;
/** A finger that rests this long before it moves inspects. */
const HOLD_MS = 350;

/** The plot's own is in its style sheet. */
const CURSORS = { plot: '', prices: 'ns-resize', times: 'ew-resize' } as const;

/** How many times as much an axis shows after a drag of so many pixels away from its narrow end. */
export function axisFactor(px: number): number {
  return 2 ** (px / AXIS_DOUBLING_PX);
}

type Turn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** What a turn of the wheel asks for: pixels to the right, or a factor of what is shown. */
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

/**
 * Mouse drag pans; one finger inspects while the page keeps its vertical scroll (`touch-action: pan-y`), or pans where the
 * chart owns the page; two fingers zoom and pan; the wheel zooms with Ctrl or ⌘ held (a trackpad pinch sends that) or where
 * the chart owns it, and sideways or with Shift it pans; dragging an axis scales it; double click or double tap resets.
 * `surface` stays when the plot in it is replaced.
 */
export function attachGestures(
  surface: HTMLElement,
  { plot, target }: { readonly plot: () => HTMLElement | null; readonly target: () => GestureTarget },
): () => void {
  const pointers = new Map<number, Place>();
  let lastTapMs = 0;
  let down = { place: { left: 0, top: 0 }, part: 'plot' as ChartPart, ms: 0 };
  /** Of a single pointer; decided when it first moves. */
  let isInspecting: boolean | null = null;
  surface.style.touchAction = 'pan-y';

  function placeOf(event: MouseEvent): Place {
    const box = (plot() ?? surface).getBoundingClientRect();
    return { left: event.clientX - box.left, top: event.clientY - box.top };
  }

  function partAt(event: MouseEvent): ChartPart | null {
    const area = plot();
    if (area === null || !(event.target instanceof Node)) return null;
    if (area.contains(event.target)) return 'plot';
    if (!target().ownsPage) return null;
    const { left, top } = placeOf(event);
    return left >= area.clientWidth ? 'prices' : top >= area.clientHeight ? 'times' : null;
  }

  function pinch(before: Place, now: Place, other: Place) {
    // At least one pixel, so that two fingers on one spot do not zoom without end.
    const factor = Math.max(distance(before, other), 1) / Math.max(distance(now, other), 1);
    target().zoom(factor, (now.left + other.left) / 2);
    target().pan((now.left - before.left) / 2, 0);
  }

  function drag(event: PointerEvent, before: Place, now: Place) {
    const [right, below] = [now.left - before.left, now.top - before.top];
    if (down.part === 'prices') target().scalePrices(axisFactor(below));
    else if (down.part === 'times') target().zoom(axisFactor(-right), plot()?.clientWidth ?? 0);
    else {
      isInspecting ??=
        event.pointerType !== 'mouse' && (!target().ownsPage || event.timeStamp - down.ms > HOLD_MS);
      if (isInspecting) target().inspect(now.left);
      else target().pan(right, below / (plot()?.clientHeight ?? 1));
    }
  }

  function onDown(event: PointerEvent) {
    const part = partAt(event);
    if (part === null || (event.pointerType === 'mouse' && event.button !== 0)) return;
    // A finger on a plot that was replaced never reports that it went up.
    if (event.isPrimary) pointers.clear();
    // The first finger draws.
    else if (pointers.size === 0) return;
    const place = placeOf(event);
    pointers.set(event.pointerId, place);
    down = { place, part, ms: event.timeStamp };
    isInspecting = null;
    // Captured, so that a drag which leaves the plot still ends here.
    plot()?.setPointerCapture(event.pointerId);
    if (event.pointerType !== 'mouse' && part === 'plot' && pointers.size === 1) target().inspect(place.left);
  }

  function onMove(event: PointerEvent) {
    const before = pointers.get(event.pointerId);
    if (before === undefined) {
      surface.style.cursor = CURSORS[partAt(event) ?? 'plot'];
      return;
    }
    if (event.buttons === 0) {
      pointers.delete(event.pointerId);
      return;
    }
    const now = placeOf(event);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) drag(event, before, now);
    else pinch(before, now, other);
    pointers.set(event.pointerId, now);
  }

  function onUp(event: PointerEvent) {
    if (!pointers.delete(event.pointerId)) return;
    const isTap = event.pointerType !== 'mouse' && distance(placeOf(event), down.place) < TAP_SLOP_PX;
    if (event.type !== 'pointerup' || !isTap) return;
    if (event.timeStamp - lastTapMs < DOUBLE_TAP_MS) target().reset(down.part);
    lastTapMs = event.timeStamp;
  }

  function onWheel(event: WheelEvent) {
    const part = partAt(event);
    if (part === null) return;
    const action = wheelAction(event);
    if (action.do === 'zoom' && !event.ctrlKey && !event.metaKey && !target().ownsWheel()) return;
    event.preventDefault();
    if (action.do === 'pan') target().pan(action.px, 0);
    else if (part === 'prices') target().scalePrices(action.factor);
    else target().zoom(action.factor, placeOf(event).left);
  }

  function onDoubleClick(event: MouseEvent) {
    // The plot, which has captured its presses, is the target even on an axis.
    if (partAt(event) !== null) target().reset(down.part);
  }

  return listen(surface, {
    pointerdown: onDown,
    pointermove: onMove,
    pointerup: onUp,
    pointercancel: onUp,
    dblclick: onDoubleClick,
    wheel: onWheel,
    // Two fingers do not scroll the page.
    touchstart: (event) => event.touches.length > 1 && event.preventDefault(),
  });
}

/** What a key does on a focused chart. Steps are in sessions. */
type ChartKeyAction =
  | { readonly do: 'move'; readonly by: number }
  | { readonly do: 'edge'; readonly at: 'first' | 'last' }
  /** Reads one series at a time: the next or the one before. */
  | { readonly do: 'series'; readonly by: 1 | -1 }
  | { readonly do: 'read' }
  | { readonly do: 'zoom'; readonly factor: number }
  | { readonly do: 'pan'; readonly by: number }
  /** Of the price axis, as a share of what it shows. */
  | { readonly do: 'prices'; readonly factor: number; readonly up: number }
  | { readonly do: 'reset'; readonly part: ChartPart }
  | { readonly do: 'leave' };

const PAGE_STEP = 10;
/** Of the prices on screen. */
const LIFT_SHARE = 0.1;
export const ZOOM_IN_FACTOR = 0.7;
export const ZOOM_OUT_FACTOR = 1 / ZOOM_IN_FACTOR;

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

/** The action of a key press; `null` leaves the key to the page. */
export function chartKeyAction(key: string, isShift: boolean): ChartKeyAction | null {
  return (isShift ? SHIFT_KEYS[key] : undefined) ?? KEYS[key] ?? null;
}
