import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import {
  DEFAULT_HORIZON_DAYS,
  DEFAULT_TICKER,
  parseHorizon,
  parseTicker,
  RANGE_LABELS,
  type HorizonDays,
  type RangeLabel,
  type Ticker,
} from '#compute';
import { invalidTickerParam } from '../../shared/search/ticker-text.tsx';
import { afterNextPaint } from '../../shared/ui/first-screen.ts';
import { areShortcutsOn, isTyping } from '../../shared/user/settings.ts';
import { listen } from '../../shared/ui/listen.ts';

export interface StockView {
  readonly ticker: Ticker;
  readonly horizonDays: HorizonDays;
  readonly range: RangeLabel;
}

/** A month shows a trend without flattening the days. */
const DEFAULT_RANGE: RangeLabel = '1M';

/** Reads a query string. Each part that is missing or not valid falls back to its default on its own. */
export function parseView(search: string): StockView {
  const params = new URLSearchParams(search);
  const ticker = parseTicker(params.get('ticker') ?? DEFAULT_TICKER);
  return {
    ticker: ticker.ok ? ticker.value : DEFAULT_TICKER,
    horizonDays: parseHorizon(params.get('days') ?? '') ?? DEFAULT_HORIZON_DAYS,
    range: RANGE_LABELS.find((label) => label === params.get('range')) ?? DEFAULT_RANGE,
  };
}

/** The address of a view; {@link parseView} of its query gives the view back. */
export function viewUrl({ ticker, horizonDays, range }: StockView): string {
  return `/prediction?${new URLSearchParams({ ticker, days: String(horizonDays), range })}`;
}

/**
 * The view that the address names, a text in the ticker's place that is none, and a way to another view. That is on screen at
 * once and in the address after the next paint: pushing an address takes longer than drawing the chart. When the address
 * moves, it alone counts again.
 */
export function useStockView() {
  const [, navigate] = useLocation();
  const search = useSearch();
  /** Chosen over a query string, and not in the address yet. */
  const [pending, setPending] = useState<{ view: StockView; over: string } | null>(null);
  const cancel = useRef<() => void>(() => undefined);
  const isStepPending = useRef(false);
  const addressed = useMemo(() => parseView(search), [search]);
  const isPending = pending !== null && pending.over === search;
  const view = isPending ? pending.view : addressed;
  const misread = isPending ? null : invalidTickerParam(search, 'ticker');

  useEffect(() => () => cancel.current(), []);

  const latest = useRef({ view, misread, search });
  useLayoutEffect(() => {
    latest.current = { view, misread, search };
  }, [view, misread, search]);

  /** The same function on every render. Without `isStep` it replaces the history entry. */
  const show = useCallback(
    (change: Partial<StockView>, isStep = true) => {
      const { view: shown, misread: text, search: over } = latest.current;
      const next = { ...shown, ...change };
      // Choosing what is chosen is no step to go back from, unless the address says something else.
      if (text === null && viewUrl(next) === viewUrl(shown)) return;
      setPending({ view: next, over });
      cancel.current();
      isStepPending.current ||= isStep;
      cancel.current = afterNextPaint(() => {
        navigate(viewUrl(next), { replace: !isStepPending.current });
        isStepPending.current = false;
        setPending(null);
      });
    },
    [navigate],
  );
  return { view, misread, show };
}

interface Shortcuts {
  readonly focusSearch: () => void;
  readonly setRange: (range: RangeLabel) => void;
}

/**
 * `/` goes to the search field; 1 to 6 choose a range. Neither while typing, under a dialog, with a modifier key, nor where
 * the reader has turned them off.
 */
export function useShortcuts({ focusSearch, setRange }: Shortcuts): void {
  // As soon as the page can be seen, not after it.
  useLayoutEffect(() => {
    function keydown(event: KeyboardEvent) {
      if (!areShortcutsOn()) return;
      const isElsewhere = isTyping(event.target) || document.querySelector('dialog[open]') !== null;
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return;
      if (event.key === '/') {
        event.preventDefault();
        focusSearch();
        return;
      }
      const range = RANGE_LABELS[Number.parseInt(event.key, 10) - 1];
      if (range !== undefined && event.key.length === 1) setRange(range);
    }
    return listen(document, { keydown });
  }, [focusSearch, setRange]);
}
