import { HORIZON_OPTIONS_DAYS, nextTradingDays, type TradingHours } from '#compute';
import { useStore } from 'jotai';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import type { ChartLayer } from '../../shared/charts/chart-spec.ts';
import { useViewport, type ChartLink } from '../../shared/charts/use-viewport.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Toast } from '../../shared/ui/toast.tsx';
import { DrawMenu } from './draw-menu.tsx';
import { PlacingBar, SelectionBar } from './drawing-bars.tsx';
import { drawingLayer, placedDrawings, type Scene } from './drawing-layer.ts';
import {
  draftOf,
  hintOf,
  insideBars,
  isSamePoint,
  movedTo,
  pointAt,
  slopPx,
  spotAt,
  stepped,
  type Drag,
  type Placing,
} from './drawing-moves.ts';
import { drawingAt, indexOfTime, timeOfIndex, type Grip, type Spot } from './drawing-places.ts';
import { DrawingTextEditor } from './drawing-text-editor.tsx';
import {
  drawingText,
  pointsOf,
  pointText,
  TOOL_NAMES,
  type Drawing,
  type DrawnPoint,
  type Tool,
  type Writing,
} from './drawings.ts';
import { useDrawingInput } from './use-drawing-input.ts';
import { useDrawings } from './use-drawings.ts';
import { useLevelAlert } from './use-level-alert.ts';
import { useSpeech } from './use-speech.tsx';
import type { WorkbenchSeries } from './workbench-series.ts';

export interface DrawingPartProps {
  readonly ticker: string;
  readonly companyName: string;
  readonly currency: string;
  readonly lastPrice: number;
  readonly series: WorkbenchSeries;
  /** Of the daily history. */
  readonly history: Float64Array;
  readonly hours: TradingHours['listing'];
  readonly link: ChartLink;
  readonly resetKey: string;
  /** Around the charts. */
  readonly root: RefObject<HTMLElement | null>;
  /** Where the buttons go. */
  readonly toolbar: HTMLElement;
  /** What is to be drawn on the price. */
  readonly onLayer: (layer: ChartLayer | null) => void;
  /** The user has asked for the tools already. */
  readonly opensAtOnce: boolean;
}

/** As many as the longest forecast has. */
const SESSIONS_AHEAD = Math.max(...HORIZON_OPTIONS_DAYS);
const DRAG_PX = 6;
const GRIPS: readonly Grip[] = ['all', 0, 1];
const GRIP_NAMES = { all: 'all of it', 0: 'its first point', 1: 'its second point' } as const;

/** What is drawn over the price, by pointer and by keyboard, and the tools for it. */
export function DrawingPart(props: DrawingPartProps) {
  const { ticker, companyName, currency, lastPrice, series, history, hours, link, root, toolbar, onLayer } =
    props;
  const format = useFormat();
  const store = useStore();
  const stored = useDrawings(ticker);
  const { list } = stored;
  const { candles, dates, place, withinDay } = series;
  const writing = useMemo((): Writing => {
    const { calendar, timezone: timeZone } = hours;
    const latestSession = history[history.length - 1] ?? 0;
    const ahead = nextTradingDays(latestSession, SESSIONS_AHEAD, calendar);
    const minutes = withinDay && {
      time: candles.time,
      intervalSeconds: withinDay.response.interval_seconds,
    };
    const sessions = Float64Array.from([...history, ...ahead]);
    return { format, currency, sessions, latestSession, minutes, timeZone };
  }, [format, currency, history, hours, candles, withinDay]);
  const view = useViewport(link.viewAtom, {
    total: dates.length,
    defaultBars: series.shown,
    resetKey: props.resetKey,
  });

  const [placing, setPlacing] = useState<Placing | null>(null);
  const [selected, setSelected] = useState<{ readonly id: string; readonly grip: Grip } | null>(null);
  /** The selected drawing where the pointer has it. */
  const [moved, setMoved] = useState<Drawing | null>(null);
  const [editing, setEditing] = useState<Drawing | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const setAlert = useLevelAlert({ ticker, companyName, currency, lastPrice });
  const alertAt = ({ points: [point] }: Drawing) =>
    setNotice(point === undefined ? null : setAlert(point.price));
  const drag = useRef<Drag | null>(null);
  const pressed = useRef<{ readonly from: Spot; readonly isFirstPoint: boolean } | null>(null);
  const { say, region } = useSpeech();
  // What was begun on one listing is not for another.
  const [begunOn, setBegunOn] = useState(ticker);
  if (begunOn !== ticker) {
    setBegunOn(ticker);
    setPlacing(null);
    setEditing(null);
    setSelected(null);
    setMoved(null);
  }

  const current = list.find(({ id }) => id === selected?.id) ?? null;
  const draft = placing && draftOf(placing);
  const [scene] = useState<Scene>(() => ({
    chart: null,
    dates,
    place,
    writing,
    drawings: [],
    selectedId: null,
    cursor: null,
    textWidths: new Map(),
  }));
  useEffect(() => {
    onLayer(drawingLayer(scene));
    return () => onLayer(null);
  }, [onLayer, scene]);
  useLayoutEffect(() => {
    const kept = list.map((one) => (one.id === moved?.id ? moved : one));
    scene.drawings = draft === null ? kept : [...kept, draft];
    scene.dates = dates;
    scene.place = place;
    scene.writing = writing;
    scene.selectedId = draft?.id ?? current?.id ?? null;
    scene.cursor = placing?.at ?? null;
    root.current?.toggleAttribute('data-drawing', placing !== null);
    if (scene.chart?.root.isConnected) scene.chart.redraw(false, false);
  });

  const surface = () => root.current?.querySelector<HTMLElement>('[role="application"]') ?? null;
  const focusChart = () => surface()?.focus({ preventScroll: true });

  function start(tool: Tool, isByKey: boolean) {
    setSelected(null);
    setEditing(null);
    setPlacing({ tool, points: [], at: isByKey ? restPoint() : null, isByKey });
    focusChart();
    say(
      `${TOOL_NAMES[tool]}: ${hintOf({ tool, points: [] })}. Arrow keys move, Enter places, Escape cancels.`,
    );
  }

  function restPoint(): DrawnPoint {
    const index = Math.min(candles.time.length, view.to) - 1;
    return { time_seconds: timeOfIndex(dates, index), price: candles.close[index] ?? lastPrice };
  }

  function put(point: DrawnPoint) {
    if (placing === null) return;
    const { tool, isByKey } = placing;
    const points = [...placing.points, point];
    const [first] = placing.points;
    if (first !== undefined && isSamePoint(first, point)) {
      say('The second point is where the first one is.');
      return;
    }
    if (points.length < pointsOf(tool)) {
      setPlacing({ ...placing, points, at: point });
      say(`First point on ${pointText(point, writing)}. ${hintOf({ tool, points })}.`);
      return;
    }
    setPlacing(null);
    const drawing: Drawing = { id: crypto.randomUUID(), tool, points };
    if (tool === 'text') {
      setEditing(drawing);
      return;
    }
    stored.put(drawing);
    // By keyboard the arrow keys belong to the chart again.
    setSelected(isByKey ? null : { id: drawing.id, grip: 'all' });
    say(`${drawingText(drawing, writing)} added.`);
  }

  function cancel() {
    setPlacing(null);
    say('Cancelled.');
  }

  function remove(drawing: Drawing) {
    stored.remove(drawing.id);
    setSelected(null);
    say(`${drawingText(drawing, writing)} removed.`);
  }

  function select(drawing: Drawing) {
    setPlacing(null);
    setSelected({ id: drawing.id, grip: 'all' });
    focusChart();
    if (drawing.tool !== 'level') show(drawing.points[0]);
    say(
      `${drawingText(drawing, writing)} selected. Arrow keys move it, Enter changes which point moves, Delete removes it, ` +
        'Escape ends.',
    );
  }

  /** Brings the bar of a point on screen. */
  function show({ time_seconds: time } = restPoint()) {
    const index = insideBars(series, indexOfTime(dates, time));
    const bars = index < view.from ? view.from - index : index >= view.to ? view.to - 1 - index : 0;
    if (bars !== 0) view.change({ do: 'pan', bars });
  }

  function keepText(text: string) {
    if (editing === null) return;
    setEditing(null);
    const drawing = { ...editing, text: text.trim() };
    if (drawing.text === '' || drawing.text === editing.text) return;
    stored.put(drawing);
    say(`${drawingText(drawing, writing)} kept.`);
  }

  function press(event: PointerEvent): boolean {
    const { chart } = scene;
    if (chart === null) return false;
    const spot = spotAt(event, chart);
    const isFirstPoint = placing !== null && placing.points.length === 0 && pointsOf(placing.tool) === 2;
    pressed.current = { from: spot, isFirstPoint };
    if (placing !== null) {
      const at = pointAt(series, spot, chart, event.pointerType);
      setPlacing({ ...placing, points: isFirstPoint ? [at] : placing.points, at, isByKey: false });
      focusChart();
      return true;
    }
    const hit = drawingAt(placedDrawings(scene), spot, slopPx(event.pointerType));
    const drawing = list.find(({ id }) => id === hit?.id);
    setSelected(hit && { id: hit.id, grip: 'all' });
    if (hit === null || drawing === undefined) return false;
    drag.current = { drawing, grip: hit.grip, from: spot };
    focusChart();
    return true;
  }

  function move(event: PointerEvent, isPressed: boolean) {
    const { chart } = scene;
    if (chart === null) return;
    const spot = spotAt(event, chart);
    if (placing !== null) {
      chart.over.style.cursor = '';
      if (isPressed || !placing.isByKey)
        setPlacing({ ...placing, at: pointAt(series, spot, chart, event.pointerType), isByKey: false });
    } else if (drag.current !== null) {
      setMoved(movedTo(series, drag.current, spot, chart, event.pointerType));
    } else {
      const hit = drawingAt(placedDrawings(scene), spot, slopPx(event.pointerType));
      chart.over.style.cursor = hit === null ? '' : 'move';
    }
  }

  function release(event: PointerEvent) {
    const { chart } = scene;
    if (chart === null) return;
    const spot = spotAt(event, chart);
    const { from, isFirstPoint } = pressed.current ?? { from: spot, isFirstPoint: false };
    const hasMoved = Math.hypot(spot.x - from.x, spot.y - from.y) > DRAG_PX;
    if (placing !== null) {
      // A drag gives both points, a press the first one: the second one is where the next press ends.
      if (isFirstPoint && !hasMoved) setPlacing({ ...placing, at: null });
      else put(pointAt(series, spot, chart, event.pointerType));
      return;
    }
    const isHere = list.some(({ id }) => id === drag.current?.drawing.id);
    if (drag.current !== null && hasMoved && isHere) {
      const drawing = movedTo(series, drag.current, spot, chart, event.pointerType);
      stored.put(drawing);
      say(`${drawingText(drawing, writing)}.`);
    }
    end();
  }

  function end() {
    drag.current = null;
    setMoved(null);
  }

  function key(event: KeyboardEvent): boolean {
    if (placing !== null) return placingKey(event, placing);
    return current !== null && selected !== null && selectedKey(event, current, selected.grip);
  }

  function placingKey(event: KeyboardEvent, { at }: Placing): boolean {
    if (event.key === 'Escape') {
      cancel();
      return true;
    }
    const isPlace = event.key === 'Enter' || event.key === ' ';
    const point = at ?? restPoint();
    if (isPlace && at !== null) {
      put(at);
      return true;
    }
    const next = isPlace ? point : stepped(series, scene.chart, point, event);
    if (next === null) return false;
    setPlacing((now) => now && { ...now, at: next, isByKey: true });
    show(next);
    store.set(link.cursorAtom, indexOfTime(dates, next.time_seconds));
    say(pointText(next, writing), true);
    return true;
  }

  function selectedKey(event: KeyboardEvent, drawing: Drawing, grip: Grip): boolean {
    if (event.key === 'Escape') setSelected(null);
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(drawing);
    else if (event.key === 'Enter') {
      const next = GRIPS[(GRIPS.indexOf(grip) + 1) % (drawing.points.length + 1)] ?? 'all';
      if (drawing.points.length > 1) setSelected({ id: drawing.id, grip: next });
      say(`Arrow keys move ${GRIP_NAMES[drawing.points.length > 1 ? next : 'all']}.`);
    } else {
      // A line that moves as a whole keeps its slope where it leaves the bars.
      const isWhole = grip === 'all' && drawing.points.length > 1;
      const points = drawing.points.map((point, i) =>
        grip === 'all' || grip === i ? stepped(series, scene.chart, point, event, isWhole) : point,
      );
      if (points.some((point) => point === null)) return false;
      const next = { ...drawing, points: points as DrawnPoint[] };
      stored.put(next, `${drawing.id} ${grip}`);
      show(next.points[grip === 1 ? 1 : 0]);
      say(drawingText(next, writing), true);
    }
    return true;
  }

  function undo() {
    say(stored.canUndo ? 'Undone.' : 'Nothing to undo.');
    stored.undo();
  }

  function redo() {
    say(stored.canRedo ? 'Done again.' : 'Nothing to redo.');
    stored.redo();
  }

  useDrawingInput(root, {
    plot: () => scene.chart?.over ?? null,
    press,
    move,
    release,
    cancel() {
      end();
      if (pressed.current?.isFirstPoint) setPlacing((now) => now && { ...now, points: [], at: null });
    },
    key,
    undo,
    redo,
  });

  const overChart = surface();
  return (
    <>
      {createPortal(
        <DrawMenu
          list={list}
          hasRoom={stored.hasRoom}
          canUndo={stored.canUndo}
          canRedo={stored.canRedo}
          writing={writing}
          opensAtOnce={props.opensAtOnce}
          onTool={start}
          onSelect={select}
          onAlert={alertAt}
          onRemove={remove}
          onUndo={undo}
          onRedo={redo}
        />,
        toolbar,
      )}
      {overChart &&
        createPortal(
          <>
            {placing !== null && (
              <PlacingBar
                placing={placing}
                writing={writing}
                onCancel={() => {
                  focusChart();
                  cancel();
                }}
              />
            )}
            {placing === null && current !== null && editing === null && moved === null && (
              <SelectionBar
                tool={current.tool}
                onAlert={() => alertAt(current)}
                onEdit={() => setEditing(current)}
                onRemove={() => {
                  focusChart();
                  remove(current);
                }}
              />
            )}
            {editing !== null && (
              <DrawingTextEditor
                key={editing.id}
                drawing={editing}
                scene={scene}
                onKeep={keepText}
                onCancel={() => setEditing(null)}
                onLeave={focusChart}
              />
            )}
          </>,
          overChart,
        )}
      <Toast
        isOpen={notice !== null}
        onDismiss={() => setNotice(null)}
        action={<Link href="/watchlist">Watchlist</Link>}
      >
        {notice}
      </Toast>
      {region}
    </>
  );
}
