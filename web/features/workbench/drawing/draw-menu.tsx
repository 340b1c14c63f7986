/** The menu of drawings: the tools, and what has been drawn in words. */
import { X } from 'lucide-react';
import { useRef } from 'react';
import { ExportButton } from '../../../shared/export/export-buttons.tsx';
import { Button, IconButton, classNames } from '../../../shared/ui/button.tsx';
import { MAX_DRAWINGS, MAX_PER_LISTING, type Drawing } from '../../../shared/user/drawings.ts';
import { closeTool, DRAW_MENU_ID, ToolPopover } from '../tool-popover.tsx';
import shared from '../workbench.module.css';
import styles from './drawings.module.css';
import { drawingRows, drawingText, TOOL_NAMES, TOOLS } from './tools.ts';
import type { ToolProps } from './use-drawing-tool.ts';

export function DrawMenu({ tool }: ToolProps) {
  const { list, isRoom, writing, hasMagnet } = tool;
  return (
    <ToolPopover
      label={list.length === 0 ? 'Draw' : `Draw (${list.length})`}
      title="Drawings"
      id={DRAW_MENU_ID}
      shortcut="d"
    >
      {isRoom ? (
        <ul className={classNames(shared.choices, styles.tools)} aria-label="Tools">
          {TOOL_NAMES.map((name) => {
            const { name: words, icon: Icon } = TOOLS[name];
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
                  {words}
                </button>
              </li>
            );
          })}
        </ul>
      ) : (
        <p className="caption">
          You can have up to {MAX_PER_LISTING} drawings per listing and {writing.format.count(MAX_DRAWINGS)}{' '}
          in total. Remove one first.
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
  const { list, writing, series } = tool;
  /** A logarithmic scale has no place for prices at zero and below. */
  const isOnScale = ({ points }: Drawing) => points.every(({ price }) => series.place(price) !== null);
  const items = useRef<HTMLUListElement>(null);
  return (
    <>
      <div className={styles.head}>
        <h2>Drawings</h2>
        <Button
          size="sm"
          onClick={() => {
            // The button goes; the focus must not go with it.
            document.getElementById(DRAW_MENU_ID)?.focus();
            tool.removeAll();
          }}
        >
          Remove all
        </Button>
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
                {!isOnScale(drawing) && <span className="caption"> (can’t show on this scale)</span>}
              </button>
              <IconButton
                label={`Remove ${words}`}
                title="Remove"
                aria-disabled={drawing.locked}
                onClick={() => {
                  // The button goes with it; the focus must not.
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
