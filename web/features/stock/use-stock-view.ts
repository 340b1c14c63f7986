/** What the stock page shows by its address, and the keys that change it. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { RANGE_LABELS, type RangeLabel } from '#compute';
import { misreadTicker } from '../../shared/search/ticker-text.tsx';
import { afterNextPaint } from '../../shared/ui/first-screen.ts';
import { areShortcutsOn, isTyping } from '../../shared/user-data/settings.ts';
import { parseView, viewUrl, type StockView } from './view-url.ts';
import { listen } from '../../shared/ui/listen.ts';

/** A view that was chosen and is not in the address yet. */
interface PendingView {
  readonly view: StockView;
  /** The query string that it was chosen over. */
  readonly over: string;
}

/** What is shown, and what of the address is not: a text in the ticker's place that is none, or `null`. */
interface AddressedView {
  readonly view: StockView;
  readonly misread: string | null;
  /** The same function on every render. Without `isStep` it replaces the history entry. */
  readonly show: (change: Partial<StockView>, isStep?: boolean) => void;
}

/**
 * The view that the address names, and a way to another one. A new view is on screen at once and in the address
 * after the next paint: pushing an address takes longer than drawing the chart. When the address moves, it alone counts
 * again.
 */
export function useStockView(): AddressedView {
  const [, navigate] = useLocation();
  const search = useSearch();
  const [pending, setPending] = useState<PendingView | null>(null);
  const cancel = useRef<() => void>(() => undefined);
  const isStepPending = useRef(false);
  const addressed = useMemo(() => parseView(search), [search]);
  const isPending = pending !== null && pending.over === search;
  const view = isPending ? pending.view : addressed;
  const misread = isPending ? null : misreadTicker(search, 'ticker');

  useEffect(() => () => cancel.current(), []);

  const latest = useRef({ view, misread, search });
  useLayoutEffect(() => {
    latest.current = { view, misread, search };
  }, [view, misread, search]);

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
