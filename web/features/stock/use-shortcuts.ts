import { areShortcutsOn } from '../../shared/settings/settings-store.ts';
import { RANGE_LABELS, type RangeLabel } from '#compute';
import { useLayoutEffect } from 'react';
import { isTyping } from '../../shared/ui/text-input.ts';

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
    function onKeyDown(event: KeyboardEvent) {
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
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [focusSearch, setRange]);
}
