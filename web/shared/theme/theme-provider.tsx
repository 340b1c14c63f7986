import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { createThemeStore } from './theme-store.ts';
import type { Theme } from './theme-storage.ts';
import { ThemeContext } from './use-theme.ts';

/** Holds the theme, writes it to the document and to storage, and follows the other tabs. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createThemeStore);
  const theme = useSyncExternalStore(store.subscribe, store.get, store.getAtBuild);

  // From the store and not from `theme`, which is that of the build while HTML of the build is taken over.
  useLayoutEffect(() => {
    const apply = () => applyTheme(store.get());
    apply();
    return store.subscribe(apply);
  }, [store]);
  useEffect(() => store.followOtherTabs(), [store]);

  const control = useMemo(
    () => ({
      theme,
      setTheme: store.set,
      toggleTheme: () => store.set(theme === 'dark' ? 'light' : 'dark'),
    }),
    [store, theme],
  );

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
