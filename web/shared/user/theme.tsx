import { createContext, use, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { atom, useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { hydratedAtom } from '../browser/browser-state.ts';
import { listen } from '../browser/listen.ts';
import { textAtom } from './browser-storage.ts';

export type Theme = 'dark' | 'light';

const DEFAULT_THEME: Theme = 'dark';

/** The inline script of index.html reads it too. */
const themeTextAtom = textAtom(() => 'theme');

const storedThemeAtom = atom((get): Theme => (get(themeTextAtom) === 'light' ? 'light' : DEFAULT_THEME));

/** As the page shows it: prerendered pages have the default theme. */
const themeAtom = atom((get) => (get(hydratedAtom) ? get(storedThemeAtom) : DEFAULT_THEME));

const ThemeContext = createContext(false);

export function useTheme() {
  const theme = useAtomValueRawSync(themeAtom);
  const setText = useSetAtom(themeTextAtom);
  const setTheme = (next: Theme) => setText(() => next);
  if (!use(ThemeContext)) throw new Error('useTheme must be used within ThemeProvider');
  return { theme, setTheme, toggleTheme: () => setTheme(theme === 'dark' ? 'light' : 'dark') };
}

export function ThemeProvider({ children }: { children: ReactNode }) {
  const stored = useAtomValueRawSync(storedThemeAtom);

  useLayoutEffect(() => applyTheme(stored), [stored]);

  // Charts paint with the document's colours, which a print style sheet cannot change.
  useEffect(() => {
    const print = { beforeprint: () => applyTheme('light'), afterprint: () => applyTheme(stored) };
    // In the capture phase, before the charts' listeners.
    return listen(window, print, { capture: true });
  }, [stored]);

  return <ThemeContext value>{children}</ThemeContext>;
}

function applyTheme(theme: Theme): void {
  const page = document.documentElement;
  // Set by index.html before the first paint.
  if (page.dataset['theme'] === theme) return;
  page.dataset['theme'] = theme;
  page.style.colorScheme = theme;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', getComputedStyle(page).getPropertyValue('--page').trim());
}
