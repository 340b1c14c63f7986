import { useLayoutEffect, type RefObject } from 'react';
import {
  DEFAULT_TICKER,
  parseHorizon,
  parseTicker,
  RANGE_LABELS,
  type HorizonDays,
  type RangeLabel,
} from '#compute';
import { showSearchAtom, shownSearchAtom } from '../../shared/browser/shown-search.ts';
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

const viewAtom = atom((get) => parseView(get(shownSearchAtom)));

/** Shows a changed view. Without `isStep` it replaces the history entry. */
export const showViewAtom = atom(null, (get, set, change: Partial<StockView>, isStep?: boolean) => {
  const view = get(viewAtom);
  const query = viewQuery({ ...view, ...change });
  if (query !== viewQuery(view)) set(showSearchAtom, query, isStep);
});

export function useStockView(): StockView {
  return useAtomValueRawSync(viewAtom);
}

/** `/` focuses the search field; 1 to 6 choose a range. Off while typing, under a dialog or with a modifier key. */
export function useShortcuts(search: RefObject<HTMLInputElement | null>): void {
  // A layout effect, so that the keys work as soon as the page is visible.
  const areShortcutsOn = useAtomValueRawSync(areShortcutsOnAtom);
  const showView = useSetAtom(showViewAtom);
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
      } else if (range !== undefined && event.key.length === 1) showView({ range });
    }
    return listen(document, { keydown });
  }, [areShortcutsOn, search, showView]);
}
