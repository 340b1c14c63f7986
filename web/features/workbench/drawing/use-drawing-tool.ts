import { useReducer } from 'react';
import type { useViewport } from '../../../shared/charts/use-viewport.ts';
import { hasRoom, type Drawing, type DrawnPoint, type Tool } from '../../../shared/user-data/drawings.ts';
import type { WorkbenchSeries } from '../chart/workbench-series.ts';
import type { LayerModel } from './drawing-layer.ts';
import { hintOf, insideBars, pointsBeside } from './drawing-moves.ts';
import { drawingReducer, initialState } from './drawing-state.ts';
import { indexOfTime, pointText, timeOfIndex } from './drawn-points.ts';
import { drawingText, TOOLS } from './tools.ts';
import { penOf, unlocked, useDrawings, type DrawingsContext } from './use-drawings.ts';

interface ToolContext extends DrawingsContext {
  readonly ticker: string;
  readonly series: WorkbenchSeries;
  readonly model: LayerModel;
  readonly view: ReturnType<typeof useViewport>;
  readonly focusChart: () => void;
}

export type DrawingTool = ReturnType<typeof useDrawingTool>;

export function useDrawingTool(context: ToolContext) {
  const { ticker, series, model, steps, writing, view, focusChart, say } = context;
  const { candles, dates } = series;
  const [state, dispatch] = useReducer(drawingReducer, ticker, initialState);
  // While rendering, as React has it for state that follows from other state.
  if (state.ticker !== ticker) dispatch({ do: 'open', ticker });
  const { placing, selected, editing } = state;
  const drawings = useDrawings(context);
  const { list, keep } = drawings;
  const chosen = list.find(({ id }) => id === selected?.id) ?? null;

  const isRoom = hasRoom(steps.drawings, ticker);

  const textOf = (drawing: Drawing) => drawingText(drawing, writing);

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

  function put(point: DrawnPoint) {
    if (placing === null) return;
    const { tool, isByKey } = placing;
    const points = [...placing.points, point];
    const [first] = placing.points;
    if (first?.time_seconds === point.time_seconds && first.price === point.price) {
      say('The second point has to differ from the first.');
      return;
    }
    if (points.length < TOOLS[tool].points) {
      dispatch({ do: 'place', change: { points, at: point } });
      say(`First point on ${pointText(point, writing)}. ${hintOf({ tool, points })}.`);
      return;
    }
    const drawing: Drawing = { id: crypto.randomUUID(), tool, points, ...penOf(tool) };
    if (tool === 'text') {
      dispatch({ do: 'edit', drawing });
      return;
    }
    keep(drawing, 'added');
    // By keyboard the arrow keys belong to the chart again.
    dispatch(isByKey ? { do: 'stop' } : { do: 'select', id: drawing.id, handle: 'all' });
    say(`${textOf(drawing)} added.`);
  }

  function cancel() {
    dispatch({ do: 'stop' });
    say('Cancelled.');
  }

  /** A copy beside it, which is selected. */
  function duplicate(drawing: Drawing) {
    if (!isRoom) {
      say('No room for another drawing. Remove one first.');
      return;
    }
    const points = pointsBeside(series, model.chart, drawing.points, view);
    const copy = { ...unlocked(drawing), id: crypto.randomUUID(), points };
    keep(copy, 'duplicated');
    dispatch({ do: 'select', id: copy.id, handle: 'all' });
    say(`${textOf(copy)} added.`);
  }

  function select(drawing: Drawing) {
    dispatch({ do: 'select', id: drawing.id, handle: 'all' });
    focusChart();
    if (drawing.tool !== 'level') show(drawing.points[0]);
    say(
      `${textOf(drawing)} selected. Arrow keys move it, Enter changes which point moves, Delete removes it, ` +
        'Escape deselects it.',
    );
  }

  /** Where a part of the selected drawing comes on the plot, or none is left there. */
  function see(isOnPlot: boolean) {
    if (chosen === null || placing !== null || selected?.isOnPlot === isOnPlot) return;
    dispatch({ do: 'see', isOnPlot });
    if (!isOnPlot) say(`${textOf(chosen)} is not on the plot.`);
  }

  /** Brings the bar of a point on screen. */
  function show({ time_seconds: time } = restPoint()) {
    const index = insideBars(series, indexOfTime(dates, time));
    const bars = index < view.from ? view.from - index : index >= view.to ? view.to - 1 - index : 0;
    if (bars !== 0) view.pan(bars);
  }

  function keepText(text: string) {
    if (editing === null) return;
    dispatch({ do: 'finish' });
    const drawing = { ...editing, text: text.trim() };
    if (drawing.text === '' || drawing.text === editing.text) return;
    keep(drawing, editing.text === undefined ? 'added' : 'changed');
    say(`${textOf(drawing)} saved.`);
  }

  return {
    ...drawings,
    ...state,
    isRoom,
    /** What keys and buttons act on. */
    current: selected?.isOnPlot ? chosen : null,
    writing,
    focusChart,
    say,
    dispatch,
    restPoint,
    start,
    put,
    cancel,
    duplicate,
    select,
    see,
    show,
    keepText,
  };
}
