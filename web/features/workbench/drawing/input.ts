import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type uPlot from 'uplot';
import { listen } from '../../../shared/ui/listen.ts';
import { placedDrawings } from './paint.ts';
import { draggedTo, pointAt, pixelAt, reachPx, stepped, type Drag } from './moves.ts';
import type { PendingDrawing } from './state.ts';
import { indexOfTime, pointText } from './points.ts';
import { hitTest, type Handle, type PixelPoint } from './shapes.ts';
import { drawingText, TOOLS } from './tools.ts';
import type { Drawing } from '../../../shared/user/drawings.ts';
import type { DrawingTool } from './desk.ts';

/** A press that moves less places a point or selects; one that moves further drags. */
const DRAG_PX = 6;
/** A second press within this time would reset the view, so it is stopped. */
const DOUBLE_MS = 500;
const HANDLES: readonly Handle[] = ['all', 0, 1];
const HANDLE_NAMES = { all: 'the whole drawing', 0: 'its first point', 1: 'its second point' } as const;

/** A press on the plot that a drawing uses. */
interface Press {
  readonly pointerId: number;
  readonly from: PixelPoint;
  readonly isFirstPoint: boolean;
  readonly drag: Drag | null;
}

function showCursor({ over }: uPlot, cursor: string) {
  over.style.cursor = cursor;
}

/** Handles pointer presses on the price pane. Drawings come before the chart's gestures. */
export function useDrawingPresses(charts: RefObject<HTMLElement | null>, tool: DrawingTool): void {
  const { layer, series, placing, dispatch, list, textContext, focusChart, say } = tool;
  const pressed = useRef<Press | null>(null);
  const pressedMs = useRef(0);

  const magnetPx = ({ pointerType }: PointerEvent) => (tool.hasMagnet ? reachPx(pointerType).magnet : -1);
  const isOnPlot = ({ target }: Event) => target instanceof Node && layer.chart?.over.contains(target);

  const onDown = useEffectEvent((event: PointerEvent) => {
    const { chart } = layer;
    if (pressed.current !== null || chart === null || !isOnPlot(event) || !event.isPrimary) return;
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    const from = pixelAt(event, chart);
    const isFirstPoint = placing !== null && placing.points.length === 0 && TOOLS[placing.tool].points === 2;
    let drag: Drag | null = null;
    if (placing === null) {
      const hit = hitTest(placedDrawings(layer), from, reachPx(event.pointerType).press);
      dispatch(
        hit ? { do: 'select', id: hit.drawing.id, handle: 'all' } : { do: 'set', change: { selected: null } },
      );
      // A locked drawing is selected, and the press pans the chart.
      if (hit === null || hit.drawing.locked) return;
      drag = { ...hit, from };
    } else {
      const at = pointAt(series, from, chart, magnetPx(event));
      const points = isFirstPoint ? [at] : placing.points;
      dispatch({ do: 'place', change: { points, at, isByKey: false } });
    }
    pressed.current = { pointerId: event.pointerId, from, isFirstPoint, drag };
    pressedMs.current = event.timeStamp;
    focusChart();
    event.stopPropagation();
    chart.over.setPointerCapture(event.pointerId);
  });

  const onMove = useEffectEvent((event: PointerEvent) => {
    const { chart } = layer;
    const isPressed = pressed.current?.pointerId === event.pointerId;
    const isHovering = pressed.current === null && event.pointerType === 'mouse' && isOnPlot(event);
    if (chart === null || !(isPressed || isHovering)) return;
    if (isPressed) event.stopPropagation();
    const pixel = pixelAt(event, chart);
    if (placing !== null) {
      showCursor(chart, '');
      if (isPressed || !placing.isByKey) {
        const at = pointAt(series, pixel, chart, magnetPx(event));
        dispatch({ do: 'place', change: { at, isByKey: false } });
      }
    } else if (pressed.current?.drag) {
      const dragged = draggedTo(series, pressed.current.drag, pixel, chart, magnetPx(event));
      dispatch({ do: 'set', change: { dragged } });
    } else {
      const hit = hitTest(placedDrawings(layer), pixel, reachPx(event.pointerType).press);
      showCursor(chart, hit === null ? '' : hit.drawing.locked ? 'pointer' : 'move');
    }
  });

  function release(event: PointerEvent, { from, isFirstPoint, drag }: Press) {
    const { chart } = layer;
    if (chart === null) return;
    const pixel = pixelAt(event, chart);
    const hasMoved = Math.hypot(pixel.x - from.x, pixel.y - from.y) > DRAG_PX;
    if (placing !== null) {
      // A drag places both points. A press places the first; the next press places the second.
      if (isFirstPoint && !hasMoved) dispatch({ do: 'place', change: { at: null } });
      else tool.placePoint(pointAt(series, pixel, chart, magnetPx(event)));
    } else if (drag && hasMoved && list.some(({ id }) => id === drag.drawing.id)) {
      const drawing = draggedTo(series, drag, pixel, chart, magnetPx(event));
      tool.keep(drawing, 'moved');
      say(`${drawingText(drawing, textContext)}.`);
    }
  }

  const onUp = useEffectEvent((event: PointerEvent) => {
    const { current: press } = pressed;
    if (press === null || press.pointerId !== event.pointerId) return;
    event.stopPropagation();
    pressed.current = null;
    if (event.type === 'pointerup') release(event, press);
    // The browser cancelled the press.
    else if (press.isFirstPoint) dispatch({ do: 'place', change: { points: [], at: null } });
    dispatch({ do: 'set', change: { dragged: null } });
  });

  useEffect(() => {
    if (charts.current === null) return;
    return listen(
      charts.current,
      {
        pointerdown: (event) => onDown(event),
        pointermove: (event) => onMove(event),
        pointerup: (event) => onUp(event),
        pointercancel: (event) => onUp(event),
        // Keeps a drawing finger from scrolling the page.
        touchstart: (event) => pressed.current && event.preventDefault(),
        dblclick(event) {
          if (event.timeStamp - pressedMs.current < DOUBLE_MS) event.stopPropagation();
        },
      },
      { capture: true },
    );
  }, [charts]);
}

/** Handles keys on the price pane. Drawings come before the chart. */
export function useDrawingKeys(charts: RefObject<HTMLElement | null>, tool: DrawingTool): void {
  const { placing, current, selected } = tool;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isOnChart = event.target instanceof Element && event.target.role === 'application';
    if (!isOnChart || event.ctrlKey || event.metaKey || event.altKey) return;
    const isForDrawing =
      placing === null
        ? current !== null && selectedKey(tool, event, current, selected?.handle ?? 'all')
        : placingKey(tool, event, placing);
    if (!isForDrawing) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(
    () =>
      charts.current
        ? listen(charts.current, { keydown: (event) => onKey(event) }, { capture: true })
        : undefined,
    [charts],
  );
}

/** Handles a key while placing a drawing; returns whether it was used. */
function placingKey(tool: DrawingTool, event: KeyboardEvent, { at }: PendingDrawing): boolean {
  const { series } = tool;
  if (event.key === 'Escape') {
    tool.cancel();
    return true;
  }
  const isPlace = event.key === 'Enter' || event.key === ' ';
  const point = at ?? tool.restPoint();
  if (isPlace && at !== null) {
    tool.placePoint(at);
    return true;
  }
  const next = isPlace ? point : stepped(series, tool.layer.chart, point, event);
  if (next === null) return false;
  tool.dispatch({ do: 'place', change: { at: next, isByKey: true } });
  tool.show(next);
  tool.moveCursor(indexOfTime(series.dates, next.time_seconds));
  tool.say(pointText(next, tool.textContext), true);
  return true;
}

/** Handles a key for the selected drawing; returns whether it was used. */
function selectedKey(tool: DrawingTool, event: KeyboardEvent, drawing: Drawing, handle: Handle): boolean {
  const { dispatch, say } = tool;
  if (event.key === 'Escape') dispatch({ do: 'set', change: { selected: null } });
  else if (event.key === 'Delete' || event.key === 'Backspace') tool.remove(drawing);
  else if (event.key === 'Enter' && !drawing.locked) {
    const next = HANDLES[(HANDLES.indexOf(handle) + 1) % (drawing.points.length + 1)] ?? 'all';
    if (drawing.points.length > 1) dispatch({ do: 'select', id: drawing.id, handle: next });
    say(`Arrow keys now move ${HANDLE_NAMES[drawing.points.length > 1 ? next : 'all']}.`);
  } else {
    return moveByKey(tool, event, drawing, handle);
  }
  return true;
}

function moveByKey(tool: DrawingTool, event: KeyboardEvent, drawing: Drawing, handle: Handle): boolean {
  const { series, layer, say } = tool;
  // A line moved as a whole keeps its slope beyond the bars.
  const isWhole = handle === 'all' && drawing.points.length > 1;
  const points = drawing.points.flatMap((point, i) =>
    handle === 'all' || handle === i ? (stepped(series, layer.chart, point, event, isWhole) ?? []) : point,
  );
  if (points.length < drawing.points.length) return false;
  if (!tool.isFree(drawing)) return true;
  const next = { ...drawing, points };
  const hasSameTimes = points.every(({ time_seconds: time }, i) => time === drawing.points[i]?.time_seconds);
  // The chart pans to another bar, but not to another price.
  if (hasSameTimes && placedDrawings(layer, [next]).length === 0) {
    say('Edge of the chart.');
    return true;
  }
  tool.keep(next, 'moved', `${drawing.id} ${handle}`);
  tool.show(points[handle === 1 ? 1 : 0]);
  say(drawingText(next, tool.textContext), true);
  return true;
}
