import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useLocation } from 'wouter';
import { IconButton } from '../shared/ui/button.tsx';
import styles from './mobile-menu.module.css';
import { listen } from '../shared/browser/listen.ts';

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
  useSwipeLeft(dialog, onClose);

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
function useSwipeLeft(element: RefObject<HTMLElement | null>, onSwipe: () => void): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    let start: { x: number; y: number } | null = null;

    const touchstart = ({ touches }: TouchEvent) => {
      const finger = touches.length === 1 ? touches[0] : undefined;
      start = finger ? { x: finger.clientX, y: finger.clientY } : null;
    };
    const touchend = ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0];
      if (!start || !finger) return;
      const leftPx = start.x - finger.clientX;
      const verticalPx = Math.abs(start.y - finger.clientY);
      start = null;
      if (leftPx > SWIPE_THRESHOLD_PX && leftPx > verticalPx) onSwipe();
    };

    return listen(target as HTMLElement, { touchstart, touchend }, { passive: true });
  }, [element, onSwipe]);
}
