import { CLOCKS, REGIONS, type Clock, type Region } from '../format/regions.ts';

/** What a person chose for this browser, apart from the theme, which has a key of its own. */
export interface Settings {
  readonly palette: Palette;
  readonly region: Region;
  readonly clock: Clock;
  readonly traffic: Traffic;
  readonly shortcuts: Shortcuts;
}

/** Which colours say gain and loss. */
export const PALETTES = ['classic', 'safe', 'red-up'] as const;
export type Palette = (typeof PALETTES)[number];

/** `reduced`: no images, no prefetch, no automatic refresh except for alerts. */
export const TRAFFIC = ['full', 'reduced'] as const;
export type Traffic = (typeof TRAFFIC)[number];

/** Keys that act without Ctrl or ⌘: off for those who use speech input or press keys by accident (WCAG 2.1.4). */
export const SHORTCUTS = ['on', 'off'] as const;
export type Shortcuts = (typeof SHORTCUTS)[number];

/** Also read by the inline script of index.html, before the first paint. */
export const SETTINGS_KEY = 'candor:settings';

/** Raised when a value changes its meaning; other versions are not read. */
export const SETTINGS_VERSION = 1;

export const DEFAULT_SETTINGS: Settings = {
  palette: 'classic',
  region: 'us',
  clock: 'exchange',
  traffic: 'full',
  shortcuts: 'on',
};

const CHOICES: { readonly [Name in keyof Settings]: readonly Settings[Name][] } = {
  palette: PALETTES,
  region: REGIONS,
  clock: CLOCKS,
  traffic: TRAFFIC,
  shortcuts: SHORTCUTS,
};

/** Reads stored settings. A value that is missing or unknown, and everything of another version, falls back to its default. */
export function parseSettings(stored: string | null): Settings {
  const fields = storedFields(stored);
  const pick = <Name extends keyof Settings>(name: Name): Settings[Name] =>
    CHOICES[name].find((choice) => choice === fields[name]) ?? DEFAULT_SETTINGS[name];
  return {
    palette: pick('palette'),
    region: pick('region'),
    clock: pick('clock'),
    traffic: pick('traffic'),
    shortcuts: pick('shortcuts'),
  };
}

/** The stored form; {@link parseSettings} gives the settings back. */
export function serialiseSettings(settings: Settings): string {
  return JSON.stringify({ version: SETTINGS_VERSION, ...settings });
}

function storedFields(stored: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null) return {};
    const fields = value as Record<string, unknown>;
    return fields['version'] === SETTINGS_VERSION ? fields : {};
  } catch {
    // Corrupt: as if nothing were stored.
    return {};
  }
}
