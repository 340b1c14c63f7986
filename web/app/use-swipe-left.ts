import { useEffect } from 'react';
import type { RefObject } from 'react';

/** A swipe counts when it is longer than this (specification, section 9). */
export const SWIPE_THRESHOLD_PX = 50;

/** Calls back when a finger has moved more than 50 px to the left over the element, and more so than up or down. */
export function useSwipeLeft(element: RefObject<HTMLElement | null>, onSwipe: () => void): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    let start: { x: number; y: number } | null = null;

    const begin = ({ touches }: TouchEvent) => {
      const finger = touches.length === 1 ? touches[0] : undefined;
      start = finger ? { x: finger.clientX, y: finger.clientY } : null;
    };
    const end = ({ changedTouches }: TouchEvent) => {
      const finger = changedTouches[0];
      if (!start || !finger) return;
      const leftPx = start.x - finger.clientX;
      const verticalPx = Math.abs(start.y - finger.clientY);
      start = null;
      if (leftPx > SWIPE_THRESHOLD_PX && leftPx > verticalPx) onSwipe();
    };

    target.addEventListener('touchstart', begin, { passive: true });
    target.addEventListener('touchend', end);
    return () => {
      target.removeEventListener('touchstart', begin);
      target.removeEventListener('touchend', end);
    };
  }, [element, onSwipe]);
}
