import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { useIsHydrated } from '../ui/browser-state.ts';
import { followTexts, readText, writeText } from './browser-storage.ts';
import { currentSettings, DEFAULT_SETTINGS, styleBySettings, type Settings } from './settings.ts';
import { listen } from '../ui/listen.ts';

const SettingsContext = createContext<Settings>(DEFAULT_SETTINGS);

/** Gives the settings to the whole app. Prerendered pages are written with the defaults and hydrated with them. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const settings = useSyncExternalStore(followTexts, currentSettings, () => DEFAULT_SETTINGS);
  useEffect(styleBySettings, []);
  return <SettingsContext value={settings}>{children}</SettingsContext>;
}

/** The settings in force; the defaults outside `SettingsProvider`. */
export function useSettings(): Settings {
  return use(SettingsContext);
}

export type Theme = 'dark' | 'light';

type ThemeControl = { theme: Theme; setTheme: (theme: Theme) => void; toggleTheme: () => void };

/** Key and value are also read by the inline script of index.html, before the first paint. */
const THEME_KEY = 'theme';
const DEFAULT_THEME: Theme = 'dark';

const ThemeContext = createContext<ThemeControl | null>(null);

/** The theme and its switch. Throws outside `ThemeProvider`. */
export function useTheme(): ThemeControl {
  const control = use(ThemeContext);
  if (!control) throw new Error('useTheme must be used within ThemeProvider');
  return control;
}

/** Applies the theme to the document, stores each choice, and follows the other tabs. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const stored = useSyncExternalStore(followTexts, storedTheme, storedTheme);
  // A page is prerendered in the default theme, and has to be hydrated in it.
  const theme = useIsHydrated() ? stored : DEFAULT_THEME;

  useLayoutEffect(() => applyTheme(stored), [stored]);

  // Charts paint themselves in the colours of the document's theme, so a print style sheet would not reach them.
  useEffect(() => {
    const print = { beforeprint: () => applyTheme('light'), afterprint: () => applyTheme(stored) };
    // Captured: charts that hear of it too read the theme that is set here.
    return listen(window, print, { capture: true });
  }, [stored]);

  const control = useMemo(() => {
    const setTheme = (next: Theme) => writeText(THEME_KEY, next);
    return { theme, setTheme, toggleTheme: () => setTheme(theme === 'dark' ? 'light' : 'dark') };
  }, [theme]);

  return <ThemeContext value={control}>{children}</ThemeContext>;
}

/** Dark unless the stored value is exactly "light". */
function storedTheme(): Theme {
  return readText(THEME_KEY) === 'light' ? 'light' : DEFAULT_THEME;
}

function applyTheme(theme: Theme): void {
  const page = document.documentElement;
  page.dataset['theme'] = theme;
  page.style.colorScheme = theme;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', getComputedStyle(page).getPropertyValue('--page').trim());
}
