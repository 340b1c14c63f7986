import { useEffect, useState } from 'react';
import { useStore } from '../../store.ts';
import { useMediaQuery } from '../../shared/browser/browser-state.ts';
import { afterFirstScreen } from '../../shared/browser/first-screen.ts';

/** Whether the layout is a phone's, whose first screen has room for the price, one sentence and the forecast chart. */
export function usePhone(): boolean {
  return useMediaQuery('(width < 768px)');
}

/** Whether the first screen has been painted; the rest of the page loads after that. */
export function usePainted(): boolean {
  const store = useStore();
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterFirstScreen(store, () => setPainted(true)), [store]);
  return isPainted;
}
