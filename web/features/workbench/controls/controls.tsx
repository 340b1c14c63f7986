import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type PointerEvent as ReactPointerEvent,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { areShortcutsOnAtom, isTyping } from '../../../shared/user/settings.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { listen } from '../../../shared/browser/listen.ts';
import { useAtomValueRawSync } from '../../../store.ts';
import { clampHeight, PANE_HEIGHT } from '../view/workbench-view.ts';
import styles from './controls.module.css';

/** Ids of the buttons that open panels; they get the focus when the last row of a list is removed. */
export const INDICATOR_MENU_ID = 'workbench-indicators';
export const COMPARE_MENU_ID = 'workbench-compare';
export const DRAW_MENU_ID = 'workbench-draw';

export function closeTool(): void {
  document.querySelector<HTMLElement>(':popover-open')?.hidePopover();
}

interface ToolPopoverProps {
  readonly label: string;
  readonly title: string;
  readonly id?: string;
  readonly shortcut?: string;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A toolbar button that opens a panel, whose first field or button gets the focus. */
export function ToolPopover({ label, title, id, shortcut, icon, children }: ToolPopoverProps) {
  const panelId = useId();
  const [isRendered, setRendered] = useState(false);
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
          // The browser focuses it when it shows the panel.
          currentTarget.querySelector('input, button')?.setAttribute('autofocus', '');
        }}
      >
        {isRendered && children}
      </div>
    </span>
  );
}

type DraftInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className'> & {
  readonly value: string | number;
  readonly onValue: (text: string) => void;
};

/** A field for one value within limits. An invalid entry stays visible until blur and changes nothing. */
export function DraftInput({ value, onValue, ...input }: DraftInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      {...input}
      className={styles.field}
      required
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        if (target.validity.valid) onValue(target.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

interface PaneHandleProps {
  readonly label: string;
  readonly height: number;
  readonly totalPx: number;
  readonly onHeight: (percent: number) => void;
}

/** Percent by which a key changes a height. */
const KEY_STEP = 2;

/** The upper border of a pane: it is dragged, and a slider under it has the keys. */
export function PaneHandle({ label, height, totalPx, onHeight }: PaneHandleProps) {
  const pressed = useRef<{ readonly y: number; readonly height: number } | null>(null);

  function onPointerMove({ clientY }: ReactPointerEvent) {
    if (pressed.current === null) return;
    const { y, height: before } = pressed.current;
    const next = clampHeight(before + ((y - clientY) / totalPx) * 100);
    if (next !== height) onHeight(next);
  }

  const end = () => (pressed.current = null);
  return (
    <div
      className={styles.handle}
      onPointerDown={({ clientY, currentTarget, pointerId }) => {
        pressed.current = { y: clientY, height };
        currentTarget.setPointerCapture(pointerId);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <input
        type="range"
        aria-label={`Height of ${label}`}
        aria-valuetext={`${height}%`}
        min={PANE_HEIGHT.min}
        max={PANE_HEIGHT.max}
        step={KEY_STEP}
        value={height}
        onChange={({ target }) => onHeight(target.valueAsNumber)}
      />
    </div>
  );
}

/** A key press as `aria-keyshortcuts` writes it; ⌘ counts as Control. */
function shortcutOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  if (!ctrlKey && !metaKey) return key;
  return `Control+${shiftKey ? 'Shift+' : ''}${key.toLowerCase()}`;
}

/** A key presses the button with that `aria-keyshortcuts`. Off while typing or under a dialog. */
export function useWorkbenchKeys(): void {
  const areShortcutsOn = useAtomValueRawSync(areShortcutsOnAtom);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // Selects and sliders do not use these keys.
    const isText = isTyping(event.target) && !(event.target as HTMLElement).matches('select, [type=range]');
    const isOn = areShortcutsOn || event.ctrlKey || event.metaKey;
    if (!isOn || event.altKey || isText || document.querySelector('dialog[open]') !== null) return;
    const shortcut = shortcutOf(event);
    const button = document.querySelector<HTMLButtonElement>(
      `[aria-keyshortcuts~="${CSS.escape(shortcut)}"]`,
    );
    if (button === null) return;
    // Otherwise the letter would be typed into the panel's field or change a select.
    event.preventDefault();
    if (button.popoverTargetElement) {
      if (!button.checkVisibility()) button.closest<HTMLElement>('[popover]')?.showPopover();
      button.focus();
    }
    button.click();
  });
  useEffect(() => listen(document, { keydown: (event) => onKeyDown(event) }), []);
}
