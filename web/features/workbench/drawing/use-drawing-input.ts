import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { placedDrawings, type LayerModel } from './drawing-layer.ts';
import { draggedTo, pointAt, slopPx, pixelAt, stepped, type Drag } from './drawing-moves.ts';
import type { Placing } from './drawing-state.ts';
import { indexOfTime, pointText } from './drawn-points.ts';
import { hitTest, type Handle } from './hit-test.ts';
import type { PixelPoint } from './shapes.ts';
import { drawingText, TOOLS } from './tools.ts';
import type { Drawing } from '../../../shared/user-data/drawings.ts';
import type { DrawingTool } from './use-drawing-tool.ts';
import type { WorkbenchSeries } from '../chart/workbench-series.ts';

/** A press that moves no further places a point or selects; one that does drags. */
const DRAG_PX = 6;
/** A second press this soon is the one that would reset the view. */
const DOUBLE_MS = 500;
const HANDLES: readonly Handle[] = ['all', 0, 1];
const HANDLE_NAMES = { all: 'the whole drawing', 0: 'its first point', 1: 'its second point' } as const;

interface InputContext {
  /** Around the charts. */
  readonly root: RefObject<HTMLElement | null>;
  readonly model: LayerModel;
  readonly series: WorkbenchSeries;
  readonly tool: DrawingTool;
  /** Puts the crosshair on a bar. */
  readonly moveCursor: (index: number) => void;
}

/** What presses and keys on the price mean for drawings. They have what is theirs before the chart's own gestures and keys do. */
export function useDrawingInput({ root, model, series, tool, moveCursor }: InputContext): void {
  const { placing, dispatch, list, writing, focusChart, say } = tool;
  const drag = useRef<Drag | null>(null);
  const pressed = useRef<{ readonly from: PixelPoint; readonly isFirstPoint: boolean } | null>(null);

  const aimOf = ({ pointerType: kind }: PointerEvent) => ({ kind, hasMagnet: tool.hasMagnet });

  function press(event: PointerEvent): boolean {
    const { chart } = model;
    if (chart === null) return false;
    const pixel = pixelAt(event, chart);
    const isFirstPoint = placing !== null && placing.points.length === 0 && TOOLS[placing.tool].points === 2;
    pressed.current = { from: pixel, isFirstPoint };
    if (placing !== null) {
      const at = pointAt(series, pixel, chart, aimOf(event));
      const points = isFirstPoint ? [at] : placing.points;
      dispatch({ do: 'place', change: { points, at, isByKey: false } });
      focusChart();
      return true;
    }
    const hit = hitTest(placedDrawings(model), pixel, slopPx(event.pointerType));
    const drawing = list.find(({ id }) => id === hit?.id);
    dispatch(hit ? { do: 'select', id: hit.id, handle: 'all' } : { do: 'deselect' });
    // One that is locked is selected, and the chart pans.
    if (hit === null || drawing === undefined || drawing.locked) return false;
    drag.current = { drawing, handle: hit.handle, from: pixel };
    focusChart();
    return true;
  }

  function move(event: PointerEvent, isPressed: boolean) {
    const { chart } = model;
    if (chart === null) return;
    const pixel = pixelAt(event, chart);
    if (placing !== null) {
      chart.over.style.cursor = '';
      if (isPressed || !placing.isByKey) {
        const at = pointAt(series, pixel, chart, aimOf(event));
        dispatch({ do: 'place', change: { at, isByKey: false } });
      }
    } else if (drag.current !== null) {
      const drawing = draggedTo(series, drag.current, pixel, chart, aimOf(event));
      dispatch({ do: 'drag', drawing });
    } else {
      const hit = hitTest(placedDrawings(model), pixel, slopPx(event.pointerType));
      const isLocked = list.some(({ id, locked }) => id === hit?.id && locked);
      chart.over.style.cursor = hit === null ? '' : isLocked ? 'pointer' : 'move';
    }
  }

  function release(event: PointerEvent) {
    const { chart } = model;
    if (chart === null) return;
    const pixel = pixelAt(event, chart);
    const { from, isFirstPoint } = pressed.current ?? { from: pixel, isFirstPoint: false };
    const hasMoved = Math.hypot(pixel.x - from.x, pixel.y - from.y) > DRAG_PX;
    if (placing !== null) {
      // A drag gives both points, a press the first one: the second one is where the next press ends.
      if (isFirstPoint && !hasMoved) dispatch({ do: 'place', change: { at: null } });
      else tool.put(pointAt(series, pixel, chart, aimOf(event)));
      return;
    }
    const isHere = list.some(({ id }) => id === drag.current?.drawing.id);
    if (drag.current !== null && hasMoved && isHere) {
      const drawing = draggedTo(series, drag.current, pixel, chart, aimOf(event));
      tool.keep(drawing, 'moved');
      say(`${drawingText(drawing, writing)}.`);
    }
    end();
  }

  function end() {
    drag.current = null;
    dispatch({ do: 'drag', drawing: null });
  }

  /** The browser has taken a press away. */
  function lose() {
    end();
    if (pressed.current?.isFirstPoint) dispatch({ do: 'place', change: { points: [], at: null } });
  }

  function key(event: KeyboardEvent): boolean {
    if (placing !== null) return placingKey(event, placing);
    return tool.current !== null && selectedKey(event, tool.current, tool.selected?.handle ?? 'all');
  }

  function placingKey(event: KeyboardEvent, { at }: Placing): boolean {
    if (event.key === 'Escape') {
      tool.cancel();
      return true;
    }
    const isPlace = event.key === 'Enter' || event.key === ' ';
    const point = at ?? tool.restPoint();
    if (isPlace && at !== null) {
      tool.put(at);
      return true;
    }
    const next = isPlace ? point : stepped(series, model.chart, point, event);
    if (next === null) return false;
    dispatch({ do: 'place', change: { at: next, isByKey: true } });
    tool.show(next);
    moveCursor(indexOfTime(series.dates, next.time_seconds));
    say(pointText(next, writing), true);
    return true;
  }

  function selectedKey(event: KeyboardEvent, drawing: Drawing, handle: Handle): boolean {
    if (event.key === 'Escape') dispatch({ do: 'deselect' });
    else if (event.key === 'Delete' || event.key === 'Backspace') tool.remove(drawing);
    else if (event.key === 'Enter' && !drawing.locked) {
      const next = HANDLES[(HANDLES.indexOf(handle) + 1) % (drawing.points.length + 1)] ?? 'all';
      if (drawing.points.length > 1) dispatch({ do: 'select', id: drawing.id, handle: next });
      say(`Arrow keys move ${HANDLE_NAMES[drawing.points.length > 1 ? next : 'all']}.`);
    } else {
      return moveByKey(event, drawing, handle);
    }
    return true;
  }

  function moveByKey(event: KeyboardEvent, drawing: Drawing, handle: Handle): boolean {
    // A line that moves as a whole keeps its slope where it leaves the bars.
    const isWhole = handle === 'all' && drawing.points.length > 1;
    const points = drawing.points.flatMap((point, i) =>
      handle === 'all' || handle === i ? (stepped(series, model.chart, point, event, isWhole) ?? []) : point,
    );
    if (points.length < drawing.points.length) return false;
    if (!tool.isFree(drawing)) return true;
    const next = { ...drawing, points };
    const hasSameTimes = points.every(
      ({ time_seconds: time }, i) => time === drawing.points[i]?.time_seconds,
    );
    // The chart follows a drawing from bar to bar, and not from price to price.
    if (hasSameTimes && placedDrawings(model, [next]).length === 0) {
      say('The edge of the plot.');
      return true;
    }
    tool.keep(next, 'moved', `${drawing.id} ${handle}`);
    tool.show(points[handle === 1 ? 1 : 0]);
    say(drawingText(next, writing), true);
    return true;
  }

  const input = useEffectEvent(() => ({ press, move, release, lose, key }));
  useEffect(() => {
    const { current: element } = root;
    return element === null
      ? undefined
      : listen(
          element,
          () => model.chart?.over ?? null,
          () => input(),
        );
  }, [root, model]);
}

/** What an event means; `true` where it is for a drawing. If not, the chart has it. */
interface Input {
  readonly press: (event: PointerEvent) => boolean;
  readonly move: (event: PointerEvent, isPressed: boolean) => void;
  readonly release: (event: PointerEvent) => void;
  readonly lose: () => void;
  readonly key: (event: KeyboardEvent) => boolean;
}

/** Listens around the charts until the returned function is called. `plot` is the part of the chart on screen that is drawn on. */
function listen(element: HTMLElement, plot: () => HTMLElement | null, input: () => Input): () => void {
  const listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };
  let pressed: number | null = null;
  let pressedMs = 0;

  const isOnPlot = ({ target }: Event) => target instanceof Node && plot()?.contains(target) === true;

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (pressed !== null || !isOnPlot(event) || !event.isPrimary) return;
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      if (!input().press(event)) return;
      event.stopPropagation();
      pressed = event.pointerId;
      pressedMs = event.timeStamp;
      plot()?.setPointerCapture(event.pointerId);
    },
    options,
  );
  element.addEventListener(
    'pointermove',
    (event) => {
      if (pressed === event.pointerId) {
        event.stopPropagation();
        input().move(event, true);
      } else if (pressed === null && event.pointerType === 'mouse' && isOnPlot(event)) {
        input().move(event, false);
      }
    },
    options,
  );
  for (const type of ['pointerup', 'pointercancel'] as const) {
    element.addEventListener(
      type,
      (event) => {
        if (pressed !== event.pointerId) return;
        event.stopPropagation();
        pressed = null;
        if (type === 'pointerup') input().release(event);
        else input().lose();
      },
      options,
    );
  }
  element.addEventListener(
    'touchstart',
    (event) => {
      // A finger that draws does not scroll the page.
      if (pressed !== null) event.preventDefault();
    },
    { ...options, passive: false },
  );
  element.addEventListener(
    'dblclick',
    (event) => {
      if (event.timeStamp - pressedMs < DOUBLE_MS) event.stopPropagation();
    },
    options,
  );
  element.addEventListener(
    'keydown',
    (event) => {
      const isOnChart = event.target instanceof Element && event.target.role === 'application';
      if (!isOnChart || event.ctrlKey || event.metaKey || event.altKey || !input().key(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    options,
  );
  return () => listeners.abort();
}
