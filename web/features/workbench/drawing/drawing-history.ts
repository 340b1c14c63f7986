/** What can be undone and done again of a listing's drawings. No React in here. */
import { canonicalJson } from '../../../shared/user-data/canonical-json.ts';
import type { Drawing, DrawingList } from '../../../shared/user-data/drawings.ts';

/** One drawing as it was and as it is after; `null` where there is none. */
interface Change {
  readonly id: string;
  readonly before: Drawing | null;
  readonly after: Drawing | null;
  /** Its place in the list. */
  readonly at: number;
}

export interface History {
  readonly past: readonly Change[];
  /** The next one first. */
  readonly future: readonly Change[];
  /** Changes of one run, such as a drawing that key after key moves, are one step. */
  readonly run: string | null;
}

interface Changed {
  readonly list: DrawingList;
  readonly history: History;
}

export const NO_HISTORY: History = { past: [], future: [], run: null };

const MAX_STEPS = 100;

/** Puts a drawing in place of the one of its id, or at the end; `null` takes the one of that id away. */
export function withChange(
  { list, history }: Changed,
  id: string,
  after: Drawing | null,
  run: string | null = null,
): Changed {
  const index = list.findIndex((one) => one.id === id);
  const change = { id, before: list[index] ?? null, after, at: index < 0 ? list.length : index };
  const last = history.past.at(-1);
  const isSameRun = run !== null && run === history.run && last?.id === id;
  const past = isSameRun
    ? [...history.past.slice(0, -1), { ...last, after }]
    : [...history.past, change].slice(-MAX_STEPS);
  return { list: changed(list, change), history: { past, future: [], run } };
}

/** One step back; `null` where there is none. */
export function undone({ list, history: { past, future } }: Changed): Changed | null {
  const change = past.at(-1);
  if (change === undefined) return null;
  return {
    list: changed(list, { ...change, after: change.before }),
    history: { past: past.slice(0, -1), future: [change, ...future], run: null },
  };
}

export function redone({ list, history: { past, future } }: Changed): Changed | null {
  const [change, ...later] = future;
  if (change === undefined) return null;
  return { list: changed(list, change), history: { past: [...past, change], future: later, run: null } };
}

function changed(list: DrawingList, { id, after, at }: Change): DrawingList {
  if (after === null) return list.filter((one) => one.id !== id);
  return list.some((one) => one.id === id)
    ? list.map((one) => (one.id === id ? after : one))
    : list.toSpliced(at, 0, after);
}

/** The history without the changes of drawings that another tab or device has changed since. */
export function followed(history: History, list: DrawingList): History {
  const expected = new Map<string, Drawing | null>();
  for (const { id, before } of history.future.toReversed()) expected.set(id, before);
  for (const { id, after } of history.past) expected.set(id, after);
  const stored = new Map(list.map((one) => [one.id, one]));
  const lost = new Set(
    [...expected].flatMap(([id, drawing]) =>
      canonicalJson(drawing) === canonicalJson(stored.get(id) ?? null) ? [] : id,
    ),
  );
  if (lost.size === 0) return history;
  const isKept = ({ id }: Change) => !lost.has(id);
  return { past: history.past.filter(isKept), future: history.future.filter(isKept), run: null };
}
