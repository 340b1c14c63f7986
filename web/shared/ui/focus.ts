import { useEffect, useLayoutEffect, type RefObject } from 'react';

/** When an element leaves the document with the focus in it, `heir` gets the focus, which would be lost otherwise. */
export function useFocusHeir(
  element: RefObject<HTMLElement | null>,
  heir: RefObject<HTMLElement | null>,
): void {
  // A layout effect ends before its element leaves the document, when it still has the focus.
  useLayoutEffect(() => {
    const leaving = element.current;
    const next = heir.current;
    return () => {
      if (leaving?.contains(document.activeElement)) next?.focus();
    };
  }, [element, heir]);
}

/** Gives a button its focus back, which it loses by being disabled for as long as its form is busy. */
export function useFocusKept(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined;
    const focused = document.activeElement;
    return () => {
      const isLost = document.activeElement === document.body;
      if (isLost && focused instanceof HTMLButtonElement) focused.focus();
    };
  }, [isBusy]);
}
