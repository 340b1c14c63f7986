/** What can be undone and done again on a listing's chart: its drawings, the indicators, the overlays. No React in here. */
import { canonicalJson } from '../../shared/user-data/canonical-json.ts';

/** One thing as it was and as it is after: a drawing by its id, a part of the view by its name. `null`: it is not there. */
export interface Change {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
  /** A drawing's place in the list. */
  readonly at?: number;
}

export interface Step {
  /** "Trend line added". */
  readonly text: string;
  readonly changes: readonly Change[];
}

export interface History {
  readonly past: readonly Step[];
  /** The next one first. */
  readonly future: readonly Step[];
  /** Changes of one run, such as a drawing that key after key moves, are one step. */
  readonly run: string | null;
}

/** A history after a step back or forth, and what has to change for it. */
interface Moved {
  readonly history: History;
  readonly step: Step;
}

export const NO_HISTORY: History = { past: [], future: [], run: null };

const MAX_STEPS = 100;

export function withStep(history: History, step: Step, run: string | null = null): History {
  const last = history.past.at(-1);
  if (last === undefined || run === null || run !== history.run)
    return { past: [...history.past, step].slice(-MAX_STEPS), future: [], run };
  const changes = step.changes.map((change, i) => ({ ...change, before: last.changes[i]?.before }));
  return { past: [...history.past.slice(0, -1), { ...step, changes }], future: [], run };
}

/** One step back; `null` where there is none. */
export function undone({ past, future }: History): Moved | null {
  const last = past.at(-1);
  if (last === undefined) return null;
  const changes = last.changes.map((change) => ({ ...change, before: change.after, after: change.before }));
  return {
    history: { past: past.slice(0, -1), future: [last, ...future], run: null },
    step: { ...last, changes },
  };
}

export function redone({ past, future }: History): Moved | null {
  const [step, ...later] = future;
  if (step === undefined) return null;
  return { history: { past: [...past, step], future: later, run: null }, step };
}

/** The history without the changes of what has been changed since in another way: by another device, or by going back. */
export function followed(history: History, valueOf: (key: string) => unknown): History {
  const expected = new Map<string, unknown>();
  for (const { changes } of history.future.toReversed())
    for (const { key, before } of changes) expected.set(key, before);
  for (const { changes } of history.past) for (const { key, after } of changes) expected.set(key, after);
  const lost = new Set(
    [...expected].flatMap(([key, value]) =>
      canonicalJson(value) === canonicalJson(valueOf(key)) ? [] : key,
    ),
  );
  if (lost.size === 0) return history;
  const kept = (steps: readonly Step[]) =>
    steps.flatMap(({ changes, ...step }) => {
      const left = changes.filter(({ key }) => !lost.has(key));
      return left.length === 0 ? [] : [{ ...step, changes: left }];
    });
  return { past: kept(history.past), future: kept(history.future), run: null };
}
