import { useEffect, useState } from 'react';
import { useMediaQuery } from '../../shared/ui/browser-state.ts';
import { afterFirstScreen } from '../../shared/ui/first-screen.ts';

/** Whether the page is laid out for a phone, whose first screen has room for the price, one sentence and the fan. */
export function usePhone(): boolean {
  return useMediaQuery('(width < 768px)');
}

/** Whether the first screen is painted, after which the rest of the page is loaded. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterFirstScreen(() => setPainted(true)), []);
  return isPainted;
}
