/** Changes to the indicators, comparisons and drawings of a chart, and their undo. */
import { INDICATORS, type IndicatorKind } from '#compute';
import { atom, type Getter } from '../../../store.ts';
import { canonicalJson } from '../../../shared/user/items.ts';
import { drawingsAtom, setDrawings, type Drawing } from '../../../shared/user/drawings.ts';
import { editAtom, ownedAtom } from '../../../shared/user/user-items.ts';
import { showAtom, viewAtom } from './url-state.ts';
import {
  INDICATOR_COLORS,
  MAX_INDICATORS,
  PANE_HEIGHT,
  type ChosenIndicator,
  type WorkbenchView,
} from './workbench-view.ts';

interface Change {
  /** The drawing's id, or the part's name. */
  readonly key: string;
  /** `null` if there was no such drawing. */
  readonly before: unknown;
  readonly after: unknown;
}

interface Step {
  readonly ticker: string;
  /** "Trend line added". */
  readonly text: string;
  readonly changes: readonly Change[];
}

/** Steps of one listing, the next one to undo or redo last. */
interface History {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** Consecutive changes of the same run, such as moving a drawing by keys, are one step. */
  readonly run: string | null;
}

const NO_HISTORY: History = { past: [], future: [], run: null };
const MAX_STEPS = 100;

/** A step is taken from one side, and its reverse is put on the other. */
const SIDES = { undo: ['past', 'future'], redo: ['future', 'past'] } as const;

type Direction = keyof typeof SIDES;

const historiesAtom = ownedAtom<ReadonlyMap<string, History>>(new Map());

/** A comparison also changes the scale. */
function isViewPart(key: string): key is 'indicators' | 'overlays' | 'scale' {
  return key === 'indicators' || key === 'overlays' || key === 'scale';
}

/** A step's changes, minus those overwritten since by another device or by Back. */
function applicableChanges(get: Getter, { ticker, changes }: Step) {
  const [view, list = []] = [get(viewAtom), get(drawingsAtom).get(ticker)];
  return changes.filter(({ key, after }) => {
    const now = isViewPart(key) ? view[key] : (list.find(({ id }) => id === key) ?? null);
    return canonicalJson(after) === canonicalJson(now);
  });
}

function nextStep(get: Getter, direction: Direction) {
  const [from] = SIDES[direction];
  const history = get(historiesAtom).get(get(viewAtom).ticker) ?? NO_HISTORY;
  const at = history[from].findLastIndex((each) => applicableChanges(get, each).length > 0);
  return { history, at, step: history[from][at] };
}

const nextTextAtom = (direction: Direction) => atom((get) => nextStep(get, direction).step?.text ?? null);

/** The steps that come next, as texts. */
export const NEXT_TEXTS = { undo: nextTextAtom('undo'), redo: nextTextAtom('redo') };

export const moveInHistoryAtom = atom(null, (get, set, direction: Direction) => {
  const [from, to] = SIDES[direction];
  const { history, at, step } = nextStep(get, direction);
  if (step === undefined) return;
  const changes = applicableChanges(get, step).map(({ key, before }) => [key, before] as const);
  const reversed = step.changes.map(({ key, before, after }) => ({ key, before: after, after: before }));
  const moved = [...history[to], { ...step, changes: reversed }];
  const next = { ...NO_HISTORY, [from]: history[from].slice(0, at), [to]: moved };
  set(historiesAtom, (before) => new Map(before).set(step.ticker, next));
  const parts = changes.filter(([key]) => isViewPart(key));
  if (parts.length > 0) set(showAtom, Object.fromEntries(parts));
  const drawings = changes.filter(([key]) => !isViewPart(key)) as [string, Drawing | null][];
  set(editAtom, setDrawings(step.ticker, new Map(drawings)));
});

const addStepAtom = atom(null, (get, set, step: Step, run: string | null) => {
  const { past, run: lastRun } = get(historiesAtom).get(step.ticker) ?? NO_HISTORY;
  const last = past.at(-1);
  const continues =
    last !== undefined && run !== null && run === lastRun && applicableChanges(get, last).length > 0;
  const changes = step.changes.map((change, i) =>
    continues ? { ...change, before: last.changes[i]?.before } : change,
  );
  const kept = continues ? past.slice(0, -1) : past;
  const next = { past: [...kept, { ...step, changes }].slice(-MAX_STEPS), future: [], run };
  set(historiesAtom, (before) => new Map(before).set(step.ticker, next));
});

/** Changes indicators or comparisons as a step that can be undone. Unless `isEntry`, it replaces the history entry. */
export const changeViewAtom = atom(null, (get, set, change: Partial<WorkbenchView>, isEntry?: boolean) => {
  const view = get(viewAtom);
  const parts = Object.keys(change);
  const text = viewText(view, change);
  if (text !== null && parts.every(isViewPart)) {
    const changes = parts.map((key) => ({ key, before: view[key], after: change[key] }));
    const at = change.indicators?.findIndex((indicator) => !view.indicators.includes(indicator));
    set(addStepAtom, { ticker: view.ticker, text, changes }, isEntry === false ? `indicator ${at}` : null);
  }
  set(showAtom, change, isEntry);
});

interface DrawingStep extends Pick<Step, 'ticker' | 'text'> {
  /** By id: `null` removes one, and an unknown id adds one. */
  readonly drawings: ReadonlyMap<string, Drawing | null>;
  readonly run?: string | undefined;
}

export const changeDrawingsAtom = atom(null, (get, set, { ticker, text, drawings, run }: DrawingStep) => {
  const list = get(drawingsAtom).get(ticker) ?? [];
  const changes = Array.from(drawings, ([key, after]) => {
    return { key, before: list.find(({ id }) => id === key) ?? null, after };
  });
  set(addStepAtom, { ticker, text, changes }, run ?? null);
  set(editAtom, setDrawings(ticker, drawings));
});

/** "RSI 14 added"; `null` for a change that cannot be undone. */
export function viewText(
  view: Pick<WorkbenchView, 'indicators' | 'overlays'>,
  { indicators, overlays }: Partial<WorkbenchView>,
): string | null {
  if (indicators) return listText(view.indicators, indicators, indicatorLabel);
  return overlays ? listText(view.overlays, overlays, (ticker) => ticker) : null;
}

function listText<T>(before: readonly T[], after: readonly T[], nameOf: (item: T) => string): string {
  const added = after.find((item) => !before.includes(item));
  const removed = before.find((item) => !after.includes(item));
  if (added !== undefined) return `${nameOf(added)} ${removed === undefined ? 'added' : 'changed'}`;
  return removed === undefined ? 'Order changed' : `${nameOf(removed)} removed`;
}

/** "Bollinger bands 20, 2". */
export function indicatorLabel({ kind, parameters }: Pick<ChosenIndicator, 'kind' | 'parameters'>): string {
  return [INDICATORS[kind].name, parameters.join(', ')].filter(Boolean).join(' ');
}

function leastUsed(used: readonly number[]): number {
  const uses = INDICATOR_COLORS.map((_name, color) => used.filter((usedColor) => usedColor === color).length);
  return uses.indexOf(Math.min(...uses));
}

/** Colours for overlays, unused by indicators as far as possible. */
export function overlayColors(
  indicators: readonly Pick<ChosenIndicator, 'color'>[],
  overlays: number,
): readonly number[] {
  const used = indicators.map(({ color }) => color);
  for (let i = 0; i < overlays; i += 1) used.push(leastUsed(used));
  return used.slice(indicators.length);
}

export function withAdded(
  list: readonly ChosenIndicator[],
  kind: IndicatorKind,
  overlays: number,
): readonly ChosenIndicator[] {
  if (list.length >= MAX_INDICATORS) return list;
  return [
    ...list,
    {
      kind,
      parameters: INDICATORS[kind].parameters.map(({ initial }) => initial),
      color: leastUsed([...list.map(({ color }) => color), ...overlayColors(list, overlays)]),
      height: PANE_HEIGHT.initial,
      isHidden: false,
    },
  ];
}

export function withChanged(
  list: readonly ChosenIndicator[],
  at: number,
  change: Partial<ChosenIndicator>,
): readonly ChosenIndicator[] {
  return list.map((each, i) => (i === at ? { ...each, ...change } : each));
}
