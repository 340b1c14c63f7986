/** What pointers, the wheel and keys ask of a chart. */

/** What a gesture asks for. Positions are CSS pixels from the left edge of the plotting area. */
export interface GestureTarget {
  /** Move the crosshair there. */
  inspect(leftPx: number): void;
  zoom(factor: number, leftPx: number): void;
  /** Move the content by this many pixels to the right. */
  pan(byPx: number): void;
  reset(): void;
  /** A plain wheel scrolls the page unless the chart is in use. */
  ownsWheel(): boolean;
}

const WHEEL_ZOOM_RATE = 0.0015;
const DOUBLE_TAP_MS = 300;
const TAP_SLOP_PX = 8;

/** A point on the plotting area, CSS pixels. */
interface Place {
  readonly left: number;
  readonly top: number;
}

/** At least one pixel, so that two fingers on one spot do not zoom without end. */
function distance(a: Place, b: Place): number {
  return Math.max(Math.hypot(a.left - b.left, a.top - b.top), 1);
}

/**
 * Mouse drag pans; one finger inspects while the page keeps its vertical scroll (`touch-action: pan-y`); two fingers zoom
 * and pan; the wheel zooms with Ctrl or ⌘ held (a trackpad pinch sends that) or while the chart has focus, and sideways it
 * pans; double click or double tap resets. `surface` is an element around the plot that stays when the plot is replaced;
 * `plot` and `target` are read at every event. Returns a function that removes the listeners.
 */
export function attachGestures(
  surface: HTMLElement,
  { plot, target }: { readonly plot: () => HTMLElement | null; readonly target: () => GestureTarget },
): () => void {
  const pointers = new Map<number, Place>();
  const listeners = new AbortController();
  let lastTapMs = 0;
  let downPx = 0;
  surface.style.touchAction = 'pan-y';

  function placeOf(event: MouseEvent): Place {
    const box = (plot() ?? surface).getBoundingClientRect();
    return { left: event.clientX - box.left, top: event.clientY - box.top };
  }

  /** Axes are around the plot and have no gestures. */
  function isOnPlot({ target: element }: Event): boolean {
    return element instanceof Node && (plot()?.contains(element) ?? false);
  }

  function pinch(before: Place, now: Place, other: Place) {
    target().zoom(distance(before, other) / distance(now, other), (now.left + other.left) / 2);
    target().pan((now.left - before.left) / 2);
  }

  function onDown(event: PointerEvent) {
    if (!isOnPlot(event) || (event.pointerType === 'mouse' && event.button !== 0)) return;
    // A finger on a plot that was replaced never reports that it went up.
    if (event.isPrimary) pointers.clear();
    const place = placeOf(event);
    pointers.set(event.pointerId, place);
    downPx = place.left;
    // Captured, so that a drag which leaves the plot still ends here.
    plot()?.setPointerCapture(event.pointerId);
    if (event.pointerType !== 'mouse' && pointers.size === 1) target().inspect(place.left);
  }

  function onMove(event: PointerEvent) {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    if (event.buttons === 0) {
      pointers.delete(event.pointerId);
      return;
    }
    const now = placeOf(event);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) pinch(before, now, other);
    else if (event.pointerType === 'mouse') target().pan(now.left - before.left);
    else target().inspect(now.left);
    pointers.set(event.pointerId, now);
  }

  function onUp(event: PointerEvent) {
    if (!pointers.delete(event.pointerId)) return;
    const isTap = event.pointerType !== 'mouse' && Math.abs(placeOf(event).left - downPx) < TAP_SLOP_PX;
    if (event.type !== 'pointerup' || !isTap) return;
    if (event.timeStamp - lastTapMs < DOUBLE_TAP_MS) target().reset();
    lastTapMs = event.timeStamp;
  }

  function onWheel(event: WheelEvent) {
    if (!isOnPlot(event)) return;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      target().pan(-event.deltaX);
    } else if (event.ctrlKey || event.metaKey || target().ownsWheel()) {
      event.preventDefault();
      target().zoom(Math.exp(event.deltaY * WHEEL_ZOOM_RATE), placeOf(event).left);
    }
  }

  const options = { signal: listeners.signal };
  surface.addEventListener('pointerdown', onDown, options);
  surface.addEventListener('pointermove', onMove, options);
  surface.addEventListener('pointerup', onUp, options);
  surface.addEventListener('pointercancel', onUp, options);
  surface.addEventListener('dblclick', (event) => isOnPlot(event) && target().reset(), options);
  surface.addEventListener('wheel', onWheel, { ...options, passive: false });
  return () => listeners.abort();
}

/** What a key does on a focused chart. Steps are in sessions. */
type ChartKeyAction =
  | { readonly do: 'move'; readonly by: number }
  | { readonly do: 'edge'; readonly at: 'first' | 'last' }
  /** Reads one series at a time: the next or the one before. */
  | { readonly do: 'series'; readonly by: 1 | -1 }
  /** Reads all facts of the session. */
  | { readonly do: 'read' }
  | { readonly do: 'zoom'; readonly factor: number }
  | { readonly do: 'pan'; readonly by: number }
  | { readonly do: 'reset' }
  | { readonly do: 'leave' };

const PAGE_STEP = 10;
export const ZOOM_IN_FACTOR = 0.7;
export const ZOOM_OUT_FACTOR = 1 / ZOOM_IN_FACTOR;

/** The action of a key press; `null` leaves the key to the page. */
export function chartKeyAction(key: string, isShift: boolean): ChartKeyAction | null {
  switch (key) {
    case 'ArrowLeft':
      return isShift ? { do: 'pan', by: PAGE_STEP } : { do: 'move', by: -1 };
    case 'ArrowRight':
      return isShift ? { do: 'pan', by: -PAGE_STEP } : { do: 'move', by: 1 };
    case 'ArrowDown':
      return { do: 'series', by: 1 };
    case 'ArrowUp':
      return { do: 'series', by: -1 };
    case 'Enter':
      return { do: 'read' };
    case 'PageUp':
      return { do: 'move', by: -PAGE_STEP };
    case 'PageDown':
      return { do: 'move', by: PAGE_STEP };
    case 'Home':
      return { do: 'edge', at: 'first' };
    case 'End':
      return { do: 'edge', at: 'last' };
    case '+':
    case '=':
      return { do: 'zoom', factor: ZOOM_IN_FACTOR };
    case '-':
      return { do: 'zoom', factor: ZOOM_OUT_FACTOR };
    case '0':
      return { do: 'reset' };
    case 'Escape':
      return { do: 'leave' };
    default:
      return null;
  }
}
