/** The drawing menu: the tools, and the drawings in words. */
import { X } from 'lucide-react';
import { useRef } from 'react';
import { ExportButton } from '../../../shared/export/export-buttons.tsx';
import { Button, IconButton, classNames } from '../../../shared/ui/button.tsx';
import { MAX_DRAWINGS, MAX_PER_LISTING, type Drawing } from '../../../shared/user/drawings.ts';
import { closeTool, DRAW_MENU_ID, ToolPopover } from '../controls/tool-popover.tsx';
import shared from '../workbench.module.css';
import styles from './drawings.module.css';
import { drawingRows, drawingText, TOOL_NAMES, TOOLS } from './tools.ts';
import type { ToolProps } from './desk.ts';

export function DrawMenu({ tool }: ToolProps) {
  const { list, canAdd, textContext, hasMagnet } = tool;
  return (
    <ToolPopover
      label={list.length === 0 ? 'Draw' : `Draw (${list.length})`}
      title="Drawings"
      id={DRAW_MENU_ID}
      shortcut="d"
    >
      {canAdd ? (
        <ul className={classNames(shared.choices, styles.tools)} aria-label="Tools">
          {TOOL_NAMES.map((name) => {
            const { name: label, icon: Icon } = TOOLS[name];
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
                  {label}
                </button>
              </li>
            );
          })}
        </ul>
      ) : (
        <p className="caption">
          You can have up to {MAX_PER_LISTING} drawings per listing and{' '}
          {textContext.format.count(MAX_DRAWINGS)} in total. Remove one first.
        </p>
      )}
      <div className={styles.magnet}>
        <Button size="sm" aria-pressed={hasMagnet} onClick={tool.toggleMagnet}>
          Magnet
        </Button>
        <span className="caption">Snaps to open, high, low or close.</span>
      </div>
      {list.length > 0 && <List tool={tool} />}
    </ToolPopover>
  );
}

function List({ tool }: ToolProps) {
  const { list, textContext, series } = tool;
  /** A logarithmic scale cannot show prices of zero or less. */
  const isOnScale = ({ points }: Drawing) => points.every(({ price }) => series.place(price) !== null);
  const items = useRef<HTMLUListElement>(null);
  return (
    <>
      <div className={styles.head}>
        <h2>Drawings</h2>
        <Button
          size="sm"
          onClick={() => {
            // The button disappears, so the focus moves to the menu's button.
            document.getElementById(DRAW_MENU_ID)?.focus();
            tool.removeAll();
          }}
        >
          Remove all
        </Button>
        <ExportButton
          exportable={{ title: 'Drawings', kind: 'prices', rows: () => drawingRows(list) }}
          provenance={tool.provenance}
        />
      </div>
      <ul ref={items} className={styles.list} aria-label="Drawings" tabIndex={-1}>
        {list.map((drawing) => {
          const words = drawingText(drawing, textContext);
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
                {!isOnScale(drawing) && <span className="caption"> (can’t show on this scale)</span>}
              </button>
              <IconButton
                label={`Remove ${words}`}
                title="Remove"
                aria-disabled={drawing.locked}
                onClick={() => {
                  // The row disappears, so the focus moves to the list or the menu's button.
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
