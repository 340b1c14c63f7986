import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { focusHeading } from './focus-heading.ts';
import { listen } from './listen.ts';

/** When an element leaves the document with the focus in it, the heading gets the focus, which would be lost otherwise. */
export function useFocusToHeading(element: RefObject<HTMLElement | null>): void {
  // A layout effect ends before its element leaves the document, when it still has the focus.
  useLayoutEffect(() => {
    const leaving = element.current;
    return () => {
      if (leaving?.contains(document.activeElement)) focusHeading();
    };
  }, [element]);
}

/** Gives a button its focus back, which it loses by being disabled for as long as its form is busy. */
export function useFocusKept(isBusy: boolean): void {
  // Noted as it comes: some browsers take the focus away while the button is being disabled, before any effect runs.
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
