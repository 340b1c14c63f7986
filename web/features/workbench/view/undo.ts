/** Undo and redo history of a listing's chart, covering drawings and view in one order. */
import { useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { canonicalJson } from '../../../shared/user/canonical-json.ts';
import { drawingsAtom, setDrawings, type Drawing, type DrawingList } from '../../../shared/user/drawings.ts';
import { editAtom } from '../../../shared/user/user-items.ts';
import { ownedAtom } from '../../../shared/user/owned-atom.ts';
import { indicatorLabel } from './chosen-indicators.ts';
import { show as showView, type ShowView, type WorkbenchView } from './workbench-view.ts';

/** Parts of the view that can be undone. A comparison also changes the scale. */
type ViewPart = 'indicators' | 'overlays' | 'scale';

/** A change of a drawing or of a part of the view. */
interface Change {
  /** The drawing's id, or the part's name. */
  readonly key: string;
  /** `null` if there was no such drawing. */
  readonly before: unknown;
  readonly after: unknown;
}

interface Step {
  /** "Trend line added". */
  readonly text: string;
  readonly changes: readonly Change[];
}

interface History {
  readonly past: readonly Step[];
  /** The next step to redo first. */
  readonly future: readonly Step[];
  /** Consecutive changes of the same run, such as moving a drawing by keys, are one step. */
  readonly run: string | null;
}

const NO_HISTORY: History = { past: [], future: [], run: null };
const MAX_STEPS = 100;
const NONE: DrawingList = [];

/** By ticker. */
const historiesAtom = ownedAtom<ReadonlyMap<string, History>>(new Map());

export type Steps = ReturnType<typeof useChartHistory>;

/** The stored drawings, and undo and redo for the chart of `ticker`. */
export function useChartHistory(ticker: string, view: WorkbenchView) {
  const drawings = useAtomValueRawSync(drawingsAtom);
  const edit = useSetAtom(editAtom);
  const list = drawings.get(ticker) ?? NONE;
  const histories = useAtomValueRawSync(historiesAtom);
  const setHistories = useSetAtom(historiesAtom);
  const { past, future, run: lastRun } = histories.get(ticker) ?? NO_HISTORY;

  /** A step's changes, minus those overwritten since by another device or by Back. */
  function applicableChanges({ changes }: Step, side: 'before' | 'after') {
    return changes.filter((change) => {
      const { key } = change;
      const now = isViewPart(key) ? view[key] : (list.find(({ id }) => id === key) ?? null);
      return canonicalJson(change[side]) === canonicalJson(now);
    });
  }
  const undoAt = past.findLastIndex((step) => applicableChanges(step, 'after').length > 0);
  const redoAt = future.findIndex((step) => applicableChanges(step, 'before').length > 0);

  const keep = (next: History) => setHistories((before) => new Map(before).set(ticker, next));

  function add(step: Step, run: string | null) {
    const last = past[undoAt];
    const isOfRun = run !== null && run === lastRun && undoAt === past.length - 1;
    if (last === undefined || !isOfRun) {
      keep({ past: [...past, step].slice(-MAX_STEPS), future: [], run });
      return;
    }
    const changes = step.changes.map((change, i) => ({ ...change, before: last.changes[i]?.before }));
    keep({ past: past.with(undoAt, { ...step, changes }), future: [], run });
  }

  /** Changes the view. Only the browser's Back undoes whole views, such as a layout. */
  const show: ShowView = (change, isStep = true) => {
    const parts = Object.keys(change);
    const step = viewText(view, change);
    if (step !== null && parts.every(isViewPart)) {
      const changes = parts.map((key) => ({ key, before: view[key], after: change[key] }));
      const at = change.indicators?.findIndex((one) => !view.indicators.includes(one));
      add({ text: step, changes }, isStep ? null : `indicator ${at}`);
    }
    showView(change, isStep);
  };

  function apply(changes: readonly Change[], side: 'before' | 'after') {
    const parts = changes.filter(({ key }) => isViewPart(key));
    if (parts.length > 0) showView(Object.fromEntries(parts.map((part) => [part.key, part[side]])));
    const drawn = changes.filter(({ key }) => !isViewPart(key));
    const next = drawn.map(({ key, [side]: value }) => [key, value as Drawing | null] as const);
    edit(setDrawings(ticker, new Map(next)));
  }

  /** Replaces drawings by id, or appends them; `null` removes the drawing. */
  function draw(step: string, changed: ReadonlyMap<string, Drawing | null>, run: string | null = null) {
    const changes = Array.from(changed, ([key, after]) => {
      return { key, before: list.find(({ id }) => id === key) ?? null, after };
    });
    add({ text: step, changes }, run);
    apply(changes, 'after');
  }

  function undo() {
    const step = past[undoAt];
    if (step === undefined) return;
    keep({ past: past.slice(0, undoAt), future: [step, ...future], run: null });
    apply(applicableChanges(step, 'after'), 'before');
  }

  function redo() {
    const step = future[redoAt];
    if (step === undefined) return;
    keep({ past: [...past, step], future: future.slice(redoAt + 1), run: null });
    apply(applicableChanges(step, 'before'), 'after');
  }

  return {
    drawings,
    list,
    show,
    draw,
    /** The steps that undo and redo would apply; `null` if there is none. */
    undoText: past[undoAt]?.text ?? null,
    redoText: future[redoAt]?.text ?? null,
    undo,
    redo,
  };
}

function isViewPart(key: string): key is ViewPart {
  return key === 'indicators' || key === 'overlays' || key === 'scale';
}

/** "RSI 14 added"; `null` for a change that cannot be undone. */
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
