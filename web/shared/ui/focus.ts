import { useEffect, useRef } from 'react';
import { listen } from '../browser/listen.ts';

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
