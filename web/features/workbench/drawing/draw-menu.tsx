import { List, Magnet, MousePointer2, X } from 'lucide-react';
import { memo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useMediaQuery } from '../../../shared/browser/browser-state.ts';
import { ExportButton } from '../../../shared/export/export-buttons.tsx';
import { jointProvenance } from '../../../shared/format/exportable.ts';
import { moveInMenu } from '../../../shared/ui/action-menu.tsx';
import { Button, IconButton, classNames } from '../../../shared/ui/button.tsx';
import { Segmented } from '../../../shared/ui/field.tsx';
import type { Drawing, DrawingList, DrawingLook } from '../../../shared/user/drawings.ts';
import { useAtomValueRawSync } from '../../../store.ts';
import { closeTool, DRAW_MENU_ID, ToolPopover } from '../controls/controls.tsx';
import controls from '../controls/controls.module.css';
import type { DrawnChart } from '../data/chart-series.ts';
import { useDesk } from './desk.ts';
import styles from './drawings.module.css';
import { type DrawingTextContext } from './shapes.ts';
import { drawingStateAtom, magnetAtom } from './state.ts';
import {
  COLORS,
  COLOR_NAMES,
  drawingsFile,
  drawingText,
  LINE_NAMES,
  lookOf,
  TOOL_NAMES,
  TOOLS,
} from './tools.ts';

interface DrawMenuProps {
  readonly chart: DrawnChart;
  readonly list: DrawingList;
  readonly textContext: DrawingTextContext;
  readonly toolbar: HTMLElement;
}

/** Where there is room for a rail of tools beside the chart. */
const HAS_RAIL = '(width >= 1024px) and (height >= 600px)';

/** The drawing tools: a rail at the left, or a panel of the toolbar. */
export function DrawMenu({ toolbar, ...props }: DrawMenuProps) {
  const hasRail = useMediaQuery(HAS_RAIL);
  const { length } = props.list;
  const count = length === 0 ? '' : ` (${length})`;
  if (!hasRail)
    return createPortal(
      <ToolPopover label={`Draw${count}`} title="Drawings" id={DRAW_MENU_ID} shortcut="d">
        <ToolList />
        {length > 0 && <DrawingRows {...props} />}
      </ToolPopover>,
      toolbar,
    );
  return (
    <div className={styles.rail}>
      <ToolRail />
      <ToolPopover
        label={`Drawings${count}`}
        title="Drawings"
        id={DRAW_MENU_ID}
        icon={length || <List size={16} aria-hidden />}
      >
        {length > 0 ? <DrawingRows {...props} /> : <p className="caption">No drawings yet.</p>}
      </ToolPopover>
    </div>
  );
}

const ToolRail = memo(() => {
  const desk = useDesk();
  const { placing } = useAtomValueRawSync(drawingStateAtom);
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label="Drawing tools"
      aria-orientation="vertical"
      onKeyDown={moveInMenu}
    >
      <IconButton
        label="Select"
        icon={MousePointer2}
        aria-pressed={placing === null}
        aria-keyshortcuts="d"
        onClick={({ currentTarget }) => {
          currentTarget.focus();
          if (placing) desk.cancel();
        }}
      />
      <ToolList isRail />
    </div>
  );
});

const MAGNET = 'Magnet: snaps to open, high, low or close';

/** In the rail only icons are shown, and a tool stays chosen. */
function ToolList({ isRail = false }: { readonly isRail?: boolean }) {
  const desk = useDesk();
  const { placing } = useAtomValueRawSync(drawingStateAtom);
  const hasMagnet = useAtomValueRawSync(magnetAtom);
  const tabIndex = isRail ? -1 : 0;
  return (
    <ul className={isRail ? styles.icons : classNames(controls.choices, styles.tools)} aria-label="Tools">
      {TOOL_NAMES.map((tool) => {
        const { name, icon } = TOOLS[tool];
        const isChosen = placing?.tool === tool;
        return (
          <li key={tool}>
            <IconButton
              label={name}
              icon={icon}
              aria-pressed={isChosen}
              tabIndex={tabIndex}
              onClick={({ detail }) => {
                closeTool();
                if (isChosen) desk.cancel();
                else desk.start(tool, detail === 0, isRail);
              }}
            >
              {!isRail && name}
            </IconButton>
          </li>
        );
      })}
      <li>
        <IconButton
          label="Magnet"
          title={MAGNET}
          icon={Magnet}
          aria-pressed={hasMagnet}
          tabIndex={tabIndex}
          onClick={() => {
            desk.store.set(magnetAtom, !hasMagnet);
            desk.sheet.say(hasMagnet ? 'Magnet off.' : 'Magnet on.');
          }}
        >
          {!isRail && MAGNET}
        </IconButton>
      </li>
    </ul>
  );
}

function DrawingRows({ chart: { listing, series }, list, textContext }: Omit<DrawMenuProps, 'toolbar'>) {
  /** A logarithmic scale cannot show prices of zero or less. */
  const isOnScale = ({ points }: Drawing) => points.every(({ price }) => series.place(price) !== null);
  const items = useRef<HTMLUListElement>(null);
  const desk = useDesk();
  return (
    <>
      <div className={styles.head}>
        <h2 className="caption">Drawings</h2>
        <Button
          size="sm"
          onClick={() => {
            // The button disappears, so the focus moves to the menu's button.
            document.getElementById(DRAW_MENU_ID)?.focus();
            desk.removeAll();
          }}
        >
          Remove all
        </Button>
        <ExportButton
          exportable={drawingsFile(list, listing.response)}
          provenance={jointProvenance(listing.ticker, [listing.response])}
        />
      </div>
      <ul ref={items} className={controls.choices} aria-label="Drawings" tabIndex={-1}>
        {list.map((drawing) => {
          const words = drawingText(drawing, textContext);
          return (
            <li key={drawing.id}>
              <button
                type="button"
                className="note"
                title="Select"
                onClick={() => {
                  closeTool();
                  desk.select(drawing);
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
                  desk.remove(drawing);
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

export function StyleMenu({ drawing }: { readonly drawing: Drawing }) {
  const desk = useDesk();
  const look = lookOf(drawing);
  const parts = TOOLS[drawing.tool].look;
  if (parts.length === 0) return null;
  return (
    <ToolPopover
      label={parts.includes('width') ? 'Color and line' : 'Color'}
      title="Drawing style"
      icon={<Swatch color={look.color} />}
    >
      <div className="cluster">
        <div role="group" aria-label="Color" className={styles.colors}>
          {COLOR_NAMES.map((color) => (
            <IconButton
              key={color}
              label={COLORS[color].name}
              aria-pressed={color === look.color}
              onClick={() => desk.setLook(drawing, { color })}
            >
              <Swatch color={color} />
            </IconButton>
          ))}
        </div>
        {parts
          .filter((part) => part !== 'color')
          .map((part) => (
            <Segmented
              key={part}
              label={part === 'width' ? 'Width' : 'Line'}
              options={Object.entries(LINE_NAMES[part]).map(([value, label]) => ({ value, label }))}
              value={look[part]}
              onChange={(choice) => desk.setLook(drawing, { [part]: choice })}
            />
          ))}
      </div>
    </ToolPopover>
  );
}

function Swatch({ color }: Pick<DrawingLook, 'color'>) {
  return <span className={styles.swatch} style={{ background: `var(--${COLORS[color].token})` }} />;
}
