/** What the workbench shows. The URL follows: a new history entry after the next paint, everything else within a second or after the gesture. */
import { navigate } from 'wouter/use-browser-location';
import { afterNextPaint } from '../../../shared/browser/first-screen.ts';
import { searchAtom } from '../../../shared/browser/browser-state.ts';
import { isInMotion } from '../../../shared/charts/motion.ts';
import type { ChartLink, ChosenPrices, ChosenViewport } from '../../../shared/charts/use-viewport.ts';
import { atom } from '../../../store.ts';
import {
  axisKey,
  parseWorkbench,
  SEPARATOR,
  WORKBENCH_PATH,
  workbenchUrl,
  type WorkbenchView,
} from './workbench-view.ts';

/** A view that is not in the URL yet, and the URL's query string when it was chosen. */
const pendingAtom = atom<{
  readonly chosenAt: string;
  readonly search: string;
  readonly isEntry: boolean;
} | null>(null);

/** The query string of what is on screen. */
const shownSearchAtom = atom((get) => {
  const [search, pending] = [get(searchAtom), get(pendingAtom)];
  return pending?.chosenAt === search ? pending.search : search;
});

/** Without the chart's placement. */
const viewSearchAtom = atom((get) => get(shownSearchAtom).replaceAll(/&(?:zoom|prices)=[^&]*/g, ''));

/** The same object while only the placement changes. */
export const viewAtom = atom((get) => parseWorkbench(get(viewSearchAtom)));

/** Changes the view. Unless `isEntry`, it replaces the current history entry. */
export const showAtom = atom(
  null,
  (get, set, change: Partial<WorkbenchView>, isEntry: boolean | undefined = true) => {
    const [chosenAt, before] = [get(searchAtom), get(shownSearchAtom)];
    const view = parseWorkbench(before);
    const next = { ...view, ...change };
    if (workbenchUrl(next) === workbenchUrl(view)) return;
    const isSameAxis = axisKey(next) === axisKey(view);
    const url = workbenchUrl(isSameAxis ? next : { ...next, zoom: '', prices: '' });
    const pending = get(pendingAtom);
    set(pendingAtom, {
      chosenAt,
      search: url.slice(WORKBENCH_PATH.length),
      isEntry: isEntry || (pending?.chosenAt === chosenAt && pending.isEntry),
    });
    if (isEntry) afterNextPaint(() => set(writeUrlAtom));
    else writeSoon(() => set(writeUrlAtom));
  },
);

const axisKeyAtom = atom((get) => axisKey(get(viewAtom)));

/** Part of the placement: a choice on screen, which the URL follows as a text. */
function placedAtom<Choice extends { readonly key: string }>(
  name: 'zoom' | 'prices',
  keyAtom: typeof axisKeyAtom,
  [write, parse]: readonly [
    (choice: Choice) => string,
    (numbers: readonly number[], key: string) => Choice | null,
  ],
) {
  const urlTextAtom = atom((get) => parseWorkbench(get(shownSearchAtom))[name]);
  /** With the URL's text when it was chosen. */
  const chosenAtom = atom<{ readonly from: string; readonly choice: Choice | null }>({
    from: '',
    choice: null,
  });
  const valueAtom = atom(
    (get) => {
      const [text, key, { from, choice }] = [get(urlTextAtom), get(keyAtom), get(chosenAtom)];
      // The previous chart keeps its choice until another one replaces it.
      const isPrevious = text === '' && choice !== null && choice.key !== key;
      return from === text || isPrevious ? choice : parse(text.split(SEPARATOR).map(Number), key);
    },
    (get, set, choice: Choice | null) => {
      set(chosenAtom, { from: get(urlTextAtom), choice });
      writeSoon(() => set(writeUrlAtom));
    },
  );
  const isChosenAtom = atom((get) => get(valueAtom)?.key === get(keyAtom));
  /** Returns the text of what is on screen, which is about to be in the URL. */
  const takeAtom = atom(null, (get, set) => {
    const choice = get(valueAtom);
    const from = choice?.key === get(keyAtom) ? write(choice) : '';
    set(chosenAtom, { from, choice });
    return from;
  });
  return { valueAtom, isChosenAtom, takeAtom };
}

const zoom = placedAtom<ChosenViewport>('zoom', axisKeyAtom, [
  /** "bars_hidden", for a view of the past "bars_hidden_end". */
  ({ view, end }) => {
    const hidden = Math.round(view.hidden);
    return [Math.round(view.bars), hidden, ...(hidden > 0 ? [end] : [])].join(SEPARATOR);
  },
  ([bars = 0, hidden = Number.NaN, end = Infinity], key) => {
    const isValid = bars > 0 && Number.isInteger(bars + hidden) && !Number.isNaN(end);
    return isValid ? { key, view: { bars, hidden }, end } : null;
  },
]);

/** Identifies a price axis; a new key makes it automatic. */
const pricesKeyAtom = atom((get) => `${get(axisKeyAtom)} ${get(viewAtom).scale}`);

const PRICE_DIGITS = 6;

const prices = placedAtom<ChosenPrices>('prices', pricesKeyAtom, [
  ({ span }) => span.map((price) => Number(price.toPrecision(PRICE_DIGITS))).join(SEPARATOR),
  ([low = Number.NaN, high = Number.NaN], key) => (high > low ? { key, span: [low, high] } : null),
]);

export const LINK: ChartLink = {
  cursorAtom: atom<number | null>(null),
  viewAtom: zoom.valueAtom,
  pricesAtom: prices.valueAtom,
};

/** Whether the chart no longer shows its range. */
export const isZoomedAtom = zoom.isChosenAtom;

/** Writes what is on screen into the URL, if the page is still the workbench. */
export const writeUrlAtom = atom(null, (get, set) => {
  const pending = get(pendingAtom);
  const { pathname, search } = window.location;
  if (pathname === WORKBENCH_PATH) {
    const url = workbenchUrl({ ...get(viewAtom), zoom: set(zoom.takeAtom), prices: set(prices.takeAtom) });
    const replace = pending?.chosenAt !== search || !pending.isEntry;
    if (url !== pathname + search) navigate(url, { replace });
  }
  set(pendingAtom, null);
});

/** Browsers refuse hundreds of URL changes within seconds. */
const URL_MS = 1000;

let timer: ReturnType<typeof setTimeout> | undefined;

function writeSoon(write: () => void): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    if (isInMotion()) writeSoon(write);
    else write();
  }, URL_MS);
}

const CLOSED_KEY = 'candor:workbench-closed';

/** Writes the URL while the page closes. A reload ignores that, so the new page does it again. */
export const closeAtom = atom(null, (_get, set) => {
  const { search } = window.location;
  set(writeUrlAtom);
  const written = window.location.search;
  if (written !== search) sessionStorage.setItem(CLOSED_KEY, JSON.stringify([search, written]));
});

function reopen(): void {
  try {
    const [search, written] = JSON.parse(sessionStorage.getItem(CLOSED_KEY) ?? '[]') as string[];
    sessionStorage.removeItem(CLOSED_KEY);
    const [{ type } = {}] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (type === 'reload' && written && search === window.location.search)
      navigate(written, { replace: true });
  } catch {
    // Without storage the URL is up to a second old.
  }
}

// On import, before any atom reads the URL.
reopen();
