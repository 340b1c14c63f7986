/** A listing's drawings with their undo and redo, and the one that is being drawn or changed. */
import { useMemo, useReducer, useState } from 'react';
import type { useViewport } from '../../../shared/charts/use-viewport.ts';
import { useUserText } from '../../../shared/user-data/use-user-text.ts';
import { followed, NO_HISTORY, redone, undone, withChange, type History } from './drawing-history.ts';
import { hintOf, insideBars, isSamePoint } from './drawing-moves.ts';
import { drawingReducer, initialState } from './drawing-state.ts';
import {
  drawingText,
  hasRoom,
  indexOfTime,
  pointsOf,
  pointText,
  timeOfIndex,
  TOOL_NAMES,
  withList,
  type Writing,
} from './drawings.ts';
import {
  DRAWINGS,
  drawingsText,
  drawingToday,
  anchoredDrawing,
  parseDrawings,
  type Drawing,
  type DrawingList,
  type Drawings,
  type DrawnPoint,
  type Tool,
} from '../../../shared/user-data/drawings.ts';
import type { PriceScale } from '../../../shared/user-data/anchor.ts';
import type { WorkbenchSeries } from '../chart/workbench-series.ts';

interface ToolContext {
  readonly ticker: string;
  readonly series: WorkbenchSeries;
  readonly drawings: ListingDrawings;
  readonly writing: Writing;
  readonly view: ReturnType<typeof useViewport>;
  readonly focusChart: () => void;
  /** Speaks to a screen reader; `isHeld` is for what the next key may change. */
  readonly say: (text: string, isHeld?: boolean) => void;
}

export type DrawingTool = ReturnType<typeof useDrawingTool>;

/** What is being drawn, selected, dragged or written on, and the steps from one to the other. */
export function useDrawingTool({ ticker, series, drawings, writing, view, focusChart, say }: ToolContext) {
  const { candles, dates } = series;
  const [state, dispatch] = useReducer(drawingReducer, ticker, initialState);
  // While rendering, as React has it for state that follows from other state.
  if (state.ticker !== ticker) dispatch({ do: 'open', ticker });
  const { placing, selected, dragged, editing } = state;
  const current = drawings.list.find(({ id }) => id === selected?.id) ?? null;

  function start(tool: Tool, isByKey: boolean) {
    dispatch({ do: 'start', tool, at: isByKey ? restPoint() : null, isByKey });
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
      say('The second point has to differ from the first.');
      return;
    }
    if (points.length < pointsOf(tool)) {
      dispatch({ do: 'place', change: { points, at: point } });
      say(`First point on ${pointText(point, writing)}. ${hintOf({ tool, points })}.`);
      return;
    }
    const drawing: Drawing = { id: crypto.randomUUID(), tool, points };
    if (tool === 'text') {
      dispatch({ do: 'edit', drawing });
      return;
    }
    drawings.put(drawing);
    // By keyboard the arrow keys belong to the chart again.
    dispatch(isByKey ? { do: 'stop' } : { do: 'select', id: drawing.id, handle: 'all' });
    say(`${drawingText(drawing, writing)} added.`);
  }

  function cancel() {
    dispatch({ do: 'stop' });
    say('Cancelled.');
  }

  function remove(drawing: Drawing) {
    drawings.remove(drawing.id);
    dispatch({ do: 'deselect' });
    say(`${drawingText(drawing, writing)} removed.`);
  }

  function select(drawing: Drawing) {
    dispatch({ do: 'select', id: drawing.id, handle: 'all' });
    focusChart();
    if (drawing.tool !== 'level') show(drawing.points[0]);
    say(
      `${drawingText(drawing, writing)} selected. Arrow keys move it, Enter changes which point moves, Delete removes it, ` +
        'Escape deselects it.',
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
    dispatch({ do: 'finish' });
    const drawing = { ...editing, text: text.trim() };
    if (drawing.text === '' || drawing.text === editing.text) return;
    drawings.put(drawing);
    say(`${drawingText(drawing, writing)} saved.`);
  }

  function undo() {
    say(drawings.canUndo ? 'Undone.' : 'Nothing to undo.');
    drawings.undo();
  }

  function redo() {
    say(drawings.canRedo ? 'Redone.' : 'Nothing to redo.');
    drawings.redo();
  }

  return {
    drawings,
    writing,
    focusChart,
    say,
    placing,
    current,
    handle: selected?.handle ?? 'all',
    dragged,
    editing,
    dispatch,
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

export type ListingDrawings = ReturnType<typeof useDrawings>;

const NONE: DrawingList = [];

/** A listing's drawings as they are stored for the user, with prices of `today`, and what can be done with them. */
export function useDrawings(ticker: string, today: PriceScale) {
  const [text, write] = useUserText(DRAWINGS.storageKey);
  const drawings = useMemo((): Drawings => parseDrawings(text), [text]);
  const [histories, setHistories] = useState<ReadonlyMap<string, History>>(new Map());
  const kept = drawings.get(ticker) ?? NONE;
  const list = useMemo(() => kept.map((drawing) => drawingToday(drawing, today)), [kept, today]);
  const known = histories.get(ticker) ?? NO_HISTORY;
  const history = useMemo(() => followed(known, kept), [known, kept]);
  const now = { list: kept, history };

  function apply(next: typeof now | null) {
    if (next === null) return;
    setHistories(new Map(histories).set(ticker, next.history));
    write(drawingsText(withList(drawings, ticker, next.list)));
  }

  return {
    list,
    hasRoom: hasRoom(drawings, ticker),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    /** Adds a drawing or changes the one of its id. Changes of one `run` are undone together. */
    put: (drawing: Drawing, run?: string) =>
      apply(withChange(now, drawing.id, anchoredDrawing(drawing, today), run)),
    remove: (id: string) => apply(withChange(now, id, null)),
    undo: () => apply(undone(now)),
    redo: () => apply(redone(now)),
  };
}
