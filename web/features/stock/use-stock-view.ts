import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { useLocation, useSearch } from 'wouter';
import {
  DEFAULT_TICKER,
  parseHorizon,
  parseTicker,
  RANGE_LABELS,
  type HorizonDays,
  type RangeLabel,
} from '#compute';
import { afterNextPaint } from '../../shared/browser/first-screen.ts';
import { atom, useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { areShortcutsOnAtom, isTyping } from '../../shared/user/settings.ts';
import { listen } from '../../shared/browser/listen.ts';

export interface StockView {
  /** A ticker, or a text whose listing only the server may know. */
  readonly ticker: string;
  readonly horizonDays: HorizonDays;
  readonly range: RangeLabel;
}

/** A month shows the trend and still every day. */
const DEFAULT_RANGE: RangeLabel = '1M';

export function parseView(search: string): StockView {
  const params = new URLSearchParams(search);
  const text = params.get('ticker')?.trim() || DEFAULT_TICKER;
  const ticker = parseTicker(text);
  return {
    ticker: ticker.ok ? ticker.value : text.toUpperCase(),
    horizonDays: parseHorizon(params.get('days')),
    range: RANGE_LABELS.find((label) => label === params.get('range')) ?? DEFAULT_RANGE,
  };
}

export function viewQuery({ ticker, horizonDays, range }: StockView): string {
  return `?${new URLSearchParams({ ticker, days: String(horizonDays), range })}`;
}

/** A view that is not in the URL yet, and the URL's view at the time of the choice, as a query. */
interface Choice {
  readonly view: StockView;
  readonly from: string;
  readonly isStep: boolean;
}

const choiceAtom = atom<Choice | null>(null);

/** Shows a changed view at once. Without `isStep` it replaces the history entry. */
const showViewAtom = atom(null, (get, set, change: Partial<StockView>, isStep: boolean = true) => {
  const inUrl = parseView(location.search);
  const from = viewQuery(inUrl);
  const choice = get(choiceAtom);
  const before = choice?.from === from ? choice : { view: inUrl, isStep: false };
  const view = { ...before.view, ...change };
  set(choiceAtom, viewQuery(view) === from ? null : { view, from, isStep: isStep || before.isStep });
});

export function useStockView() {
  const choice = useAtomValueRawSync(choiceAtom);
  const inUrl = parseView(useSearch());
  const view = choice?.from === viewQuery(inUrl) ? choice.view : inUrl;
  return { view, show: useSetAtom(showViewAtom) };
}

/** Pushes the URL of a chosen view after the next paint, because pushing takes longer than drawing the chart. */
export function useViewInUrl(): void {
  const [, navigate] = useLocation();
  const choice = useAtomValueRawSync(choiceAtom);
  const setChoice = useSetAtom(choiceAtom);
  useEffect(() => {
    if (choice === null || !parseTicker(choice.view.ticker).ok) return undefined;
    return afterNextPaint(() => {
      navigate(viewQuery(choice.view), { replace: !choice.isStep });
      setChoice(null);
    });
  }, [choice, navigate, setChoice]);
  useEffect(() => () => setChoice(null), [setChoice]);
}

/** `/` focuses the search field; 1 to 6 choose a range. Off while typing, under a dialog or with a modifier key. */
export function useShortcuts(
  search: RefObject<HTMLInputElement | null>,
  show: (change: Partial<StockView>) => void,
): void {
  // A layout effect, so that the keys work as soon as the page is visible.
  const areShortcutsOn = useAtomValueRawSync(areShortcutsOnAtom);
  useLayoutEffect(() => {
    function keydown(event: KeyboardEvent) {
      if (!areShortcutsOn) return;
      const isElsewhere = isTyping(event.target) || document.querySelector('dialog[open]') !== null;
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return;
      const range = RANGE_LABELS[Number.parseInt(event.key, 10) - 1];
      if (event.key === '/') {
        event.preventDefault();
        search.current?.focus();
        search.current?.select();
      } else if (range !== undefined && event.key.length === 1) show({ range });
    }
    return listen(document, { keydown });
  }, [areShortcutsOn, search, show]);
}
