/** A listing's drawings: as they are stored, with steps back and forth, and the one that is being drawn or changed. */
import { useMemo, useState } from 'react';
import type { useViewport } from '../../shared/charts/use-viewport.ts';
import { useUserText } from '../../shared/state/user-text.ts';
import { hintOf, insideBars, isSamePoint, type Grip, type Placing } from './drawing-moves.ts';
import {
  drawingsText,
  drawingText,
  hasRoom,
  indexOfTime,
  parseDrawings,
  pointsOf,
  pointText,
  timeOfIndex,
  TOOL_NAMES,
  withDrawing,
  withList,
  withoutDrawing,
  type Drawing,
  type DrawingList,
  type DrawnPoint,
  type Tool,
  type Writing,
} from './drawings.ts';
import type { WorkbenchSeries } from './workbench-series.ts';

interface ToolContext {
  readonly ticker: string;
  readonly series: WorkbenchSeries;
  readonly stored: StoredDrawings;
  readonly writing: Writing;
  readonly view: ReturnType<typeof useViewport>;
  readonly focusChart: () => void;
  /** Tells a screen reader; `isHeld` is for what the next key may change. */
  readonly say: (text: string, isHeld?: boolean) => void;
}

export type DrawingTool = ReturnType<typeof useDrawingTool>;

/** What is being drawn, selected, moved or written on, and the steps from one to the other. */
export function useDrawingTool({ ticker, series, stored, writing, view, focusChart, say }: ToolContext) {
  const { candles, dates } = series;
  const [placing, setPlacing] = useState<Placing | null>(null);
  const [selected, setSelected] = useState<{ readonly id: string; readonly grip: Grip } | null>(null);
  /** The selected drawing where the pointer has it. */
  const [moved, setMoved] = useState<Drawing | null>(null);
  /** The text that is being written. */
  const [editing, setEditing] = useState<Drawing | null>(null);
  // What was begun on one listing is not for another.
  const [begunOn, setBegunOn] = useState(ticker);
  if (begunOn !== ticker) {
    setBegunOn(ticker);
    setPlacing(null);
    setSelected(null);
    setMoved(null);
    setEditing(null);
  }
  const current = stored.list.find(({ id }) => id === selected?.id) ?? null;

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
    return { time_seconds: timeOfIndex(dates, index), price: candles.close[index] ?? 0 };
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

  function undo() {
    say(stored.canUndo ? 'Undone.' : 'Nothing to undo.');
    stored.undo();
  }

  function redo() {
    say(stored.canRedo ? 'Done again.' : 'Nothing to redo.');
    stored.redo();
  }

  return {
    placing,
    setPlacing,
    current,
    grip: selected?.grip ?? 'all',
    setSelected,
    moved,
    setMoved,
    editing,
    setEditing,
    restPoint,
    start,
    put,
    cancel,
    remove,
    select,
    show,
    keepText,
    undo,
    redo,
  };
}

export type StoredDrawings = ReturnType<typeof useDrawings>;

const NONE: DrawingList = [];

/** A listing's drawings as they are stored for the user, and what can be done with them. */
export function useDrawings(ticker: string) {
  const [text, write] = useUserText('drawings');
  const drawings = useMemo(() => parseDrawings(text), [text]);
  const [histories, setHistories] = useState<ReadonlyMap<string, History>>(new Map());
  const list = drawings.get(ticker) ?? NONE;
  const known = histories.get(ticker);
  const history = useMemo(() => (known ? followed(known, list) : startHistory(list)), [known, list]);

  function apply(next: History) {
    if (next === history) return;
    setHistories(new Map(histories).set(ticker, next));
    write(drawingsText(withList(drawings, ticker, next.present)));
  }

  return {
    list,
    hasRoom: hasRoom(drawings, ticker),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Adds a drawing or changes the one of its id. Changes of one `run` are undone together. */
    put: (drawing: Drawing, run?: string) => apply(withStep(history, withDrawing(list, drawing), run)),
    remove: (id: string) => apply(withStep(history, withoutDrawing(list, id))),
    undo: () => apply(undone(history)),
    redo: () => apply(redone(history)),
  };
}

/** What can be undone and redone. */
interface History {
  readonly past: readonly DrawingList[];
  readonly present: DrawingList;
  readonly future: readonly DrawingList[];
  /** Changes of one run, such as a drawing that key after key moves, are one step. */
  readonly run: string | null;
}

const MAX_STEPS = 100;

/** A history with nothing to undo. */
export function startHistory(present: DrawingList): History {
  return { past: [], present, future: [], run: null };
}

/** The history after one more change. */
export function withStep(history: History, next: DrawingList, run: string | null = null): History {
  const isSameRun = run !== null && run === history.run;
  const past = isSameRun ? history.past : [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present: next, future: [], run };
}

/** One step back; the same history where there is none. */
export function undone(history: History): History {
  const { past, present, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], run: null };
}

/** One step forth again; the same history where there is none. */
export function redone(history: History): History {
  const { past, present, future } = history;
  const [next, ...later] = future;
  if (next === undefined) return history;
  return { past: [...past, present], present: next, future: later, run: null };
}

/** The history for a list that is stored now: another tab's change cannot be undone here, nor what was before it. */
export function followed(history: History, stored: DrawingList): History {
  const isSame = JSON.stringify(history.present) === JSON.stringify(stored);
  return isSame ? history : startHistory(stored);
}
