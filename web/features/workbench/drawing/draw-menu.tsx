import { X } from 'lucide-react';
import { useRef } from 'react';
import { ExportButton } from '../../../shared/export/export-buttons.tsx';
import { jointProvenance } from '../../../shared/format/exportable.ts';
import { Button, IconButton, classNames } from '../../../shared/ui/button.tsx';
import { optionsOf, Segmented } from '../../../shared/ui/field.tsx';
import {
  drawingsAtom,
  hasRoom,
  MAX_DRAWINGS,
  MAX_PER_LISTING,
  type Drawing,
  type DrawingList,
} from '../../../shared/user/drawings.ts';
import { useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { closeTool, DRAW_MENU_ID, ToolPopover } from '../controls/controls.tsx';
import controls from '../controls/controls.module.css';
import type { DrawnChart } from '../data/chart-series.ts';
import { useDesk } from './desk.ts';
import styles from './drawings.module.css';
import { type DrawingTextContext } from './shapes.ts';
import { magnetAtom } from './state.ts';
import { COLORS, COLOR_NAMES, drawingRows, drawingText, TOOL_NAMES, TOOLS, WIDTH_NAMES } from './tools.ts';

interface DrawMenuProps {
  readonly chart: DrawnChart;
  readonly list: DrawingList;
  readonly textContext: DrawingTextContext;
}

export function DrawMenu(props: DrawMenuProps) {
  const { chart, list, textContext } = props;
  const canAdd = hasRoom(useAtomValueRawSync(drawingsAtom), chart.listing.ticker);
  return (
    <ToolPopover
      label={list.length === 0 ? 'Draw' : `Draw (${list.length})`}
      title="Drawings"
      id={DRAW_MENU_ID}
      shortcut="d"
    >
      {canAdd ? (
        <ToolList />
      ) : (
        <p className="caption">
          You can have up to {MAX_PER_LISTING} drawings per listing and{' '}
          {textContext.format.count(MAX_DRAWINGS)} in total. Remove one first.
        </p>
      )}
      <MagnetSwitch />
      {list.length > 0 && <DrawingRows {...props} />}
    </ToolPopover>
  );
}

function ToolList() {
  const desk = useDesk();
  return (
    <ul className={classNames(controls.choices, styles.tools)} aria-label="Tools">
      {TOOL_NAMES.map((tool) => {
        const { name, icon: Icon } = TOOLS[tool];
        return (
          <li key={tool}>
            <button
              type="button"
              className={styles.tool}
              onClick={({ detail }) => {
                closeTool();
                desk.start(tool, detail === 0);
              }}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden />
              {name}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function MagnetSwitch() {
  const desk = useDesk();
  const hasMagnet = useAtomValueRawSync(magnetAtom);
  const setMagnet = useSetAtom(magnetAtom);
  return (
    <div className={styles.magnet}>
      <Button
        size="sm"
        aria-pressed={hasMagnet}
        onClick={() => {
          setMagnet(!hasMagnet);
          desk.say(hasMagnet ? 'Magnet off.' : 'Magnet on.');
        }}
      >
        Magnet
      </Button>
      <span className="caption">Snaps to open, high, low or close.</span>
    </div>
  );
}

function DrawingRows({ chart: { listing, series }, list, textContext }: DrawMenuProps) {
  /** A logarithmic scale cannot show prices of zero or less. */
  const isOnScale = ({ points }: Drawing) => points.every(({ price }) => series.place(price) !== null);
  const items = useRef<HTMLUListElement>(null);
  const desk = useDesk();
  return (
    <>
      <div className={styles.head}>
        <h2>Drawings</h2>
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
          exportable={{ title: 'Drawings', kind: 'prices', rows: () => drawingRows(list) }}
          provenance={jointProvenance(listing.ticker, [listing.response])}
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
  const { color = 'plain', width = 'medium' } = drawing;
  const { look } = TOOLS[drawing.tool];
  if (look.length === 0) return null;
  const hasWidth = look.includes('width');
  return (
    <ToolPopover
      label={hasWidth ? 'Color and width' : 'Color'}
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
              onClick={() => desk.setLook(drawing, { color: name })}
            >
              <span className={styles.swatch} data-color={COLORS[name].token} />
            </IconButton>
          ))}
        </div>
        {hasWidth && (
          <Segmented
            label="Width"
            options={optionsOf(WIDTH_NAMES)}
            value={width}
            onChange={(chosen) => desk.setLook(drawing, { width: chosen })}
          />
        )}
      </div>
    </ToolPopover>
  );
}
