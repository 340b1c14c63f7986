import { useEffect, useMemo } from 'react';
import type { useViewport } from '../../../shared/charts/use-viewport.ts';
import type { PriceScale } from '../../../shared/user/anchor.ts';
import {
  anchoredDrawing,
  splitAdjustedDrawing,
  hasRoom,
  type Drawing,
  type DrawingStyle,
  type DrawnPoint,
  type Tool,
} from '../../../shared/user/drawings.ts';
import type { Provenance } from '../../../shared/export/export-files.ts';
import { atom, useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import type { WorkbenchSeries } from '../data/chart-series.ts';
import type { Steps } from '../view/undo.ts';
import { placedDrawings, type DrawingLayer } from './paint.ts';
import { draftOf, draggedTo, hintOf, insideBars } from './moves.ts';
import { drawingReducer, initialState, type DrawingAction, type DrawingState } from './state.ts';
import { counted, indexOfTime, pointText, timeOfIndex, type DrawingTextContext } from './points.ts';
import { COLORS, drawingText, TOOLS, WIDTH_NAMES } from './tools.ts';

interface DrawingsContext {
  readonly steps: Steps;
  /** The scale of today's prices. */
  readonly today: PriceScale;
  readonly textContext: DrawingTextContext;
  /** Speaks to a screen reader; `isDebounced` is for texts that a held key replaces. */
  readonly say: (text: string, isDebounced?: boolean) => void;
}

interface ToolContext extends DrawingsContext {
  readonly ticker: string;
  /** Of an exported list. */
  readonly provenance: Provenance;
  readonly series: WorkbenchSeries;
  readonly layer: DrawingLayer;
  readonly view: ReturnType<typeof useViewport>;
  /** Puts the crosshair on a bar. */
  readonly moveCursor: (index: number) => void;
  readonly focusChart: () => void;
}

export type DrawingTool = ReturnType<typeof useDrawingTool>;

export interface ToolProps {
  readonly tool: DrawingTool;
}

/** State and actions of the drawing tools: what is being drawn, selected, dragged or edited. */
export function useDrawingTool(context: ToolContext) {
  const { ticker, series, layer, steps, textContext, view, focusChart, say } = context;
  const { candles, dates } = series;
  const [state, setState] = [useAtomValueRawSync(drawingStateAtom), useSetAtom(drawingStateAtom)];
  const { placing, selected, editing } = stateOf(ticker, state);
  const pen = useAtomValueRawSync(penAtom);
  const dispatch = (action: DrawingAction) =>
    setState((before) => drawingReducer(stateOf(ticker, before), action));
  // Cancels everything unfinished.
  useEffect(
    () => () => setState((before) => (before.ticker === ticker ? initialState('') : before)),
    [ticker, setState],
  );
  const drawings = useDrawings(context);
  const { list, keep } = drawings;
  const chosen = list.find(({ id }) => id === selected?.id) ?? null;
  const canAdd = hasRoom(steps.drawings, ticker);
  const textOf = (drawing: Drawing) => drawingText(drawing, textContext);

  function start(tool: Tool, isByKey: boolean) {
    dispatch({ do: 'start', tool, at: isByKey ? restPoint() : null, isByKey });
    focusChart();
    say(
      `${TOOLS[tool].name}: ${hintOf({ tool, points: [] })}. Arrow keys move, Enter places, Escape cancels.`,
    );
  }

  function restPoint(): DrawnPoint {
    const index = Math.min(candles.time.length, view.to) - 1;
    return { time_seconds: timeOfIndex(dates, index), price: candles.close[index] ?? 0 };
  }

  function placePoint(point: DrawnPoint) {
    if (placing === null) return;
    const { tool, isByKey } = placing;
    const points = [...placing.points, point];
    const [first] = placing.points;
    if (first?.time_seconds === point.time_seconds && first.price === point.price) {
      say('The second point must differ from the first.');
      return;
    }
    if (points.length < TOOLS[tool].points) {
      dispatch({ do: 'place', change: { points, at: point } });
      say(`First point at ${pointText(point, textContext)}. ${hintOf({ tool, points })}.`);
      return;
    }
    const drawing: Drawing = { id: crypto.randomUUID(), tool, points, ...penFor(tool, pen) };
    if (tool === 'text') {
      dispatch({ do: 'set', change: { placing: null, editing: drawing } });
      return;
    }
    keep(drawing, 'added');
    // After placing by keyboard, the arrow keys control the chart again.
    dispatch(
      isByKey ? { do: 'set', change: { placing: null } } : { do: 'select', id: drawing.id, handle: 'all' },
    );
    say(`${textOf(drawing)} added.`);
  }

  function cancel() {
    dispatch({ do: 'set', change: { placing: null } });
    say('Canceled.');
  }

  /** Adds and selects a copy, a tenth of the plot to the left and towards its middle. */
  function duplicate(drawing: Drawing) {
    const { chart } = layer;
    const from = placedDrawings(layer, [drawing])[0]?.pixels[0];
    if (chart === null || from === undefined) return;
    if (!canAdd) {
      say('Drawing limit reached. Remove one first.');
      return;
    }
    const { clientWidth: width, clientHeight: height } = chart.over;
    const to = { x: from.x - width / 10, y: from.y + (from.y > height / 2 ? -height : height) / 10 };
    const moved = draggedTo(series, { drawing, handle: 'all', from }, to, chart, -1);
    const copy = { ...unlocked(moved), id: crypto.randomUUID() };
    keep(copy, 'duplicated');
    dispatch({ do: 'select', id: copy.id, handle: 'all' });
    say(`${textOf(copy)} added.`);
  }

  function select(drawing: Drawing) {
    dispatch({ do: 'select', id: drawing.id, handle: 'all' });
    focusChart();
    if (drawing.tool !== 'level') show(drawing.points[0]);
    say(
      `${textOf(drawing)} selected. Arrow keys move it, Enter switches the point that moves, Delete removes it, ` +
        'Escape deselects it.',
    );
  }

  /** Records whether part of the selected drawing is on screen, and announces if it no longer is. */
  function setSelectionVisible(isOnPlot: boolean) {
    if (chosen === null || placing !== null || selected?.isOnPlot === isOnPlot) return;
    dispatch({ do: 'setVisible', isOnPlot });
    if (!isOnPlot) say(`${textOf(chosen)} is out of view.`);
  }

  /** Pans to the bar of a point. */
  function show({ time_seconds: time } = restPoint()) {
    const index = insideBars(series, indexOfTime(dates, time));
    const bars = index < view.from ? view.from - index : index >= view.to ? view.to - 1 - index : 0;
    if (bars !== 0) view.pan(bars);
  }

  function keepText(text: string) {
    if (editing === null) return;
    dispatch({ do: 'set', change: { editing: null } });
    const drawing = { ...editing, text: text.trim() };
    if (drawing.text === '' || drawing.text === editing.text) return;
    keep(drawing, editing.text === undefined ? 'added' : 'changed');
    say(`${textOf(drawing)} saved.`);
  }

  return {
    ...context,
    ...drawings,
    ...stateOf(ticker, state),
    canAdd,
    draft: placing && draftOf(placing, penFor(placing.tool, pen)),
    /** The drawing that keys and buttons act on. */
    current: selected?.isOnPlot ? chosen : null,
    dispatch,
    restPoint,
    start,
    placePoint,
    cancel,
    duplicate,
    select,
    setSelectionVisible,
    show,
    keepText,
  };
}

/** What is being placed, selected, dragged or edited. */
const drawingStateAtom = atom(initialState(''));

/** The state of a listing's drawings; another listing begins without one. */
function stateOf(ticker: string, state: DrawingState): DrawingState {
  return state.ticker === ticker ? state : initialState(ticker);
}

/** The user's last style, for the next drawing. */
const penAtom = atom<DrawingStyle>({});

/** Whether points snap to prices. */
const magnetAtom = atom(true);

/** A listing's drawings, adjusted for splits, and the actions on them. */
export function useDrawings({ steps, today, textContext, say }: DrawingsContext) {
  const stored = steps.list;
  const list = useMemo(() => stored.map((drawing) => splitAdjustedDrawing(drawing, today)), [stored, today]);
  const [hasMagnet, setMagnet] = [useAtomValueRawSync(magnetAtom), useSetAtom(magnetAtom)];
  const setPen = useSetAtom(penAtom);

  /** Adds a drawing or replaces the one with its id. Changes of the same `run` are undone together. */
  function keep(drawing: Drawing, done: string, run?: string) {
    const next = new Map([[drawing.id, anchoredDrawing(drawing, today)]]);
    steps.draw(`${nameOf(drawing)} ${done}`, next, run);
  }

  /** Whether a drawing is unlocked; announces if it is locked. */
  function isFree(drawing: Drawing): boolean {
    if (drawing.locked) say(`${nameOf(drawing)} is locked. Unlock it first.`);
    return !drawing.locked;
  }

  function remove(drawing: Drawing) {
    if (!isFree(drawing)) return;
    steps.draw(`${nameOf(drawing)} removed`, new Map([[drawing.id, null]]));
    say(`${drawingText(drawing, textContext)} removed.`);
  }

  /** Removes all unlocked drawings. */
  function removeAll() {
    const removed = list.filter(({ locked }) => !locked);
    const locked = list.length - removed.length;
    const done = `${counted(textContext.format, removed.length, 'drawing')} removed`;
    if (removed.length > 0) steps.draw(done, new Map(removed.map(({ id }) => [id, null])));
    say(locked === 0 ? `${done}.` : `${done}, ${textContext.format.count(locked)} locked.`);
  }

  function setLook(drawing: Drawing, look: DrawingStyle) {
    setPen((pen) => ({ ...pen, ...look }));
    keep({ ...drawing, ...look }, 'changed', `${drawing.id} look`);
    const names = [look.color && COLORS[look.color].name, look.width && WIDTH_NAMES[look.width]];
    say(`${names.filter(Boolean).join(', ')}.`);
  }

  function setLocked(drawing: Drawing, isLocked: boolean) {
    const done = isLocked ? 'locked' : 'unlocked';
    keep(isLocked ? { ...drawing, locked: true } : unlocked(drawing), done);
    say(`${nameOf(drawing)} ${done}.`);
  }

  function toggleMagnet() {
    setMagnet(!hasMagnet);
    say(hasMagnet ? 'Magnet off.' : 'Magnet on.');
  }

  return { list, hasMagnet, keep, isFree, remove, removeAll, setLook, setLocked, toggleMagnet };
}

function unlocked(drawing: Drawing): Drawing {
  const { locked: _, ...left } = drawing;
  return left;
}

function nameOf({ tool }: Drawing): string {
  return TOOLS[tool].name;
}

/** The parts of a style that apply to a tool. */
function penFor(tool: Tool, { color, width }: DrawingStyle): DrawingStyle {
  const { look } = TOOLS[tool];
  return {
    ...(color && look.includes('color') && { color }),
    ...(width && look.includes('width') && { width }),
  };
}
