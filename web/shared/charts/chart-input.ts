/** Translates pointers, the wheel and keys into chart actions. */
import { listen } from '../ui/listen.ts';

/** The part under the pointer: the plotting area, or the axis beside or below it. */
export type ChartPart = 'plot' | 'prices' | 'times';

/** What gestures do. Positions are CSS pixels from the left edge of the plotting area. */
export interface GestureTarget {
  inspect(leftPx: number): void;
  /** Shows `factor` times as many sessions; the one at `leftPx` stays in place. */
  zoom(factor: number, leftPx: number): void;
  /** Moves by pixels to the right, and down by a share of the plot's height. */
  pan(byPx: number, downShare: number): void;
  /** Shows `factor` times the price range around the same middle. */
  scalePrices(factor: number): void;
  reset(part: ChartPart): void;
  /** Whether a plain wheel zooms; otherwise it scrolls the page. */
  ownsWheel(): boolean;
  /** Whether the axes can be dragged and a finger pans. */
  readonly ownsPage: boolean;
}

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

/** Cursor by part; the style sheet has the plot's. */
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

/**
 * Attaches gestures to `surface`, which stays when the plot in it is replaced. Returns a function that removes them.
 *
 * - A mouse drag pans. Dragging an axis scales it.
 * - One finger inspects while the page keeps its vertical scroll (`touch-action: pan-y`), or pans if the chart owns the page. Two
 *   fingers zoom and pan.
 * - The wheel zooms with Ctrl or ⌘ held, as a trackpad pinch does, or if the chart owns the wheel. Sideways or with Shift it pans.
 * - A double click or double tap resets the view.
 */
export function attachGestures(
  surface: HTMLElement,
  { plot, target }: { readonly plot: () => HTMLElement | null; readonly target: () => GestureTarget },
): () => void {
  const pointers = new Map<number, Place>();
  let lastTapMs = 0;
  let down = { place: { left: 0, top: 0 }, part: 'plot' as ChartPart, ms: 0 };
  /** Whether a single pointer inspects or pans; decided when it first moves. */
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
    // At least one pixel, so that two fingers on one spot do not zoom infinitely.
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
    // A finger on a replaced plot never sends `pointerup`.
    if (event.isPrimary) pointers.clear();
    // The drawing tool uses the first finger.
    else if (pointers.size === 0) return;
    const place = placeOf(event);
    pointers.set(event.pointerId, place);
    down = { place, part, ms: event.timeStamp };
    isInspecting = null;
    // Captured, so that a drag that leaves the plot still ends here.
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
    // The plot captures presses, so it is the event's target even on an axis.
    if (partAt(event) !== null) target().reset(down.part);
  }

  return listen(surface, {
    pointerdown: onDown,
    pointermove: onMove,
    pointerup: onUp,
    pointercancel: onUp,
    dblclick: onDoubleClick,
    wheel: onWheel,
    // Keeps two fingers from scrolling the page.
    touchstart: (event) => event.touches.length > 1 && event.preventDefault(),
  });
}

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

/** The action of a key press; `null` if the chart does not use the key. */
export function chartKeyAction(key: string, isShift: boolean): ChartKeyAction | null {
  return (isShift ? SHIFT_KEYS[key] : undefined) ?? KEYS[key] ?? null;
}
