import { createContext, use, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { currentSettings, followOtherTabs, onSettingsChange } from './settings-store.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.ts';

const SettingsContext = createContext<Settings>(DEFAULT_SETTINGS);

/** Gives the settings to the whole app. Prerendered pages are written with the defaults and hydrated with them. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const settings = useSyncExternalStore(onSettingsChange, currentSettings, () => DEFAULT_SETTINGS);
  useEffect(followOtherTabs, []);
  return <SettingsContext value={settings}>{children}</SettingsContext>;
}

/** The settings in force; the defaults outside `SettingsProvider`. */
export function useSettings(): Settings {
  return use(SettingsContext);
}
