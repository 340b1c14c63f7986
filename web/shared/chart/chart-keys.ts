/** What a key does on a focused chart. Steps are in sessions. */
export type ChartKeyAction =
  | { readonly do: 'move'; readonly by: number }
  | { readonly do: 'edge'; readonly at: 'first' | 'last' }
  /** Reads one series at a time: the next or the one before. */
  | { readonly do: 'series'; readonly by: 1 | -1 }
  /** Reads all facts of the session. */
  | { readonly do: 'read' }
  | { readonly do: 'zoom'; readonly factor: number }
  | { readonly do: 'pan'; readonly by: number }
  | { readonly do: 'reset' }
  | { readonly do: 'leave' };

const PAGE_STEP = 10;
export const ZOOM_IN_FACTOR = 0.7;
export const ZOOM_OUT_FACTOR = 1 / ZOOM_IN_FACTOR;

/** The action of a key press; `null` leaves the key to the page. */
export function chartKeyAction(key: string, isShift: boolean): ChartKeyAction | null {
  switch (key) {
    case 'ArrowLeft':
      return isShift ? { do: 'pan', by: PAGE_STEP } : { do: 'move', by: -1 };
    case 'ArrowRight':
      return isShift ? { do: 'pan', by: -PAGE_STEP } : { do: 'move', by: 1 };
    case 'ArrowDown':
      return { do: 'series', by: 1 };
    case 'ArrowUp':
      return { do: 'series', by: -1 };
    case 'Enter':
      return { do: 'read' };
    case 'PageUp':
      return { do: 'move', by: -PAGE_STEP };
    case 'PageDown':
      return { do: 'move', by: PAGE_STEP };
    case 'Home':
      return { do: 'edge', at: 'first' };
    case 'End':
      return { do: 'edge', at: 'last' };
    case '+':
    case '=':
      return { do: 'zoom', factor: ZOOM_IN_FACTOR };
    case '-':
      return { do: 'zoom', factor: ZOOM_OUT_FACTOR };
    case '0':
      return { do: 'reset' };
    case 'Escape':
      return { do: 'leave' };
    default:
      return null;
  }
}
