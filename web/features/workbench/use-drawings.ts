import { useMemo, useState } from 'react';
import { useUserText } from '../../shared/state/user-text.ts';
import {
  drawingsText,
  followed,
  hasRoom,
  parseDrawings,
  redone,
  startHistory,
  undone,
  withDrawing,
  withList,
  withoutDrawing,
  withStep,
  type Drawing,
  type DrawingList,
  type History,
} from './drawings.ts';

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
