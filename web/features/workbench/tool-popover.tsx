/** The panels of the toolbar, and the keys that open them. */
import { RANGE_LABELS } from '#compute';
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { areShortcutsOn, isTyping } from '../../shared/user/settings.ts';
import { Button } from '../../shared/ui/button.tsx';
import { INTRADAY_RANGES, type WorkbenchRange } from './workbench-url.ts';
import styles from './workbench.module.css';
import { listen } from '../../shared/ui/listen.ts';

/** Ids of the buttons that open a panel: the focus goes there from the last row of a list. */
export const INDICATOR_MENU_ID = 'workbench-indicators';
export const COMPARE_MENU_ID = 'workbench-compare';
export const DRAW_MENU_ID = 'workbench-draw';

/** Closes the open panel and gives the focus back to its button. */
export function closeTool(): void {
  document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
}

/** Opens the panel of a button, which gets the focus back when the panel closes. */
function openTool(button: HTMLElement | null): void {
  if (button?.checkVisibility() === false) button.closest<HTMLElement>('[popover]')?.showPopover();
  button?.focus();
  button?.click();
}

interface ToolPopoverProps {
  readonly label: string;
  /** Of what opens. */
  readonly title: string;
  readonly id?: string;
  /** The key that opens it. */
  readonly shortcut?: string;
  /** On the button, in place of its label. */
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A button of the toolbar that opens a small panel, in which the first field or button gets the focus. What is in the panel
 * is rendered from its first opening on.
 */
export function ToolPopover({ label, title, id, shortcut, icon, children }: ToolPopoverProps) {
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
        aria-keyshortcuts={shortcut}
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
const RANGE_KEYS: readonly WorkbenchRange[] = [...RANGE_LABELS, ...INTRADAY_RANGES];

/**
 * Keys of one character: those of ranges, and of the buttons that name theirs as `aria-keyshortcuts`. None while typing, under a
 * dialog, with a modifier key, nor where the reader has turned them off.
 */
export function useWorkbenchKeys(setRange: (range: WorkbenchRange) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // A list or a slider is changed by other keys.
    const isText = isTyping(event.target) && !(event.target as HTMLElement).matches('select, [type=range]');
    const isElsewhere = isText || document.querySelector('dialog[open]') !== null;
    if (!areShortcutsOn() || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return;
    const range = RANGE_KEYS[Number(event.key) - 1];
    const button = document.querySelector<HTMLButtonElement>(
      `[aria-keyshortcuts="${CSS.escape(event.key)}"]`,
    );
    if (range === undefined && button === null) return;
    // Otherwise the letter would be typed into the panel's field, or choose from a list.
    event.preventDefault();
    if (range) setRange(range);
    else if (button?.popoverTargetElement) openTool(button);
    else button?.click();
  });
  useEffect(() => listen(document, { keydown: (event) => onKeyDown(event) }), []);
}
