import type { ReactNode } from 'react';
import { useMediaQuery } from '../../shared/browser/browser-state.ts';
import { firstScreenPaintedAtom } from '../../shared/browser/first-screen.ts';
import { AsyncPart, LoadFailure } from '../../shared/ui/loading.tsx';
import { useAtomValueRawSync } from '../../store.ts';

/** Whether the layout is a phone's, whose first screen has room for the price, one sentence and the forecast chart. */
export function usePhone(): boolean {
  return useMediaQuery('(width < 768px)');
}

/** What loads once the first screen has been painted. */
export function AfterFirstScreen({ children }: { children: ReactNode }) {
  return (
    useAtomValueRawSync(firstScreenPaintedAtom) && (
      <AsyncPart fallback={<LoadFailure isFloating />}>{children}</AsyncPart>
    )
  );
}
