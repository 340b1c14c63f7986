import { RANGE_LABELS } from '#compute';
import { useEffect, useEffectEvent } from 'react';
import { areShortcutsOn } from '../../shared/settings/settings-store.ts';
import { isTyping } from '../../shared/ui/text-input.ts';
import { INDICATOR_MENU_ID } from './indicator-menu.tsx';
import { LAYOUT_MENU_ID } from './layout-menu.tsx';
import { DRAW_MENU_ID, focusTool } from './tool-popover.tsx';
import { LISTING_BUTTON_ID } from './workbench-head.tsx';
import { WITHIN_DAY, type WorkbenchRange } from './workbench-url.ts';

/** From 1 on: as on the stock page, and then the latest sessions. */
const RANGE_KEYS: readonly WorkbenchRange[] = [...RANGE_LABELS, ...WITHIN_DAY];

/** The keys that open a panel, and its button. */
const BUTTONS: Readonly<Record<string, string>> = {
  '/': LISTING_BUTTON_ID,
  i: INDICATOR_MENU_ID,
  d: DRAW_MENU_ID,
  l: LAYOUT_MENU_ID,
};

interface Keys {
  readonly setRange: (range: WorkbenchRange) => void;
  readonly toggleFull: (() => void) | null;
}

/**
 * 1 to 8 choose a range, `/` opens the field for another listing, `i` the indicators, `d` the drawings, `l` the layouts,
 * `f` the full screen. None while typing, under a dialog, with a modifier key, nor where the reader has turned them off.
 */
export function useWorkbenchKeys({ setRange, toggleFull }: Keys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere = isTyping(event.target) || document.querySelector('dialog[open]') !== null;
    if (!areShortcutsOn() || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return;
    const range = event.key.length === 1 ? RANGE_KEYS[Number.parseInt(event.key, 10) - 1] : undefined;
    if (range !== undefined) setRange(range);
    else if (event.key === 'f') toggleFull?.();
    else if (event.key in BUTTONS) {
      // Otherwise the letter would be typed into the field.
      event.preventDefault();
      const button = document.getElementById(BUTTONS[event.key] ?? '');
      // It gets the focus back when the panel closes.
      button?.focus();
      button?.click();
      // At once: the panel tells that it is open a moment later, and the next key may come before that.
      focusTool();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
