import { HORIZON_OPTIONS_DAYS, nextTradingDays, type TradingHours } from '#compute';
import type uPlot from 'uplot';
import { useStore } from 'jotai';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import type { ChartLayer } from '../../shared/charts/chart-spec.ts';
import { useViewport, type ChartLink } from '../../shared/charts/use-viewport.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Toast } from '../../shared/ui/toast.tsx';
import { isSameRule, ruleText, type AlertRule } from '../../shared/watchlist/alert-rule.ts';
import { useWatchlist } from '../../shared/watchlist/use-watchlist.ts';
import { isWatched, MAX_ALERTS, MAX_WATCHED } from '../../shared/watchlist/watchlist-items.ts';
import { DrawMenu } from './draw-menu.tsx';
import { drawingLayer, placedDrawings, type Scene } from './drawing-layer.ts';
import { DrawingTextEditor } from './drawing-text-editor.tsx';
import {
  drawingAt,
  indexOfTime,
  priceStep,
  roundPrice,
  snapPrice,
  timeOfIndex,
  type Grip,
  type Spot,
} from './drawing-places.ts';
import styles from './drawings.module.css';
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

/** A drawing on its way: its points so far, and where the next one would be. */
interface Placing {
  readonly tool: Tool;
  readonly points: readonly DrawnPoint[];
  readonly at: DrawnPoint | null;
  readonly isByKey: boolean;
}

/** A drawing that the pointer moves, as it was at the start. */
interface Drag {
  readonly drawing: Drawing;
  readonly grip: Grip;
  readonly from: Spot;
}

/** As many as the longest forecast has. */
const SESSIONS_AHEAD = Math.max(...HORIZON_OPTIONS_DAYS);
const SLOP_PX = { mouse: 7, pen: 10, touch: 16 } as const;
const SNAP_PX = { mouse: 8, pen: 10, touch: 14 } as const;
const DRAG_PX = 6;
const FAR_STEPS = 10;
const NEW_ID = 'new';
const SAMPLE_TEXT = 'Text';
const GRIPS: readonly Grip[] = ['all', 0, 1];
const GRIP_NAMES = { all: 'all of it', 0: 'its first point', 1: 'its second point' } as const;

/** What is drawn over the price, by pointer and by keyboard, and the tools for it. */
export function DrawingPart(props: DrawingPartProps) {
  const { ticker, companyName, currency, lastPrice, series, history, hours, link, root, toolbar, onLayer } =
    props;
  const format = useFormat();
  const store = useStore();
  const watchlist = useWatchlist();
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
  const drag = useRef<Drag | null>(null);
  const pressed = useRef<{ readonly from: Spot; readonly isFirstPoint: boolean } | null>(null);
  const { say, region } = useSpeech();
  // What was begun on one listing is not for another.
  const [begunOn, setBegunOn] = useState(ticker);
  if (begunOn !== ticker) {
    setBegunOn(ticker);
    setPlacing(null);
    setEditing(null);
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

  const inside = (index: number) => Math.min(Math.max(index, 0), dates.length - 1);

  /** The price at a value of the scale; each scale is a straight line of prices, or prices themselves. */
  function priceAt(value: number): number {
    const [one, two] = [place(1) ?? 1, place(2) ?? 2];
    return 1 + (value - one) / (two - one);
  }

  /** What the pointer points at: a bar, and its price nearby or the price at that height. */
  function pointAt({ x, y }: Spot, chart: uPlot, kind: string): DrawnPoint {
    const index = inside(Math.round(chart.posToVal(x, 'x')));
    const candidates = [candles.open, candles.high, candles.low, candles.close].flatMap((column) => {
      const price = column[index] ?? Number.NaN;
      const value = place(price);
      return value === null ? [] : [{ price, y: chart.valToPos(value, 'price') }];
    });
    return {
      time_seconds: timeOfIndex(dates, index),
      price: snapPrice({ price: priceAt(chart.posToVal(y, 'price')), y }, candidates, pxOf(SNAP_PX, kind)),
    };
  }

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
    const index = inside(indexOfTime(dates, time));
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

  function alertAt({ points: [point] }: Drawing) {
    if (point === undefined || point.price <= 0 || watchlist === null) return;
    const rule: AlertRule = {
      on: 'price',
      direction: point.price >= lastPrice ? 'above' : 'below',
      value: point.price,
    };
    watchlist.add([{ ticker, name: companyName, alerts: [] }]);
    watchlist.addAlert(ticker, rule);
    const items = store.get(watchlist.itemsAtom);
    const alerts = items.find((item) => item.ticker === ticker)?.alerts ?? [];
    if (alerts.some((alert) => isSameRule(alert.rule, rule)))
      setNotice(`Alert set: ${ticker} ${ruleText(format, rule, currency)}.`);
    else if (isWatched(items, ticker)) setNotice(`${MAX_ALERTS} alerts on ${ticker} are the most.`);
    else setNotice(`The watchlist holds ${MAX_WATCHED} listings. Remove one first.`);
  }

  function drawingTo({ drawing, grip, from }: Drag, to: Spot, chart: uPlot, kind: string): Drawing {
    const { tool, points } = drawing;
    const pointed = pointAt(to, chart, kind);
    if (tool === 'level') return { ...drawing, points: [pointed] };
    if (grip !== 'all')
      return { ...drawing, points: points.map((point, i) => (i === grip ? pointed : point)) };
    const bars = Math.round(chart.posToVal(to.x, 'x')) - Math.round(chart.posToVal(from.x, 'x'));
    return {
      ...drawing,
      points: points.map((point) => {
        const value = place(point.price);
        if (value === null) return point;
        const y = chart.valToPos(value, 'price') + to.y - from.y;
        return {
          time_seconds: movedTime(dates, point.time_seconds, bars),
          price: to.y === from.y ? point.price : roundPrice(priceAt(chart.posToVal(y, 'price'))),
        };
      }),
    };
  }

  function press(event: PointerEvent): boolean {
    const { chart } = scene;
    if (chart === null) return false;
    const spot = spotAt(event, chart);
    const isFirstPoint = placing !== null && placing.points.length === 0 && pointsOf(placing.tool) === 2;
    pressed.current = { from: spot, isFirstPoint };
    if (placing !== null) {
      const at = pointAt(spot, chart, event.pointerType);
      setPlacing({ ...placing, points: isFirstPoint ? [at] : placing.points, at, isByKey: false });
      focusChart();
      return true;
    }
    const hit = drawingAt(placedDrawings(scene), spot, pxOf(SLOP_PX, event.pointerType));
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
        setPlacing({ ...placing, at: pointAt(spot, chart, event.pointerType), isByKey: false });
    } else if (drag.current !== null) {
      setMoved(drawingTo(drag.current, spot, chart, event.pointerType));
    } else {
      const hit = drawingAt(placedDrawings(scene), spot, pxOf(SLOP_PX, event.pointerType));
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
      else put(pointAt(spot, chart, event.pointerType));
      return;
    }
    if (drag.current !== null && hasMoved) {
      const drawing = drawingTo(drag.current, spot, chart, event.pointerType);
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
    const next = isPlace ? point : stepped(point, event);
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
        grip === 'all' || grip === i ? stepped(point, event, isWhole) : point,
      );
      if (points.some((point) => point === null)) return false;
      const next = { ...drawing, points: points as DrawnPoint[] };
      stored.put(next, `${drawing.id} ${grip}`);
      show(next.points[grip === 1 ? 1 : 0]);
      say(drawingText(next, writing), true);
    }
    return true;
  }

  /** A point one step further, or on a price of its bar; `null` for a key that moves nothing. */
  function stepped(
    point: DrawnPoint,
    { key: name, shiftKey }: KeyboardEvent,
    mayLeave = false,
  ): DrawnPoint | null {
    const steps = shiftKey ? FAR_STEPS : 1;
    const bars = { ArrowLeft: -steps, ArrowRight: steps, PageUp: -FAR_STEPS, PageDown: FAR_STEPS }[name];
    const up = { ArrowUp: steps, ArrowDown: -steps }[name];
    const bar = indexOfTime(dates, point.time_seconds);
    const column = { o: candles.open, h: candles.high, l: candles.low, c: candles.close }[name.toLowerCase()];
    if (column !== undefined) return { ...point, price: column[bar] ?? point.price };
    if (bars !== undefined) {
      const index = mayLeave ? bar + bars : inside(bar + bars);
      return { ...point, time_seconds: timeOfIndex(dates, index) };
    }
    if (up === undefined) return null;
    const { min, max } = scene.chart?.scales['price'] ?? {};
    const step = priceStep(priceAt(max ?? 0) - priceAt(min ?? 0), point.price);
    return { ...point, price: roundPrice(point.price + up * step) };
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
              <div className={styles.bar}>
                <strong>{TOOL_NAMES[placing.tool]}</strong>
                <span>{hintOf(placing)}</span>
                {placing.at && <span>{format.price(placing.at.price, currency)}</span>}
                <Button
                  size="sm"
                  onClick={() => {
                    focusChart();
                    cancel();
                  }}
                >
                  Cancel
                </Button>
              </div>
            )}
            {placing === null && current !== null && editing === null && moved === null && (
              <div className={styles.bar} role="group" aria-label="Selected drawing">
                <strong>{TOOL_NAMES[current.tool]}</strong>
                {current.tool === 'level' && (
                  <Button size="sm" onClick={() => alertAt(current)}>
                    Alert me
                  </Button>
                )}
                {current.tool === 'text' && (
                  <Button size="sm" onClick={() => setEditing(current)}>
                    Edit
                  </Button>
                )}
                <Button
                  size="sm"
                  onClick={() => {
                    focusChart();
                    remove(current);
                  }}
                >
                  Remove
                </Button>
              </div>
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

/** Where a pointer is on the plot; outside it, the nearest place inside. */
function spotAt({ clientX, clientY }: PointerEvent, chart: uPlot): Spot {
  const box = chart.over.getBoundingClientRect();
  return {
    x: Math.min(Math.max(clientX - box.left, 0), box.width),
    y: Math.min(Math.max(clientY - box.top, 0), box.height),
  };
}

function pxOf(sizes: typeof SLOP_PX | typeof SNAP_PX, kind: string): number {
  return kind === 'touch' || kind === 'pen' ? sizes[kind] : sizes.mouse;
}

function isSamePoint(a: DrawnPoint, b: DrawnPoint): boolean {
  return a.time_seconds === b.time_seconds && a.price === b.price;
}

/** A time moved by some bars; by none it keeps what its bar does not have. */
function movedTime(dates: Float64Array, timeSeconds: number, bars: number): number {
  return bars === 0 ? timeSeconds : timeOfIndex(dates, indexOfTime(dates, timeSeconds) + bars);
}

/** What is to be seen of a drawing on its way. */
function draftOf({ tool, points, at }: Placing): Drawing | null {
  const shown = at === null ? points : [...points, at];
  const isShown = points.length > 0 || (at !== null && pointsOf(tool) === 1);
  return isShown ? { id: NEW_ID, tool, points: shown, ...(tool === 'text' && { text: SAMPLE_TEXT }) } : null;
}

function hintOf({ tool, points }: Pick<Placing, 'tool' | 'points'>): string {
  if (tool === 'level') return 'Choose a price';
  if (tool === 'text') return 'Choose a place';
  return points.length === 0 ? 'Choose the first point' : 'Choose the second point';
}
