import { browserStorage } from '../state/browser-storage.ts';

export type Theme = 'dark' | 'light';

/** Key and bare word are also read by the inline script of index.html, before the first paint. */
export const THEME_KEY = 'theme';

/** Dark unless the word is exactly "light". */
export function parseTheme(stored: string | null): Theme {
  return stored === 'light' ? 'light' : 'dark';
}

/** The stored theme. Storage that refuses access counts as empty. */
export function readTheme(): Theme {
  try {
    return parseTheme(browserStorage().getItem(THEME_KEY));
  } catch {
    return parseTheme(null);
  }
}

/** Keeps the choice where storage allows it; otherwise it lasts as long as the page. */
export function writeTheme(theme: Theme): void {
  try {
    browserStorage().setItem(THEME_KEY, theme);
  } catch {
    // Private modes refuse; the theme on screen has changed all the same.
  }
}
