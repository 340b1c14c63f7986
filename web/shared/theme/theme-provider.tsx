import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { parseTheme, readTheme, THEME_KEY, writeTheme } from './theme-storage.ts';
import type { Theme } from './theme-storage.ts';
import { ThemeContext } from './use-theme.ts';

/** Holds the theme, writes it to the document and to storage, and follows the other tabs. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setShownTheme] = useState(readTheme);

  useLayoutEffect(() => applyTheme(theme), [theme]);

  useEffect(() => {
    const followOtherTab = (event: StorageEvent) => {
      // A null key means that the other tab cleared everything.
      if (event.key === THEME_KEY || event.key === null) setShownTheme(parseTheme(event.newValue));
    };
    window.addEventListener('storage', followOtherTab);
    return () => window.removeEventListener('storage', followOtherTab);
  }, []);

  const control = useMemo(() => {
    const setTheme = (next: Theme) => {
      writeTheme(next);
      setShownTheme(next);
    };
    return { theme, setTheme, toggleTheme: () => setTheme(theme === 'dark' ? 'light' : 'dark') };
  }, [theme]);

  return <ThemeContext value={control}>{children}</ThemeContext>;
}

function applyTheme(theme: Theme): void {
  const page = document.documentElement;
  page.dataset['theme'] = theme;
  page.style.colorScheme = theme;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', getComputedStyle(page).getPropertyValue('--page').trim());
}
