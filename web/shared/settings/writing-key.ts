import { useMemo, useSyncExternalStore } from 'react';

const ATTRIBUTES = ['data-region', 'data-clock', 'data-traffic'];

function subscribe(callback: () => void): () => void {
  const observer = new MutationObserver(callback);
  observer.observe(document.documentElement, { attributeFilter: ATTRIBUTES });
  return () => observer.disconnect();
}

function writingKey(): string {
  const { region = '', clock = '', traffic = '' } = document.documentElement.dataset;
  return region + clock + traffic;
}

/**
 * The key of the settings in force by which pages are written. Formats read those off the root element and tell nobody: a
 * component that calls this is rendered again, with all below it that is not kept by a memo.
 */
export function useWritingKey(): string {
  return useSyncExternalStore(subscribe, writingKey, () => '');
}

/** `useMemo` for what numbers are written in: made anew also when the settings by which they are written change. */
export function useWritten<T>(make: () => T, deps: readonly unknown[]): T {
  const key = useWritingKey();
  // oxlint-disable-next-line react/exhaustive-deps -- those of `make` are checked where this is called
  return useMemo(make, [...deps, key]);
}
