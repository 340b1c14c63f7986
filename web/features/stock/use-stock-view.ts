import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
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
import { useAtomValueRawSync } from '../../store.ts';
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

/** Shows a new view at once and pushes its URL after the next paint, because pushing takes longer than drawing the chart. */
export function useStockView() {
  const [, navigate] = useLocation();
  const search = useSearch();
  /** A view that is not in the URL, and the query string at the time of the choice. */
  const [pending, setPending] = useState<{ view: StockView; chosenAt: string } | null>(null);
  const cancel = useRef<() => void>(() => undefined);
  const isStepPending = useRef(false);
  const urlView = useMemo(() => parseView(search), [search]);
  const view = pending?.chosenAt === search ? pending.view : urlView;

  useEffect(() => () => cancel.current(), []);

  const latest = useRef({ view, search });
  useLayoutEffect(() => {
    latest.current = { view, search };
  }, [view, search]);

  /** Stable across renders. Without `isStep` it replaces the history entry. */
  const show = useCallback(
    (change: Partial<StockView>, isStep = true) => {
      const { view: before, search: chosenAt } = latest.current;
      const next = { ...before, ...change };
      const query = viewQuery(next);
      cancel.current();
      const isInUrl = query === viewQuery(parseView(chosenAt));
      setPending(isInUrl ? null : { view: next, chosenAt });
      isStepPending.current = !isInUrl && (isStepPending.current || isStep);
      if (isInUrl || !parseTicker(next.ticker).ok) return;
      cancel.current = afterNextPaint(() => {
        navigate(query, { replace: !isStepPending.current });
        isStepPending.current = false;
        setPending(null);
      });
    },
    [navigate],
  );
  return { view, show };
}

/** `/` focuses the search field; 1 to 6 choose a range. Off while typing, under a dialog or with a modifier key. */
export function useShortcuts(
  search: RefObject<HTMLInputElement | null>,
  setRange: (range: RangeLabel) => void,
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
      } else if (range !== undefined && event.key.length === 1) setRange(range);
    }
    return listen(document, { keydown });
  }, [areShortcutsOn, search, setRange]);
}
