/** A listing's drawings with prices of today, and what can be done with those that are there. */
import { useMemo, useState } from 'react';
import type { PriceScale } from '../../../shared/user-data/anchor.ts';
import {
  anchoredDrawing,
  drawingToday,
  type Drawing,
  type DrawingLook,
  type Tool,
} from '../../../shared/user-data/drawings.ts';
import type { Steps } from '../use-steps.ts';
import { counted, type Writing } from './drawn-points.ts';
import { drawingText, TOOLS } from './tools.ts';

export interface DrawingsContext {
  readonly steps: Steps;
  /** The scale of today's prices. */
  readonly today: PriceScale;
  readonly writing: Writing;
  /** Speaks to a screen reader; `isHeld` is for what the next key may change. */
  readonly say: (text: string, isHeld?: boolean) => void;
}

/** What the user chose last, for the next drawing. Kept until the app is loaded anew. */
let pen: DrawingLook = {};

export function useDrawings({ steps, today, writing, say }: DrawingsContext) {
  const stored = steps.list;
  const list = useMemo(() => stored.map((drawing) => drawingToday(drawing, today)), [stored, today]);
  const [hasMagnet, setMagnet] = useState(true);

  /** Adds a drawing or changes the one of its id. Changes of one `run` are undone together. */
  function keep(drawing: Drawing, done: string, run?: string) {
    const next = new Map([[drawing.id, anchoredDrawing(drawing, today)]]);
    steps.draw(`${nameOf(drawing)} ${done}`, next, run);
  }

  /** Whether a drawing may be moved and removed; where not, it says so. */
  function isFree(drawing: Drawing): boolean {
    if (drawing.locked) say(`${nameOf(drawing)} is locked. Unlock it first.`);
    return !drawing.locked;
  }

  function remove(drawing: Drawing) {
    if (!isFree(drawing)) return;
    steps.draw(`${nameOf(drawing)} removed`, new Map([[drawing.id, null]]));
    say(`${drawingText(drawing, writing)} removed.`);
  }

  /** All but those that are locked. */
  function removeAll() {
    const removed = list.filter(({ locked }) => !locked);
    const locked = list.length - removed.length;
    const done = `${counted(writing.format, removed.length, 'drawing')} removed`;
    if (removed.length > 0) steps.draw(done, new Map(removed.map(({ id }) => [id, null])));
    say(locked === 0 ? `${done}.` : `${done}, ${writing.format.count(locked)} locked.`);
  }

  function setLook(drawing: Drawing, look: DrawingLook) {
    pen = { ...pen, ...look };
    keep({ ...drawing, ...look }, 'changed', `${drawing.id} look`);
    say(`${Object.values(look).join(', ')}.`);
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

export function unlocked(drawing: Drawing): Drawing {
  const { locked: _, ...left } = drawing;
  return left;
}

function nameOf({ tool }: Drawing): string {
  return TOOLS[tool].name;
}

/** What of the user's choice a tool has. */
export function penOf(tool: Tool): DrawingLook {
  const { color, width } = pen;
  const { look } = TOOLS[tool];
  return {
    ...(color && look.includes('color') && { color }),
    ...(width && look.includes('width') && { width }),
  };
}
