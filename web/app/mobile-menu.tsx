import { useRef, type ReactNode, type TouchEvent } from 'react';
import { Modal } from '../shared/ui/modal.tsx';
import styles from './mobile-menu.module.css';

/** A left swipe, or a press on an entry, closes it too. */
export function MobileMenu({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Modal title="Menu" isSheet onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- clicks bubble from the entries */}
      <nav
        aria-label="Pages"
        className={styles.links}
        {...useSwipeLeft(onClose)}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a, button')) onClose();
        }}
      >
        {children}
      </nav>
    </Modal>
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
