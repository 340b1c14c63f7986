import { useMemo, useSyncExternalStore } from 'react';
import { onSettingsChange, settingsInForce } from './settings-in-force.ts';
import type { Settings } from './settings.ts';

/** The settings in force. */
export function useSettings(): Settings {
  const snapshot = useSyncExternalStore(onSettingsChange, () => JSON.stringify(settingsInForce()));
  // A text compares by value, which is what tells React that nothing changed.
  return useMemo(() => JSON.parse(snapshot) as Settings, [snapshot]);
}
