/** The panels of the toolbar, and the keys that open them. */
import { RANGE_LABELS } from '#compute';
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { areShortcutsOn, isTyping } from '../../shared/user-data/settings.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { ReplayPlayer } from './replay.tsx';
import { WITHIN_DAY, type WorkbenchRange } from './workbench-url.ts';
import styles from './workbench.module.css';
import { listen } from '../../shared/ui/listen.ts';

/** Ids of the buttons that open a panel: keys find them, and the focus goes there from the last row of a list. */
export const LISTING_BUTTON_ID = 'workbench-listing';
export const INDICATOR_MENU_ID = 'workbench-indicators';
export const COMPARE_MENU_ID = 'workbench-compare';
export const LAYOUT_MENU_ID = 'workbench-layouts';
/** The same before and after the code of the drawings is there. */
export const DRAW_MENU_ID = 'workbench-draw';

/** Closes the open panel and gives the focus back to its button. */
export function closeTool(): void {
  document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
}

/** Opens a tool by the id of its button, which gets the focus back when the panel closes. */
export function openTool(id: string): void {
  const button = document.getElementById(id);
  if (button?.checkVisibility() === false) button.closest<HTMLElement>('[popover]')?.showPopover();
  button?.focus();
  button?.click();
}

interface ToolPopoverProps {
  readonly label: string;
  /** Of what opens. */
  readonly title: string;
  readonly id?: string;
  /** On the button, in place of its label. */
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A button of the toolbar that opens a small panel, in which the first field or button gets the focus. What is in the panel
 * is rendered from its first opening on.
 */
export function ToolPopover({ label, title, id, icon, children }: ToolPopoverProps) {
  const ownId = useId();
  const [isRendered, setRendered] = useState(false);
  const panelId = `${ownId}-panel`;
  return (
    <span className={styles.popover}>
      <Button
        id={id}
        size="sm"
        className={styles.opener ?? ''}
        popoverTarget={panelId}
        aria-haspopup="dialog"
        aria-label={icon ? label : undefined}
        title={icon ? label : undefined}
      >
        {icon ?? label}
      </Button>
      <div
        id={panelId}
        popover="auto"
        role="dialog"
        aria-label={title}
        className={styles.panel}
        onBeforeToggle={({ currentTarget }) => {
          flushSync(() => setRendered(true));
          // The browser gives it the focus as it shows the panel.
          currentTarget.querySelector('input, button')?.setAttribute('autofocus', '');
        }}
      >
        {isRendered && children}
      </div>
    </span>
  );
}

/** From 1 on: as on the stock page, and then the latest sessions. */
const RANGE_KEYS: readonly WorkbenchRange[] = [...RANGE_LABELS, ...WITHIN_DAY];

interface Keys {
  readonly setRange: (range: WorkbenchRange) => void;
  readonly toggleFull: (() => void) | null;
  readonly player: Pick<ReplayPlayer, 'toggle' | 'play' | 'step'>;
}

/** Keys of one letter. None while typing, under a dialog, with a modifier key, nor where the reader has turned them off. */
export function useWorkbenchKeys({ setRange, toggleFull, player }: Keys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // A list or a slider is changed by other keys.
    const isText = isTyping(event.target) && !(event.target as HTMLElement).matches('select, [type=range]');
    const isElsewhere = isText || document.querySelector('dialog[open]') !== null;
    if (!areShortcutsOn() || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return;
    const actions: Readonly<Record<string, (() => void) | null>> = {
      '/': () => openTool(LISTING_BUTTON_ID),
      i: () => openTool(INDICATOR_MENU_ID),
      d: () => openTool(DRAW_MENU_ID),
      l: () => openTool(LAYOUT_MENU_ID),
      f: toggleFull,
      r: player.toggle,
      p: player.play,
      ',': () => player.step(-1),
      '.': () => player.step(1),
    };
    const range = RANGE_KEYS[Number(event.key) - 1];
    const act = range ? () => setRange(range) : actions[event.key];
    if (!act) return;
    // Otherwise the letter would be typed into the panel's field, or choose from a list.
    event.preventDefault();
    act();
  });
  useEffect(() => listen(document, { keydown: (event) => onKeyDown(event) }), []);
}
