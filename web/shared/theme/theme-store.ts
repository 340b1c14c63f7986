import { parseTheme, readTheme, THEME_KEY, writeTheme } from './theme-storage.ts';
import type { Theme } from './theme-storage.ts';

/** The theme on screen: begins as stored, is stored on every choice, and changes with another tab's choice. */
export function createThemeStore() {
  let theme = readTheme();
  const listeners = new Set<() => void>();

  function show(next: Theme): void {
    theme = next;
    for (const listener of listeners) listener();
  }

  function follow({ key, newValue }: StorageEvent): void {
    // A null key means that the other tab cleared everything.
    if (key === THEME_KEY || key === null) show(parseTheme(newValue));
  }

  return {
    get: () => theme,
    /** The theme of HTML that is written at build time. */
    getAtBuild: () => parseTheme(null),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set: (next: Theme) => {
      writeTheme(next);
      show(next);
    },
    /** Returns what ends it. */
    followOtherTabs: () => {
      addEventListener('storage', follow);
      return () => removeEventListener('storage', follow);
    },
  };
}
