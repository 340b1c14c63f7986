import { useEffect, useState } from 'react';
import { afterFirstScreen } from '../../shared/ui/first-screen.ts';

/** Whether the first screen is painted, after which the rest of the page is loaded. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterFirstScreen(() => setPainted(true)), []);
  return isPainted;
}
