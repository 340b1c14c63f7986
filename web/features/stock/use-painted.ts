import { useEffect, useState } from 'react';
import { afterFirstScreen } from '../../shared/ui/first-screen.ts';

/** Whether the first screen is painted: what nobody misses before that is loaded then. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterFirstScreen(() => setPainted(true)), []);
  return isPainted;
}
