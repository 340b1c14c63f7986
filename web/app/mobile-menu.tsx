import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode, type RefObject, type TouchEvent } from 'react';
import { useLocation } from 'wouter';
import { IconButton } from '../shared/ui/button.tsx';
import styles from './mobile-menu.module.css';

interface MobileMenuProps {
  readonly onClose: () => void;
  readonly returnFocusTo: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** A modal dialog, so the browser traps the focus and closes it on Esc. A route change, an entry, a tap outside or a left swipe do too. */
export function MobileMenu({ onClose, returnFocusTo, children }: MobileMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [pathname] = useLocation();
  const openedAt = useRef(pathname);

  useEffect(() => {
    const opener = returnFocusTo.current;
    dialog.current?.showModal();
    return () => opener?.focus({ preventScroll: true });
  }, [returnFocusTo]);

  useEffect(() => {
    if (pathname !== openedAt.current) onClose();
  }, [pathname, onClose]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- clicks bubble from entries and the backdrop; the keyboard has Esc and the entries themselves
    <dialog
      ref={dialog}
      aria-label="Menu"
      className={styles.menu}
      {...useSwipeLeft(onClose)}
      onClose={onClose}
      onClick={({ target }) => {
        const isBackdrop = target === dialog.current;
        const isEntry = target instanceof Element && target.closest('a, nav button') !== null;
        if (isBackdrop || isEntry) onClose();
      }}
    >
      <div className={styles.panel}>
        <IconButton label="Close menu" className={styles.close} onClick={onClose} icon={X} iconPx={20} />
        <nav aria-label="Pages" className={styles.links}>
          {children}
        </nav>
      </div>
    </dialog>
  );
}

const SWIPE_THRESHOLD_PX = 50;

/** Calls `onSwipe` when one finger moves more than 50 px to the left, and further sideways than up or down. */
function useSwipeLeft(onSwipe: () => void) {
  const start = useRef({ x: Number.NaN, y: Number.NaN });
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches.length === 1 ? touches[0] : undefined;
      start.current = { x: finger?.clientX ?? Number.NaN, y: finger?.clientY ?? Number.NaN };
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const { clientX = Number.NaN, clientY = Number.NaN } = changedTouches[0] ?? {};
      const leftPx = start.current.x - clientX;
      const verticalPx = Math.abs(start.current.y - clientY);
      if (leftPx > SWIPE_THRESHOLD_PX && leftPx > verticalPx) onSwipe();
    },
  };
}
