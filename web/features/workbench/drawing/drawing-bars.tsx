/** Controls over the chart while drawing: placing bar, selection bar and text field. */
import { Copy, Lock, LockOpen, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { optionsOf, Segmented } from '../../../shared/ui/field.tsx';
import { MAX_TEXT, type Drawing } from '../../../shared/user/drawings.ts';
import { ToolPopover } from '../controls/tool-popover.tsx';
import { placedDrawings, type DrawingLayer } from './paint.ts';
import { hintOf } from './moves.ts';
import type { PendingDrawing } from './state.ts';
import styles from './drawings.module.css';
import { priceText } from './points.ts';
import { COLORS, COLOR_NAMES, TOOLS, WIDTH_NAMES } from './tools.ts';
import type { ToolProps } from './desk.ts';

export function PlacingBar({ placing, tool }: ToolProps & { readonly placing: PendingDrawing }) {
  return (
    <div className={styles.bar}>
      <strong>{TOOLS[placing.tool].name}</strong>
      <span>{hintOf(placing)}</span>
      {placing.at && <span>{priceText(placing.at.price, tool.textContext)}</span>}
      <Button
        size="sm"
        onClick={() => {
          tool.focusChart();
          tool.cancel();
        }}
      >
        Cancel
      </Button>
    </div>
  );
}

interface SelectionBarProps extends ToolProps {
  readonly drawing: Drawing;
  readonly onAlert: (price: number | null) => void;
}

export function SelectionBar({ drawing, tool, onAlert }: SelectionBarProps) {
  const { name: toolName, look } = TOOLS[drawing.tool];
  const { locked = false, color = 'plain', width = 'medium' } = drawing;
  return (
    <div className={styles.bar} role="group" aria-label="Selected drawing">
      <strong>{locked ? `${toolName}, locked` : toolName}</strong>
      {look.length > 0 && (
        <ToolPopover
          label={look.includes('width') ? 'Color and width' : 'Color'}
          title="Drawing style"
          icon={<span className={styles.swatch} data-color={COLORS[color].token} />}
        >
          <div className="cluster">
            <div role="group" aria-label="Color" className={styles.colors}>
              {COLOR_NAMES.map((name) => (
                <IconButton
                  key={name}
                  label={COLORS[name].name}
                  aria-pressed={name === color}
                  onClick={() => tool.setLook(drawing, { color: name })}
                >
                  <span className={styles.swatch} data-color={COLORS[name].token} />
                </IconButton>
              ))}
            </div>
            {look.includes('width') && (
              <Segmented
                label="Width"
                options={optionsOf(WIDTH_NAMES)}
                value={width}
                onChange={(chosen) => tool.setLook(drawing, { width: chosen })}
              />
            )}
          </div>
        </ToolPopover>
      )}
      {drawing.tool === 'level' && (
        <Button size="sm" onClick={() => onAlert(drawing.points[0]?.price ?? null)}>
          Alert me
        </Button>
      )}
      {drawing.tool === 'text' && !locked && (
        <Button size="sm" onClick={() => tool.dispatch({ do: 'set', change: { editing: drawing } })}>
          Edit
        </Button>
      )}
      <IconButton
        label={locked ? 'Unlock' : 'Lock'}
        onClick={() => tool.setLocked(drawing, !locked)}
        icon={locked ? Lock : LockOpen}
      />
      <IconButton label="Duplicate" onClick={() => tool.duplicate(drawing)} icon={Copy} />
      <IconButton
        label="Remove"
        aria-disabled={locked || undefined}
        onClick={() => {
          tool.focusChart();
          tool.remove(drawing);
        }}
        icon={Trash2}
      />
    </div>
  );
}

/** The field for a text drawing. Editing ends on blur; an unchanged text is not saved. */
export function DrawingTextEditor({ drawing, tool }: ToolProps & { readonly drawing: Drawing }) {
  const field = useRef<HTMLInputElement>(null);
  const [place] = useState(() => editorPlace(drawing, tool.layer));
  useEffect(() => field.current?.focus(), []);

  return (
    <input
      ref={field}
      className={styles.editor}
      style={place}
      aria-label="Text on the chart"
      maxLength={MAX_TEXT}
      autoComplete="off"
      defaultValue={drawing.text ?? ''}
      onBlur={({ currentTarget }) => tool.keepText(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter' && key !== 'Escape') return;
        if (key === 'Escape') currentTarget.value = drawing.text ?? '';
        tool.focusChart();
      }}
    />
  );
}

const EDITOR_PX = { width: 216, height: 40 } as const;

function editorPlace(drawing: Drawing, layer: DrawingLayer): { left: string; top: string } {
  const { x, y } = placedDrawings(layer, [drawing])[0]?.pixels[0] ?? { x: 0, y: 0 };
  const top = (layer.chart?.over.offsetTop ?? 0) + y - EDITOR_PX.height / 2;
  return {
    left: `clamp(0px, ${x}px, 100% - ${EDITOR_PX.width}px)`,
    top: `clamp(0px, ${top}px, 100% - ${EDITOR_PX.height}px)`,
  };
}
