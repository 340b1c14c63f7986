import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { listen } from './listen.ts';

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

/** A `ref` for what takes the place of an element that may have had the focus: takes it only if no other element has it. */
export function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
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
