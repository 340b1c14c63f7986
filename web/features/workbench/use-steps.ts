/** What has been done on the chart of a listing, and how it is undone and done again: one order for drawings and view. */
import { useMemo, useState } from 'react';
import {
  DRAWINGS,
  drawingsText,
  parseDrawings,
  withDrawing,
  withList,
  type Drawing,
  type DrawingList,
} from '../../shared/user-data/drawings.ts';
import { useUserText } from '../../shared/user-data/use-user-text.ts';
import { indicatorLabel } from './chart/chosen-indicators.ts';
import { followed, NO_HISTORY, redone, undone, withStep, type Change, type History } from './steps.ts';
import type { ShowView, WorkbenchView } from './workbench-url.ts';

/** What of the view can be undone. A comparison changes the scale, too. */
type ViewPart = 'indicators' | 'overlays' | 'scale';

const NONE: DrawingList = [];

export type Steps = ReturnType<typeof useSteps>;

/** Drawings as they are stored for the user; `ticker` is of the chart on screen. */
export function useSteps(ticker: string, view: WorkbenchView, showView: ShowView) {
  const [text, write] = useUserText(DRAWINGS.storageKey);
  const drawings = useMemo(() => parseDrawings(text), [text]);
  const list = drawings.get(ticker) ?? NONE;
  const [histories, setHistories] = useState<ReadonlyMap<string, History>>(new Map());
  const known = histories.get(ticker) ?? NO_HISTORY;
  const history = useMemo(
    () =>
      followed(known, (key) =>
        isViewPart(key) ? view[key] : (list.find((drawing) => drawing.id === key) ?? null),
      ),
    [known, view, list],
  );

  const keep = (next: History) => setHistories((before) => new Map(before).set(ticker, next));

  /** Changes of the view by the user. Whole views, such as a layout, are taken back by the browser's Back alone. */
  const show: ShowView = (change, isStep = true) => {
    const parts = Object.keys(change);
    const step = viewText(view, change);
    if (step !== null && parts.every(isViewPart)) {
      const changes = parts.map((key) => ({ key, before: view[key], after: change[key] }));
      const at = change.indicators?.findIndex((one) => !view.indicators.includes(one));
      keep(withStep(history, { text: step, changes }, isStep ? null : `indicator ${at}`));
    }
    showView(change, isStep);
  };

  function apply(changes: readonly Change[]) {
    const parts = changes.filter(({ key }) => isViewPart(key));
    if (parts.length > 0) showView(Object.fromEntries(parts.map(({ key, after }) => [key, after])));
    const next = changes
      .filter(({ key }) => !isViewPart(key))
      .reduce((now, { key, after, at }) => withDrawing(now, key, after as Drawing | null, at), list);
    if (next !== list) write(drawingsText(withList(drawings, ticker, next)));
  }

  /** Puts drawings in place of those of their ids, or at the end; `null` takes the one of that id away. */
  function draw(step: string, changed: ReadonlyMap<string, Drawing | null>, run: string | null = null) {
    const changes = [...changed].map(([key, after]) => {
      const at = list.findIndex(({ id }) => id === key);
      return { key, before: list[at] ?? null, after, at: at < 0 ? list.length : at };
    });
    keep(withStep(history, { text: step, changes }, run));
    apply(changes);
  }

  function go(moved: ReturnType<typeof undone>) {
    if (moved === null) return;
    keep(moved.history);
    apply(moved.step.changes);
  }

  return {
    drawings,
    list,
    show,
    draw,
    /** What would be undone or done again; `null` where there is nothing. */
    undoText: history.past.at(-1)?.text ?? null,
    redoText: history.future[0]?.text ?? null,
    undo: () => go(undone(history)),
    redo: () => go(redone(history)),
  };
}

function isViewPart(key: string): key is ViewPart {
  return key === 'indicators' || key === 'overlays' || key === 'scale';
}

/** "RSI 14 added"; `null` for a change of something else. */
export function viewText(
  view: Pick<WorkbenchView, 'indicators' | 'overlays'>,
  { indicators, overlays }: Partial<WorkbenchView>,
): string | null {
  if (indicators) return listText(view.indicators, indicators, indicatorLabel);
  return overlays ? listText(view.overlays, overlays, (ticker) => ticker) : null;
}

function listText<T>(before: readonly T[], after: readonly T[], nameOf: (one: T) => string): string {
  const added = after.find((one) => !before.includes(one));
  const removed = before.find((one) => !after.includes(one));
  if (added !== undefined) return `${nameOf(added)} ${removed === undefined ? 'added' : 'changed'}`;
  return removed === undefined ? 'Order changed' : `${nameOf(removed)} removed`;
}
