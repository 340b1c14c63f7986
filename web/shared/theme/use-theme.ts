import { createContext, use } from 'react';
import type { Theme } from './theme-storage.ts';

export type ThemeControl = { theme: Theme; setTheme: (theme: Theme) => void; toggleTheme: () => void };

export const ThemeContext = createContext<ThemeControl | null>(null);

/** The theme and its switch. Throws outside `ThemeProvider`. */
export function useTheme(): ThemeControl {
  const control = use(ThemeContext);
  if (!control) throw new Error('useTheme must be used within ThemeProvider');
  return control;
}
