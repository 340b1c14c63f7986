import { useEffect } from 'react';

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
