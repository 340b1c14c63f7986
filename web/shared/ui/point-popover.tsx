import type { ReactNode } from 'react';
import { listen } from '../browser/listen.ts';
import { moveInMenu } from './action-menu.tsx';
import styles from './action-menu.module.css';

/** A position in the window, CSS pixels. */
export type WindowPoint = Pick<MouseEvent, 'clientX' | 'clientY'>;

interface PointPopoverProps {
  readonly role: 'menu' | 'dialog';
  readonly label: string;
  readonly at: WindowPoint;
  /** Called when it is closed by Escape, Tab, an action, or a press or focus elsewhere. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu or note at a position. It takes the focus and gives it back. Open it in response to {@link listenForMenu}. */
export function PointPopover({ role, label, at, onClose, children }: PointPopoverProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it has one of two roles
    <div
      ref={show}
      // The release of the press that opens it would close an automatic one.
      popover="manual"
      role={role}
      aria-label={label}
      tabIndex={-1}
      className={styles.atPoint}
      style={{ left: `min(${at.clientX}px, 100vw - 16rem)`, top: `min(${at.clientY}px, 100dvh - 12rem)` }}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || onClose()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        else moveInMenu(event);
      }}
    >
      {children}
    </div>
  );
}

function show(box: HTMLDivElement | null) {
  const opener = document.activeElement;
  box?.showPopover();
  (box?.querySelector('button') ?? box)?.focus();
  return () => {
    const isLosing = box?.contains(document.activeElement);
    if (isLosing && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}

const LONG_PRESS_MS = 500;
const SLOP_PX = 8;

interface MenuTarget {
  /** A right click, a long press, or `null` for the menu key or Shift+F10. */
  readonly onMenu: (at: WindowPoint | null) => void;
  /** A click or tap. */
  readonly onPress: (at: WindowPoint, isTouch: boolean) => void;
}

export function listenForMenu(element: HTMLElement, { onMenu, onPress }: MenuTarget): () => void {
  let down: { readonly at: WindowPoint; readonly isTouch: boolean } | null = null;
  let isLong = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isStill = ({ clientX, clientY }: MouseEvent) =>
    down !== null && Math.hypot(clientX - down.at.clientX, clientY - down.at.clientY) <= SLOP_PX;
  const end = () => clearTimeout(timer);
  const on: Parameters<typeof listen<HTMLElement>>[1] = {
    pointerdown(event) {
      end();
      isLong = false;
      down = event.isPrimary ? { at: event, isTouch: event.pointerType === 'touch' } : null;
      if (!down?.isTouch) return;
      // Some browsers have no `contextmenu` for a finger.
      timer = setTimeout(() => {
        isLong = true;
        onMenu(event);
      }, LONG_PRESS_MS);
    },
    pointermove: (event) => isStill(event) || end(),
    pointerup: end,
    pointercancel: end,
    // Otherwise the finger that opened a menu would press what is under it.
    touchend: (event) => isLong && event.preventDefault(),
    contextmenu(event) {
      event.preventDefault();
      end();
      const isInPopover = event.target instanceof Element && event.target.closest('[popover]') !== null;
      if (!isInPopover && !isLong) onMenu(event);
    },
    click(event) {
      if (down && !isLong && isStill(event)) onPress(down.at, down.isTouch);
      down = null;
    },
    keydown(event) {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return;
      event.preventDefault();
      onMenu(null);
    },
  };
  // uPlot stops clicks that it takes for the end of a drag.
  return listen(element, on, { capture: true });
}
