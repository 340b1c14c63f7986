import { atom, type Store } from '../../store.ts';
import { listen } from '../browser/listen.ts';

export const failingSourceAtom = atom(false);

const FAILED = 'candor:source-failed';

/** Reports that a response names a failing source. Requests have no store: they report it as an event. */
export function reportSourceFailure(): void {
  dispatchEvent(new Event(FAILED));
}

export function followSourceFailures(store: Store): () => void {
  return listen(window, { [FAILED]: () => store.set(failingSourceAtom, true) });
}
