import { useEffect, useRef, useState } from 'react';
import type { Scene } from './drawing-layer.ts';
import { indexOfTime } from './drawing-places.ts';
import styles from './drawings.module.css';
import { MAX_TEXT, type Drawing } from './drawings.ts';

interface TextEditorProps {
  readonly drawing: Drawing;
  readonly scene: Scene;
  readonly onKeep: (text: string) => void;
  readonly onCancel: () => void;
  /** The field goes; the focus must not go with it. */
  readonly onLeave: () => void;
}

/** A field where a text stands on the chart. */
export function DrawingTextEditor({ drawing, scene, onKeep, onCancel, onLeave }: TextEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const [place] = useState(() => editorPlace(drawing, scene));
  const isOver = useRef(false);
  useEffect(() => field.current?.focus(), []);

  /** Once: the field loses the focus as it goes. */
  function end(text: string | null) {
    if (isOver.current) return;
    isOver.current = true;
    if (text === null) onCancel();
    else onKeep(text);
  }

  return (
    <input
      ref={field}
      className={styles.editor}
      style={place}
      aria-label="Text on the chart"
      maxLength={MAX_TEXT}
      autoComplete="off"
      defaultValue={drawing.text ?? ''}
      onBlur={({ currentTarget }) => end(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter' && key !== 'Escape') return;
        end(key === 'Enter' ? currentTarget.value : null);
        onLeave();
      }}
    />
  );
}

const EDITOR_PX = { width: 216, height: 40 } as const;

function editorPlace(
  { points: [point] }: Drawing,
  { chart, dates, place }: Scene,
): { left: number; top: number } {
  const value = place(point?.price ?? Number.NaN);
  if (chart === null || point === undefined || value === null) return { left: 0, top: 0 };
  const { over } = chart;
  const x = over.offsetLeft + chart.valToPos(indexOfTime(dates, point.time_seconds), 'x');
  const y = over.offsetTop + chart.valToPos(value, 'price');
  return {
    left: Math.max(Math.min(x, over.offsetLeft + over.clientWidth - EDITOR_PX.width), 0),
    top: Math.max(Math.min(y - EDITOR_PX.height / 2, over.clientHeight - EDITOR_PX.height), 0),
  };
}
