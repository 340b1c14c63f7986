import { Bell, Minus, Redo2, Ruler, TrendingUp, Type, Undo2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ExportButton } from '../../shared/export/export-buttons.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import styles from './drawings.module.css';
import {
  drawingRows,
  drawingText,
  MAX_DRAWINGS,
  MAX_PER_LISTING,
  TOOL_NAMES,
  TOOLS,
  type Drawing,
  type DrawingList,
  type Tool,
  type Writing,
} from './drawings.ts';
import { closeTool, DRAW_MENU_ID, ToolPopover } from './tool-popover.tsx';
import shared from './workbench.module.css';

const ICONS = { trend: TrendingUp, level: Minus, measure: Ruler, text: Type } as const;

interface DrawMenuProps {
  readonly list: DrawingList;
  readonly hasRoom: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly writing: Writing;
  readonly opensAtOnce: boolean;
  readonly onTool: (tool: Tool, isByKey: boolean) => void;
  readonly onSelect: (drawing: Drawing) => void;
  readonly onAlert: (drawing: Drawing) => void;
  readonly onRemove: (drawing: Drawing) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** The tools, and what has been drawn in words. */
export function DrawMenu(props: DrawMenuProps) {
  const { list, writing, hasRoom, canUndo, canRedo, opensAtOnce, onTool } = props;
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
            {TOOLS.map((tool) => {
              const Icon = ICONS[tool];
              return (
                <li key={tool}>
                  <button
                    type="button"
                    className={styles.tool}
                    onClick={({ detail }) => {
                      closeTool();
                      onTool(tool, detail === 0);
                    }}
                  >
                    <Icon size={16} strokeWidth={1.75} aria-hidden />
                    {TOOL_NAMES[tool]}
                  </button>
                </li>
              );
            })}
          </ul>
        ) : (
          <p className={shared.quiet}>
            {MAX_PER_LISTING} drawings on a listing, {writing.format.count(MAX_DRAWINGS)} in all are the most.
            Remove one first.
          </p>
        )}
        {list.length > 0 && <List {...props} />}
      </ToolPopover>
      <IconButton label="Undo" aria-disabled={!canUndo || undefined} onClick={props.onUndo}>
        <Undo2 size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <IconButton label="Redo" aria-disabled={!canRedo || undefined} onClick={props.onRedo}>
        <Redo2 size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </>
  );
}

function List({ list, writing, onSelect, onAlert, onRemove }: DrawMenuProps) {
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
                  onSelect(drawing);
                }}
              >
                {words}
              </button>
              {drawing.tool === 'level' && (
                <IconButton label={`Alert me at ${words}`} title="Alert me" onClick={() => onAlert(drawing)}>
                  <Bell size={16} strokeWidth={1.75} aria-hidden />
                </IconButton>
              )}
              <IconButton
                label={`Remove ${words}`}
                title="Remove"
                onClick={() => {
                  // The button goes; the focus must not go with it.
                  const next = list.length > 1 ? items.current : document.getElementById(DRAW_MENU_ID);
                  next?.focus();
                  onRemove(drawing);
                }}
              >
                <X size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </>
  );
}
