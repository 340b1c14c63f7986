import { useSyncExternalStore } from 'react';

const ATTRIBUTES = ['data-region', 'data-clock', 'data-traffic'];

/** What the build's HTML is written by. */
export const DEFAULT_KEY = '';

function subscribe(callback: () => void): () => void {
  const observer = new MutationObserver(callback);
  observer.observe(document.documentElement, { attributeFilter: ATTRIBUTES });
  return () => observer.disconnect();
}

/** What is written by the settings in force. */
export function writingKey(): string {
  const { region = '', clock = '', traffic = '' } = document.documentElement.dataset;
  return region + clock + traffic;
}

/**
 * A key for what is written by the settings in force. Formats read them off the root element and tell nobody, so a page
 * under another key is written anew.
 */
export function useWritingKey(): string {
  return useSyncExternalStore(subscribe, writingKey, () => DEFAULT_KEY);
}
