import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { clampHeight, PANE_HEIGHT } from './chosen-indicators.ts';
import styles from './workbench.module.css';

interface PaneHandleProps {
  /** Of the pane below. */
  readonly label: string;
  /** Percent of the height of all charts. */
  readonly height: number;
  /** Height of all charts. */
  readonly totalPx: number;
  /** While the pointer drags; `null` when it has let go. */
  readonly onPreview: (percent: number | null) => void;
  /** Once at the end of a drag, and for each key. */
  readonly onHeight: (percent: number) => void;
}

const KEY_STEP = 2;

/** The border above a pane, which the pointer and the arrow keys move. */
export function PaneHandle({ label, height, totalPx, onPreview, onHeight }: PaneHandleProps) {
  const drag = useRef<{ readonly y: number; readonly from: number; to: number } | null>(null);

  function onKeyDown(event: KeyboardEvent) {
    const next = {
      ArrowUp: height + KEY_STEP,
      ArrowDown: height - KEY_STEP,
      Home: PANE_HEIGHT.min,
      End: PANE_HEIGHT.max,
    }[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onHeight(clampHeight(next));
  }

  function onPointerDown({ clientY, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
    drag.current = { y: clientY, from: height, to: height };
    currentTarget.setPointerCapture(pointerId);
  }

  function onPointerMove({ clientY, buttons }: PointerEvent) {
    const { current } = drag;
    if (current === null || buttons === 0) return;
    current.to = clampHeight(current.from + ((current.y - clientY) / totalPx) * 100);
    onPreview(current.to);
  }

  function end(isKept: boolean) {
    const { current } = drag;
    drag.current = null;
    if (current === null) return;
    if (isKept && current.to !== current.from) onHeight(current.to);
    onPreview(null);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a window splitter (WAI-ARIA)
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={`Height of ${label}`}
      aria-valuenow={height}
      aria-valuemin={PANE_HEIGHT.min}
      aria-valuemax={PANE_HEIGHT.max}
      aria-valuetext={`${height}%`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      className={styles.handle}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => end(true)}
      onPointerCancel={() => end(false)}
    />
  );
}
