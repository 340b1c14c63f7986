import { atom, type Store } from '../../store.ts';
import { listen } from '../ui/listen.ts';

/** Whether a source of the server has failed since this page was opened. */
export const failingSourceAtom = atom(false);

const FAILED = 'candor:source-failed';

/** Reports that a response names a failing source. Requests have no store: they report it as an event. */
export function reportSourceFailure(): void {
  dispatchEvent(new Event(FAILED));
}

/** Returns a function that ends it. */
export function followSourceFailures(store: Store): () => void {
  return listen(window, { [FAILED]: () => store.set(failingSourceAtom, true) });
}
