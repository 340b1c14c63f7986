import { useMediaQuery } from '../../shared/browser/browser-state.ts';
import { firstScreenPaintedAtom } from '../../shared/browser/first-screen.ts';
import { useAtomValueRawSync } from '../../store.ts';

/** Whether the layout is a phone's, whose first screen has room for the price, one sentence and the forecast chart. */
export function usePhone(): boolean {
  return useMediaQuery('(width < 768px)');
}

/** Whether the first screen has been painted; the rest of the page loads after that. */
export function usePainted(): boolean {
  return useAtomValueRawSync(firstScreenPaintedAtom);
}
