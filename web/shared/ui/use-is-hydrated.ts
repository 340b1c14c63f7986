import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** False in a prerendered page until React has hydrated it, true from then on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
