import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useLocation } from 'wouter';
import styles from './mobile-menu.module.css';
import { useSwipeLeft } from './use-swipe-left.ts';

/**
 * The menu of small screens: a modal dialog, so the browser keeps the focus inside and closes it on Esc.
 * It also closes on a route change, a tap outside, a swipe to the left, and a tap on any link, the current one too.
 */
export function MobileMenu({
  onClose,
  returnFocusTo,
  children,
}: {
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- clicks bubble from links and the backdrop; the keyboard has Esc and the links themselves
    <dialog
      ref={dialog}
      aria-label="Menu"
      className={styles.menu}
      onClose={onClose}
      onClick={({ target }) => {
        const isBackdrop = target === dialog.current;
        const isLink = target instanceof Element && target.closest('a') !== null;
        if (isBackdrop || isLink) onClose();
      }}
    >
      <div className={styles.panel}>
        <button type="button" className={styles.close} aria-label="Close menu" onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden />
        </button>
        <nav aria-label="Menu" className={styles.links}>
          {children}
        </nav>
      </div>
    </dialog>
  );
}
