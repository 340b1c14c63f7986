import { GripVertical } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { IconButton } from '../../shared/ui/button.tsx';
import styles from './watchlist-table.module.css';

/** Distance from the window's edges within which a drag scrolls the page. */
const EDGE_PX = 72;
const SCROLL_PX = 12;

interface GripProps {
  readonly ticker: string;
  readonly index: number;
  readonly onMove: (toIndex: number) => void;
}

/** Moves its row: dragged, or by the arrow keys. While it is dragged, a line marks where the row would go. */
export function Grip({ ticker, index, onMove }: GripProps) {
  function drag({ currentTarget, clientY, pointerId }: PointerEvent<HTMLElement>) {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    if (clientY < 2 * EDGE_PX) scrollBy(0, -SCROLL_PX);
    if (clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
    const { own, others, toIndex } = rowsAt(currentTarget, clientY);
    mark([own, ...others]);
    mark([own], 'dragged');
    if (toIndex === index) return;
    if (toIndex < others.length) mark(others.slice(toIndex, toIndex + 1), 'before');
    else mark(others.slice(-1), 'after');
  }

  function drop({ currentTarget, clientY, type }: PointerEvent<HTMLElement>) {
    const { own, others, toIndex } = rowsAt(currentTarget, clientY);
    const isDragged = own?.dataset['drop'] !== undefined;
    mark([own, ...others]);
    if (type === 'pointerup' && isDragged && toIndex !== index) onMove(toIndex);
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove(index + step);
  }

  return (
    <IconButton
      label={`Move ${ticker}`}
      title="Drag, or press ↑ or ↓"
      aria-keyshortcuts="ArrowUp ArrowDown"
      className={styles.grip}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={press}
      icon={GripVertical}
    />
  );
}

/** The grip's row, the others, and the row's index if it went to a height in the window. */
function rowsAt(grip: HTMLElement, clientY: number) {
  const own = grip.closest('tr');
  const others = [...(grip.closest('tbody')?.rows ?? [])].filter((row) => row !== own);
  const toIndex = others.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < clientY;
  }).length;
  return { own, others, toIndex };
}

/** Marks rows for their style, or removes their mark. */
function mark(rows: readonly (HTMLElement | null)[], state?: 'dragged' | 'before' | 'after'): void {
  for (const row of rows) {
    if (state !== undefined) row?.setAttribute('data-drop', state);
    else row?.removeAttribute('data-drop');
  }
}
