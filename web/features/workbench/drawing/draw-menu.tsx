/** What is seen of the drawings beside the chart's lines: their menu, the bars over the chart, the field of a text. */
import { Bell, Minus, Redo2, Ruler, TrendingUp, Type, Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ExportButton } from '../../../shared/export/export-buttons.tsx';
import { Button, classNames } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import type { LayerModel } from './drawing-layer.ts';
import { hintOf } from './drawing-moves.ts';
import type { Placing } from './drawing-state.ts';
import type { DrawingTool, ListingDrawings } from './use-drawing-tool.ts';
import styles from './drawings.module.css';
import {
  drawingRows,
  drawingText,
  indexOfTime,
  MAX_PER_LISTING,
  MAX_TEXT,
  priceText,
  TOOL_NAMES,
  TOOLS,
  type Writing,
} from './drawings.ts';
import { MAX_DRAWINGS, type Drawing, type Tool } from '../../../shared/user-data/drawings.ts';
import { closeTool, DRAW_MENU_ID, ToolPopover } from '../tool-popover.tsx';
import shared from '../workbench.module.css';

const ICONS = { trend: TrendingUp, level: Minus, measure: Ruler, text: Type } as const;

interface DrawMenuProps {
  readonly drawings: Pick<ListingDrawings, 'list' | 'hasRoom' | 'canUndo' | 'canRedo'>;
  readonly tool: Pick<DrawingTool, 'start' | 'select' | 'remove' | 'undo' | 'redo'>;
  /** Whether the scale of the chart has a place for a drawing: a logarithmic one has none at zero and below. */
  readonly isOnScale: (drawing: Drawing) => boolean;
  readonly writing: Writing;
  readonly opensAtOnce: boolean;
  readonly onAlert: (drawing: Drawing) => void;
}

/** The tools, and what has been drawn in words. */
export function DrawMenu(props: DrawMenuProps) {
  const { drawings, tool, writing, opensAtOnce } = props;
  const { list, hasRoom, canUndo, canRedo } = drawings;
  useEffect(() => {
    if (!opensAtOnce) return;
    const button = document.getElementById(DRAW_MENU_ID);
    // It gets the focus back when the panel closes.
    button?.focus();
    button?.click();
  }, [opensAtOnce]);
  return (
    <>
      <ToolPopover
        label={list.length === 0 ? 'Draw' : `Draw (${list.length})`}
        title="Drawings"
        id={DRAW_MENU_ID}
      >
        {hasRoom ? (
          <ul className={classNames(shared.choices, styles.tools)} aria-label="Tools">
            {TOOLS.map((name) => {
              const Icon = ICONS[name];
              return (
                <li key={name}>
                  <button
                    type="button"
                    className={styles.tool}
                    onClick={({ detail }) => {
                      closeTool();
                      tool.start(name, detail === 0);
                    }}
                  >
                    <Icon size={16} strokeWidth={1.75} aria-hidden />
                    {TOOL_NAMES[name]}
                  </button>
                </li>
              );
            })}
          </ul>
        ) : (
          <p className="caption">
            At most {MAX_PER_LISTING} drawings per listing and {writing.format.count(MAX_DRAWINGS)} in all.
            Remove one first.
          </p>
        )}
        {list.length > 0 && <List {...props} />}
      </ToolPopover>
      <IconButton label="Undo" aria-disabled={!canUndo || undefined} onClick={tool.undo} icon={Undo2} />
      <IconButton label="Redo" aria-disabled={!canRedo || undefined} onClick={tool.redo} icon={Redo2} />
    </>
  );
}

function List({ drawings: { list }, tool, isOnScale, writing, onAlert }: DrawMenuProps) {
  const items = useRef<HTMLUListElement>(null);
  return (
    <>
      <div className={styles.head}>
        <h2>Drawings</h2>
        <ExportButton exportable={{ title: 'Drawings', kind: 'prices', rows: () => drawingRows(list) }} />
      </div>
      <ul ref={items} className={styles.list} aria-label="Drawings" tabIndex={-1}>
        {list.map((drawing) => {
          const words = drawingText(drawing, writing);
          return (
            <li key={drawing.id}>
              <button
                type="button"
                className={styles.words}
                title="Select"
                onClick={() => {
                  closeTool();
                  tool.select(drawing);
                }}
              >
                {words}
                {!isOnScale(drawing) && <span className="caption"> (not on this scale)</span>}
              </button>
              {drawing.tool === 'level' && (
                <IconButton
                  label={`Alert me at ${words}`}
                  title="Alert me"
                  onClick={() => onAlert(drawing)}
                  icon={Bell}
                />
              )}
              <IconButton
                label={`Remove ${words}`}
                title="Remove"
                onClick={() => {
                  // The button goes; the focus must not go with it.
                  const next = list.length > 1 ? items.current : document.getElementById(DRAW_MENU_ID);
                  next?.focus();
                  tool.remove(drawing);
                }}
                icon={X}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface PlacingBarProps {
  readonly placing: Placing;
  readonly writing: Writing;
  readonly onCancel: () => void;
}

/** Over the chart while something is drawn: what to do next, and a way out. */
export function PlacingBar({ placing, writing, onCancel }: PlacingBarProps) {
  return (
    <div className={styles.bar}>
      <strong>{TOOL_NAMES[placing.tool]}</strong>
      <span>{hintOf(placing)}</span>
      {placing.at && <span>{priceText(placing.at.price, writing)}</span>}
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

interface SelectionBarProps {
  readonly tool: Tool;
  readonly onAlert: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** Over the chart while a drawing is selected: what can be done with it. */
export function SelectionBar({ tool, onAlert, onEdit, onRemove }: SelectionBarProps) {
  return (
    <div className={styles.bar} role="group" aria-label="Selected drawing">
      <strong>{TOOL_NAMES[tool]}</strong>
      {tool === 'level' && (
        <Button size="sm" onClick={onAlert}>
          Alert me
        </Button>
      )}
      {tool === 'text' && (
        <Button size="sm" onClick={onEdit}>
          Edit
        </Button>
      )}
      <Button size="sm" onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}

interface TextEditorProps {
  readonly drawing: Drawing;
  readonly model: LayerModel;
  readonly onKeep: (text: string) => void;
  readonly onCancel: () => void;
  /** The field goes; the focus must not go with it. */
  readonly onLeave: () => void;
}

export function DrawingTextEditor({ drawing, model, onKeep, onCancel, onLeave }: TextEditorProps) {
  const field = useRef<HTMLInputElement>(null);
  const [place] = useState(() => editorPlace(drawing, model));
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
  { chart, dates, place }: LayerModel,
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
