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
  function drag(event: PointerEvent<HTMLElement>) {
    const { currentTarget, clientY, pointerId } = event;
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    if (clientY < 2 * EDGE_PX) scrollBy(0, -SCROLL_PX);
    if (clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
    const { own, others, toIndex } = rowsAt(currentTarget, clientY);
    clearMarks(currentTarget);
    own.dataset['drop'] = 'dragged';
    if (toIndex === index) return;
    const next = others[toIndex];
    if (next) next.dataset['drop'] = 'before';
    else if (others.length > 0) others[others.length - 1]!.dataset['drop'] = 'after';
  }

  function drop({ currentTarget, clientY, type }: PointerEvent<HTMLElement>) {
    const { own, toIndex } = rowsAt(currentTarget, clientY);
    const isDragged = own.dataset['drop'] !== undefined;
    clearMarks(currentTarget);
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
  const own = grip.closest('tr')!;
  const others = siblings(grip).filter((row) => row !== own);
  const toIndex = others.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < clientY;
  }).length;
  return { own, others, toIndex };
}

function siblings(grip: HTMLElement): HTMLTableRowElement[] {
  return [...grip.closest('tbody')!.rows];
}

function clearMarks(grip: HTMLElement): void {
  for (const row of siblings(grip)) delete row.dataset['drop'];
}
