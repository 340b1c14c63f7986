import { useSyncExternalStore } from 'react';

const neverChanges = () => () => undefined;

/** False while HTML is written at build time and while a browser takes it over, true from then on. */
export function useIsBrowser(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}
