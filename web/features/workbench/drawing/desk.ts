import type { PriceScale } from '../../../shared/user/anchor.ts';
import {
  anchoredDrawing,
  drawingsAtom,
  hasRoom,
  type Drawing,
  type DrawingList,
  type DrawingStyle,
  type DrawnPoint,
  type Tool,
} from '../../../shared/user/drawings.ts';
import { overlayAtom } from '../../../shared/ui/overlay.ts';
import { useStore, type Store } from '../../../store.ts';
import { memoizeByObject, type WorkbenchSeries } from '../data/chart-series.ts';
import { changeDrawingsAtom } from '../view/changes.ts';
import { DrawingLayer } from './paint.ts';
import { indexOfTime, pointText, timeOfIndex, type DrawingTextContext } from './shapes.ts';
import { draftOf, draggedTo, drawingsOn, DrawingSession, hintOf, penAtom, IDLE } from './state.ts';
import { drawingText, penFor, TOOLS } from './tools.ts';

export interface Sheet {
  readonly ticker: string;
  readonly series: WorkbenchSeries;
  readonly today: PriceScale;
  readonly textContext: DrawingTextContext;
  readonly focusChart: () => void;
  /** Speaks to a screen reader; `isDebounced` is for texts that a held key replaces. */
  readonly say: (text: string, isDebounced?: boolean) => void;
}

export class DrawingDesk extends DrawingSession {
  readonly layer = new DrawingLayer();
  /** As of the last commit, before which nothing can be pressed. */
  sheet!: Sheet;

  get list(): DrawingList {
    const { ticker, today } = this.sheet;
    return drawingsOn(this.store.get(drawingsAtom), ticker, today);
  }

  /** The selected drawing, if part of it is on screen. */
  get current(): Drawing | null {
    const { selected } = this.state;
    return (selected?.isOnPlot && this.list.find(({ id }) => id === selected.id)) || null;
  }

  /** Takes what the last commit shows, and draws it. */
  setSheet(sheet: Sheet): void {
    this.sheet = sheet;
    const { placing, selected, dragged, editing } = this.state;
    const draft = placing && editing === null ? draftOf(placing, this.store.get(penAtom)) : null;
    const kept = this.list.map((drawing) => (drawing.id === dragged?.id ? dragged : drawing));
    this.layer.update({
      ...sheet.series,
      textContext: sheet.textContext,
      drawings: draft === null ? kept : [...kept, draft],
      selectedId: draft?.id ?? selected?.id ?? null,
      cursor: placing?.at ?? null,
      onSelected: (isOnPlot) => this.setSelectionVisible(isOnPlot),
    });
  }

  textOf(drawing: Drawing): string {
    return drawingText(drawing, this.sheet.textContext);
  }

  start(tool: Tool, isByKey: boolean, isKept: boolean): void {
    if (!this.#hasRoom()) return;
    const at = isByKey ? this.restPoint() : null;
    this.set({ ...IDLE, placing: { tool, points: [], at, isByKey, isKept } });
    this.sheet.focusChart();
    const hint = hintOf({ tool, points: [] });
    this.sheet.say(`${TOOLS[tool].name}: ${hint}. Arrow keys move, Enter places, Escape cancels.`);
  }

  #hasRoom(): boolean {
    const isFree = hasRoom(this.store.get(drawingsAtom), this.sheet.ticker);
    if (!isFree) this.store.set(overlayAtom, { text: 'Drawing limit reached. Remove one first.' });
    return isFree;
  }

  restPoint(): DrawnPoint {
    const { series } = this.sheet;
    const index = Math.min(series.candles.time.length, this.layer.frame?.to ?? Infinity) - 1;
    return { time_seconds: timeOfIndex(series.dates, index), price: series.candles.close[index] ?? 0 };
  }

  placePoint(point: DrawnPoint): void {
    const { placing } = this.state;
    if (placing === null) return;
    const { tool, isByKey, isKept, at } = placing;
    const [first] = placing.points;
    const points = [...placing.points, point];
    if (first?.time_seconds === point.time_seconds && first.price === point.price) {
      this.sheet.say('The second point must differ from the first.');
    } else if (points.length < TOOLS[tool].points) {
      this.place({ points, at: point });
      this.sheet.say(
        `First point at ${pointText(point, this.sheet.textContext)}. ${hintOf({ tool, points })}.`,
      );
    } else {
      const pen = penFor(tool, this.store.get(penAtom));
      const drawing: Drawing = { id: crypto.randomUUID(), tool, points, ...pen };
      // After placing by keys, the arrow keys go on with the next drawing or with the chart.
      const next = isKept ? { ...placing, points: [], at: isByKey ? at : null } : null;
      if (tool === 'text') this.set({ placing: next, editing: drawing });
      else if (this.#hasRoom()) {
        this.#add(drawing, 'added', isByKey);
        this.set({ placing: next });
      }
    }
  }

  #add(drawing: Drawing, done: string, isByKey = false): void {
    this.keep(drawing, done);
    this.choose(isByKey ? undefined : drawing.id);
    this.sheet.say(`${this.textOf(drawing)} added.`);
  }

  /** The bar's buttons disappear, so the focus moves from them to the chart. */
  #keepFocus(): void {
    if (document.activeElement?.closest('figure')) this.sheet.focusChart();
  }

  cancel(): void {
    this.#keepFocus();
    this.set({ placing: null });
    this.sheet.say('Canceled.');
  }

  /** Adds and selects a copy, a tenth of the plot to the left and towards its middle. */
  duplicate(drawing: Drawing): void {
    const { chart } = this.layer;
    const from = this.layer.placed([drawing])[0]?.pixels[0];
    if (chart === null || from === undefined || !this.#hasRoom()) return;
    const { clientWidth: width, clientHeight: height } = chart.over;
    const to = { x: from.x - width / 10, y: from.y + (from.y > height / 2 ? -height : height) / 10 };
    const moved = draggedTo(this.sheet.series, { drawing, handle: 'all', from }, to, chart, -1);
    this.#add({ ...unlocked(moved), id: crypto.randomUUID() }, 'duplicated');
  }

  select(drawing: Drawing): void {
    this.choose(drawing.id);
    this.sheet.focusChart();
    if (drawing.tool !== 'level') this.show(drawing.points[0]);
    this.sheet.say(
      `${this.textOf(drawing)} selected. Arrow keys move it, Enter switches the point that moves, ` +
        'Delete removes it, Escape deselects it.',
    );
  }

  /** Records whether part of the selected drawing is on screen, and announces if it no longer is. */
  setSelectionVisible(isOnPlot: boolean): void {
    const { placing, selected } = this.state;
    const chosen = this.list.find(({ id }) => id === selected?.id);
    if (chosen === undefined || placing !== null || selected?.isOnPlot === isOnPlot) return;
    this.set({ selected: selected && { ...selected, isOnPlot } });
    if (!isOnPlot) this.sheet.say(`${this.textOf(chosen)} is out of view.`);
  }

  show({ time_seconds: time } = this.restPoint()): void {
    const { frame } = this.layer;
    if (frame === null) return;
    const index = Math.max(indexOfTime(this.sheet.series.dates, time), 0);
    const { from, to, gestures } = frame;
    const bars = index < from ? from - index : index >= to ? to - 1 - index : 0;
    if (bars !== 0) gestures.pan(bars);
  }

  keepText(text: string): void {
    const { editing } = this.state;
    if (editing === null) return;
    this.set({ editing: null });
    const drawing = { ...editing, text: text.trim() };
    if (drawing.text === '' || drawing.text === editing.text) return;
    this.keep(drawing, editing.text === undefined ? 'added' : 'changed');
    this.sheet.say(`${this.textOf(drawing)} saved.`);
  }

  /** Adds a drawing or replaces the one with its id. Changes of the same `run` are undone together. */
  keep(drawing: Drawing, done: string, run?: string): void {
    this.#keep([drawing], `${TOOLS[drawing.tool].name} ${done}`, this.sheet, run);
  }

  #keep(list: DrawingList, text: string, { ticker, today }: Sheet, run?: string): void {
    const drawings = new Map(list.map((drawing) => [drawing.id, anchoredDrawing(drawing, today)]));
    this.store.set(changeDrawingsAtom, { ticker, text, drawings, run });
  }

  addLevel(point: DrawnPoint): void {
    this.start('level', false, false);
    this.placePoint(point);
  }

  addAlert(price: number): void {
    this.store.set(overlayAtom, { alertsFor: this.sheet.ticker, price });
  }

  isFree(drawing: Drawing): boolean {
    if (drawing.locked) this.sheet.say(`${TOOLS[drawing.tool].name} is locked. Unlock it first.`);
    return !drawing.locked;
  }

  remove(drawing: Drawing): void {
    if (!this.isFree(drawing)) return;
    this.#keepFocus();
    this.#remove([drawing], `${TOOLS[drawing.tool].name} removed`);
    this.sheet.say(`${this.textOf(drawing)} removed.`);
  }

  #remove(list: DrawingList, text: string): void {
    const { sheet } = this;
    const drawings = new Map(list.map(({ id }) => [id, null]));
    this.store.set(changeDrawingsAtom, { ticker: sheet.ticker, text, drawings });
    const undo = () => this.#keep(list, text.replace('removed', 'restored'), sheet);
    this.store.set(overlayAtom, { text: `${text}.`, undo });
  }

  removeAll(): void {
    const { format } = this.sheet.textContext;
    const removed = this.list.filter(({ locked }) => !locked);
    const locked = this.list.length - removed.length;
    const done = `${format.counted(removed.length, 'drawing')} removed`;
    if (removed.length > 0) this.#remove(removed, done);
    this.sheet.say(locked === 0 ? `${done}.` : `${done}, ${format.count(locked)} locked.`);
  }

  setLook(drawing: Drawing, look: DrawingStyle): void {
    this.store.set(penAtom, (pen) => ({ ...pen, ...look }));
    this.keep({ ...drawing, ...look }, 'changed', `${drawing.id} look`);
  }

  setLocked(drawing: Drawing, isLocked: boolean): void {
    const done = isLocked ? 'locked' : 'unlocked';
    this.keep(isLocked ? { ...drawing, locked: true } : unlocked(drawing), done);
    this.sheet.say(`${TOOLS[drawing.tool].name} ${done}.`);
  }
}

const deskOf = memoizeByObject((store: Store) => new DrawingDesk(store));

export function useDesk(): DrawingDesk {
  return deskOf(useStore());
}

function unlocked(drawing: Drawing): Drawing {
  const { locked: _, ...left } = drawing;
  return left;
}
