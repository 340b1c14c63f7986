/** The query string of what is on screen. The URL follows after the next paint, because a change takes the browser long. */
import { navigate } from 'wouter/use-browser-location';
import { atom } from '../../store.ts';
import { searchAtom } from './browser-state.ts';
import { afterNextPaint } from './first-screen.ts';

/** A query string that is not in the URL yet, and the URL's path and query string when it was chosen. */
const pendingAtom = atom<{
  readonly path: string;
  readonly chosenAt: string;
  readonly search: string;
  readonly isStep: boolean;
} | null>(null);

export const shownSearchAtom = atom((get) => {
  const [search, pending] = [get(searchAtom), get(pendingAtom)];
  return pending?.chosenAt === search ? pending.search : search;
});

/** Shows another query string. Without `isStep` it replaces the history entry. */
export const showSearchAtom = atom(null, (get, set, search: string, isStep: boolean | undefined = true) => {
  const [chosenAt, pending] = [get(searchAtom), get(pendingAtom)];
  const isPendingStep = pending?.chosenAt === chosenAt && pending.isStep;
  set(pendingAtom, {
    path: location.pathname,
    chosenAt,
    search,
    isStep: isStep || isPendingStep,
  });
  afterNextPaint(() => set(writeUrlAtom));
});

const writeUrlAtom = atom(null, (get, set) => {
  const pending = get(pendingAtom);
  const isCurrent = pending?.path === location.pathname && pending.chosenAt === location.search;
  if (isCurrent) navigate(pending.path + pending.search, { replace: !pending.isStep });
  set(pendingAtom, null);
});
