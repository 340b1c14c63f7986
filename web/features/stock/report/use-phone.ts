import { useMediaQuery } from '../../../shared/ui/browser-state.ts';

/** Whether the page is laid out for a phone, whose first screen has room for the price, one sentence and the fan. */
export function usePhone(): boolean {
  return useMediaQuery('(width < 768px)');
}
