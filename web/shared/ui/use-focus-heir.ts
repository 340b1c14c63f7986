import { useLayoutEffect, type RefObject } from 'react';

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
