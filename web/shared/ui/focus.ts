import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { focusHeading } from './focus-heading.ts';
import { listen } from '../browser/listen.ts';

/** Moves the focus to the heading if the element is removed while it has the focus, which would otherwise be lost. */
export function useFocusToHeading(element: RefObject<HTMLElement | null>): void {
  // A layout effect is cleaned up before its element is removed, while it still has the focus.
  useLayoutEffect(() => {
    const leaving = element.current;
    return () => {
      if (leaving?.contains(document.activeElement)) focusHeading();
    };
  }, [element]);
}

/** Restores the focus of a button that lost it by being disabled while its form was busy. */
export function useFocusKept(isBusy: boolean): void {
  // Recorded on `focusin`, because some browsers drop the focus while the button is being disabled, before any effect runs.
  const focused = useRef<EventTarget | null>(null);
  useEffect(
    () =>
      listen(document, {
        focusin({ target }) {
          focused.current = target;
        },
      }),
    [],
  );
  useEffect(() => {
    if (!isBusy) return undefined;
    return () => {
      const isLost = document.activeElement === document.body;
      if (isLost && focused.current instanceof HTMLButtonElement) focused.current.focus();
    };
  }, [isBusy]);
}
