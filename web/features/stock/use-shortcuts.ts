import { useEffect } from 'react';
import { RANGE_LABELS, type RangeLabel } from '#compute';

interface Shortcuts {
  readonly focusSearch: () => void;
  readonly setRange: (range: RangeLabel) => void;
}

/** True where a key press writes text or changes a control's value. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))
  );
}

/** `/` goes to the search field; 1 to 6 choose a range. Neither while typing nor with a modifier key. */
export function useShortcuts({ focusSearch, setRange }: Shortcuts): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
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
